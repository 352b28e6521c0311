#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "blacs_het/grid/context.hpp"
#include "hetscalapack/hetscalapack.h"
#include "src/base/precision.hpp"
#include "src/driver/choice/choice.hpp"
#include "src/driver/next_routine.hpp"
#include "src/driver/watch/call_watch.hpp"

namespace het {

inline constexpr std::string_view mode_never = "HETSCALAPACK_MODE=never";

// Why the configuration keeps the library from taking calls of a routine ("pdgemm") on this context, empty when it does
// not.
std::string refusal(const Context& context, const std::string& routine);

// Says which call failed, and of what, and ends the program on all processes. Call it in a handler only.
[[noreturn]] void abort_program(char precision, const char* family) noexcept;
// What a shim does. No exception of ours passes it. A process on which a call fails ends the program, also where nothing
// has been written yet: the others know nothing of it, and wait for it in the meeting or in the computation, while
// ScaLAPACK's routine would have it wait for them. What makes all processes forward a call alike (no plan, no memory for
// it, a wrong setting) is agreed on, and no exception; what is said of a call that has its result may get lost. An
// exception that ScaLAPACK's routine lets out is the program's own, from its error handler (pxerbla_, PB_Cabort), and goes
// on to the program.
template <Scalar T, class Body>
void guarded(const char* family, const Body& body) {
  try {
    body();
  } catch (const ThrownByNext& theirs) {
    std::rethrow_exception(theirs.exception);
  } catch (...) {
    abort_program(PrecisionTraits<T>::letter, family);
  }
}

// An outermost call that goes to ScaLAPACK because of nothing but its size, or a setting for all calls. Programs make
// hundreds of thousands of them: no clock is read, nothing is allocated. `routine` and `reason` are kept by whoever gives
// them.
class PassingCall {
 public:
  PassingCall(const char* routine, const CallShape& shape, std::string_view reason);
  ~PassingCall();
  PassingCall(const PassingCall&) = delete;
  PassingCall& operator=(const PassingCall&) = delete;

 private:
  const char* routine_;
  const CallShape& shape_;
  std::string_view reason_;
};

// One outermost call of a routine on this process: its record, its time, and what is said of it. A call
// inside a forwarded call (ScaLAPACK's own routines call each other through our symbols) makes no Call: see
// nested().
class Call {
 public:
  Call(const std::string& routine, Extent m, Extent n, Extent k);
  ~Call();
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  // True while this thread is inside a call: whatever comes now goes straight to ScaLAPACK.
  static bool nested();
  // The record of the latest finished call.
  static hetscalapack_call last();

  hetscalapack_call record{};
  // What a report needs beyond the record: the layout and the predicted terms; on all processes of the context.
  Choice choice;
  // Whose speeds made it.
  Precision precision = precision_of<double>;

  // From here on the call is watched, if the context's configuration asks for a trace, or for progress of this process.
  void watch(const Context& context, const CallShape& shape);
  // What this process did since then; null without a trace.
  const Timeline* timeline() const;

  // Adds the seconds since the last mark to a phase of the record.
  void mark(double hetscalapack_call::*phase);
  void set_reason(const std::string& reason);
  // Completes the record: what follows is no part of the call.
  void finish();

 private:
  bool says_progress(const Context& context, const CallShape& shape) const;

  double begin_, marked_;
  std::optional<CallWatch> watch_;
};

}  // namespace het
