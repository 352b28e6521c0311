#pragma once
// When mode auto finds out how fast processors are: what that takes must be little beside the calls it is for.
#include <string_view>

namespace het {

// What is known when a call is looked at in a precision whose speeds are not known.
struct BeforeMeasuring {
  double operations = 0;         // of the call, per process
  bool large = true;             // it is looked at by itself
  double operations_before = 0;  // per process, of all calls that were counted
  double seconds_before = 0;     // that these took on the process that needed longest
  bool given = false;            // the cycle-times: processors are not to be looked at
  bool look_equal = false;       // the processes, at first sight
  bool look_again = false;       // they may have become unequal, and it is time for another
};

enum class Measuring {
  now,
  unless_equal,  // after a first sight, and not where that shows equal processes: little is to be gained there
  unless_still_equal,  // the same, whatever an earlier one has shown
  too_early,           // for a large call
  too_early_for_small,
  equal  // they looked so: too early for these
};
Measuring when_to_measure(const BeforeMeasuring& known);

// What a large call is told that comes too early, in a sentence that is kept.
std::string_view measured_later();

}  // namespace het
