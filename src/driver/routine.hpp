#pragma once
#include <string>
#include <string_view>

#include "src/driver/call.hpp"
#include "src/driver/entry.hpp"

namespace het {

// Why a call goes to ScaLAPACK at once, and what the library could say of it is of no interest to anybody here: empty
// where it may not, or the context was not opened lately. The first thing that a routine asks. Local, some ten
// nanoseconds.
std::string_view passes_at_once(int blacs_context, const CallShape& shape);

// The life of a call, the same for every routine: check, decide, plan, move, compute, restore; or forward. Not for a
// nested call. Collective over the context when the call is looked at.
void run_call(const Entry& entry);

// How every routine is entered: inside another one it is ScaLAPACK's own, and so it is where the call passes at once; else
// the call lives its life, of which `entry` makes the Entry. `forward` calls ScaLAPACK's own routine.
template <class Forward, class MakeEntry>
void enter(const std::string& routine, int blacs_context, const CallShape& shape, const Forward& forward,
           const MakeEntry& entry) {
  if (Call::nested()) return forward();
  if (const auto why = passes_at_once(blacs_context, shape); !why.empty()) {
    const PassingCall call(routine.c_str(), shape, why);
    return forward();
  }
  run_call(entry());
}

}  // namespace het
