#pragma once
#include <string>
#include <string_view>

#include "src/driver/call.hpp"
#include "src/driver/entry.hpp"
#include "src/driver/next_routine.hpp"
#include "src/driver/words.hpp"

namespace het {

// Why a call goes to ScaLAPACK at once, and what the library could say of it is of no interest to anybody here: empty
// where it may not. The first thing that a routine asks. Opens the context where this is its first call, and waits for rank 0
// then; later some ten nanoseconds, and local.
std::string_view passes_at_once(int blacs_context, const CallShape& shape);

// The life of a call, the same for every routine: check, decide, plan, move, compute, restore; or forward. Not for a
// nested call. Collective over the context when the call is looked at.
void run_call(const Entry& entry);

// How every routine is entered: inside another one it is ScaLAPACK's own, and so it is where the call passes at once; else
// the call lives its life. Function is the type of ScaLAPACK's routine, the next one after `self`.
//   forward(next)    calls that, and says whether it found nothing wrong: see Entry
//   describe(entry)  adds what the routine demands and how it is read; the rest of the entry is there
template <Scalar T, class Function, class Self, class Forward, class Describe>
void enter(Self* self, int blacs_context, const CallShape& shape, const Forward& forward,
           const Describe& describe) {
  const char* const family = family_name(shape.kind).data();
  guarded<T>(family, [&] {
    static const std::string name = routine_name<T>(family);
    static const NextRoutine<Function> next(name + "_", self);
    if (Call::nested()) return void(forward(next));
    if (const auto why = passes_at_once(blacs_context, shape); !why.empty()) {
      const PassingCall call(name.c_str(), shape, why);
      return void(forward(next));
    }
    Entry entry{name, blacs_context, shape, {}, {}, [&] { return forward(next); }};
    describe(entry);
    run_call(entry);
  });
}

}  // namespace het
