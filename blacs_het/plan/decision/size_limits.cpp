#include "blacs_het/plan/decision/size_limits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <set>
#include <string>
#include <utility>

#include "blacs_het/plan/learning/relative_speeds.hpp"

namespace het {
namespace {

// What the slowest process computes in a call that deciding about pays, where it comes often: meeting takes some tens of
// microseconds. And in one that comes alone, of unequal processes: the meeting is 0.2 % of it; of equal ones, where a
// few percent are to be gained. Calls that counted before speeds were known count afterwards, too.
constexpr double together_seconds = 0.5e-3, alone_seconds = 12e-3, alone_if_equal_seconds = 50e-3;
// Operations per process for the first, where speeds are unknown: the less a process computes between two messages, the
// more a slow one keeps others waiting, and ScaLAPACK may take a thousand times as long as these take.
constexpr double least_flops = 2e6;
// A dimension of a few blocks is a panel of somebody's blocked algorithm: there is nothing to gain from it.
constexpr Extent least_dimension = 128;
constexpr Extent panel_blocks = 2;

// The limits in sentences have two digits: there are few of them. Not destroyed, as programs may ask while they end.
std::string_view kept(std::string sentence) {
  static std::set<std::string>& sentences = *new std::set<std::string>;
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  return *sentences.insert(std::move(sentence)).first;
}

Extent least_of(const CallShape& shape) { return std::min({shape.m, shape.n, shape.k}); }

}  // namespace

WorkLimits work_limits(const std::vector<double>& cycle_times, double seconds_per_flop) {
  const double slowest = seconds_per_flop * spread(cycle_times);
  return {std::min(least_flops, together_seconds / slowest),
          (spread(cycle_times) > 1 ? alone_seconds : alone_if_equal_seconds) / slowest};
}

const SizeLimits& SizeLimits::without_speeds() {
  static const SizeLimits limits(WorkLimits{least_flops, large_flops});
  return limits;
}

SizeLimits::SizeLimits(const WorkLimits& limits)
    : limits_(limits),
      too_small_(
          kept(fmt::format("too small: less than {:.2g} operations per process, or a dimension below {}",
                           limits.least, least_dimension))),
      too_small_alone_(kept(fmt::format("small: calls below {:.2g} operations per process are looked at "
                                        "after others of their kind and size have done {:.2g}",
                                        limits.large, std::min(limits.large, first_look_flops)))) {}

std::string_view SizeLimits::too_small(const CallShape& shape, int processes) const {
  const Extent least = least_of(shape);
  if (least >= least_dimension && flops(shape) / processes >= limits_.least) return "";
  return least == 0 ? "empty: a dimension is 0" : too_small_;
}

std::string_view SizeLimits::too_small_alone(const CallShape& shape, int processes) const {
  return flops(shape) / processes >= limits_.large ? std::string_view() : too_small_alone_;
}

std::string_view too_few_blocks(const CallShape& shape, const Distribution& matrix) {
  if (least_of(shape) > panel_blocks * std::max(matrix.rows.nb(), matrix.cols.nb())) return "";
  return "too small: a dimension of at most two blocks";
}

}  // namespace het
