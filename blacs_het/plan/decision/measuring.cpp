#include "blacs_het/plan/decision/measuring.hpp"

#include <fmt/format.h>

#include <string>

namespace het {
namespace {

// Operations per process on a context, in calls that are not too small, before processes are looked at for them, or
// seconds that these took: less would be over before the looking has paid.
constexpr double early_flops = 2e10, early_seconds = 1;
// For calls below so many operations, of which less is to be gained, so many seconds.
constexpr double small_flops = 1e8, early_small_seconds = 5;
// Of one call for which processes are looked at at once: the look, some ten milliseconds, is a fiftieth of it.
constexpr double early_call_flops = 8e9;
// Where they look equally fast, speeds are measured, usually within so many seconds, when that is such a part of what
// calls took; or for one of so many operations per process, which takes as long at 20 Gflop/s.
constexpr double usual_seconds = 0.4, part_for_measuring = 0.01, longest_unmeasured_flops = 8e11;

bool too_early_for_large(const BeforeMeasuring& known) {
  return known.operations < early_call_flops && known.operations_before + known.operations < early_flops &&
         known.seconds_before < early_seconds;
}

bool too_early_for_small(const BeforeMeasuring& known) {
  return known.seconds_before < (known.operations < small_flops ? early_small_seconds : early_seconds);
}

bool pays_whatever_is_seen(const BeforeMeasuring& known) {
  return usual_seconds <= part_for_measuring * known.seconds_before ||
         known.operations >= longest_unmeasured_flops;
}

}  // namespace

Measuring when_to_measure(const BeforeMeasuring& known) {
  if (known.large && !known.given && too_early_for_large(known)) return Measuring::too_early;
  if (pays_whatever_is_seen(known)) return Measuring::now;
  if (!known.large && too_early_for_small(known)) return Measuring::too_early_for_small;
  if (known.given) return Measuring::now;
  if (!known.look_equal) return Measuring::unless_equal;
  return known.look_again ? Measuring::unless_still_equal : Measuring::equal;
}

std::string_view measured_later() {
  static const std::string words = fmt::format(
      "speeds are measured for a call of {:g} operations per process, or once calls have done {:g}, or taken "
      "{:g} s",
      early_call_flops, early_flops, early_seconds);
  return words;
}

}  // namespace het
