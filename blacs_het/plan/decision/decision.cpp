#include "blacs_het/plan/decision/decision.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "blacs_het/plan/choice/product_layout.hpp"
#include "src/model/routine_model.hpp"

namespace het {
namespace {

// A factorization has more parts to be wrong about.
constexpr double in_place_gain(RoutineKind kind) { return is_factorization(kind) ? 0.925 : 0.97; }
// The lowest of many predictions is more often too low than others are: products are 1 % off in the mean, LU and QR 3 %;
// Cholesky of order 500 on slow links is up to a tenth, too slow in place and too quick moved.
constexpr double sure_moved_gain(RoutineKind kind) {
  return kind == RoutineKind::gemm ? 0.97 : kind == RoutineKind::cholesky ? 0.85 : 0.95;
}
// Where the cycle-times were measured: processes that share cores can look unequal by half for a while.
constexpr double doubtful_moved_gain = 0.7;
// What was measured, not predicted, is trusted up to the noise of measuring.
constexpr double seen_gain = 0.98;
// Panels in place are whole block columns of the caller's, or parts of them not wider than this; a single process
// column takes as many neighbouring blocks as fit.
constexpr Extent widest_panel = 128;

// Operations per process below which a call is over before deciding about it pays, however often it comes: some
// milliseconds, where meeting takes tens of microseconds.
constexpr double least_flops = 1e8;
// The same of one that comes alone, where speeds are known and unequal: the meeting is 0.2 % of it then.
constexpr double large_known_flops = 5e8;
// Operations per process on a context, in calls that are not too small, before processes are looked at for them, or
// seconds that these took: less would be over before the looking has paid.
constexpr double early_flops = 2e10, early_seconds = 1;
// Of one call for which processes are looked at at once: the look, some ten milliseconds, is a fiftieth of it.
constexpr double early_call_flops = 8e9;
// A dimension of a few blocks is a panel of somebody's blocked algorithm: there is nothing to gain from it.
constexpr Extent least_dimension = 128;
constexpr Extent panel_blocks = 2;

Extent width_in_place(const CallShape& shape, const Distribution& caller) {
  if (!is_factorization(shape.kind)) return product_panel;
  return caller.q() == 1 ? widest_panel : std::min(caller.cols.nb(), widest_panel);
}

Extent least_of(const CallShape& shape) { return std::min({shape.m, shape.n, shape.k}); }

}  // namespace

std::string_view way_name(Way way) {
  constexpr std::array<std::string_view, 3> names{"forward", "in_place", "moved"};
  return names[static_cast<std::size_t>(way)];
}

Ways predict_unmoved(const Platform& platform, const CallShape& shape, const Placed& caller) {
  const Extent width = width_in_place(shape, caller.distribution);
  return {reference_seconds(platform, shape, caller), width, predict(platform, shape, caller, width), {}};
}

Ways predict_ways(const Platform& platform, const CallShape& shape, const Placed& caller,
                  const GridChoiceOptions& options) {
  Ways ways = predict_unmoved(platform, shape, caller);
  ways.moved = rank_layouts(platform, shape, caller, options);
  return ways;
}

double most_to_gain(const Platform& platform, const CallShape& shape, const Ways& unmoved,
                    const Margins& margins) {
  double speed = 0;
  for (const double t : platform.cycle_times) speed += 1 / t;
  const Extent longest = is_factorization(shape.kind) ? widest_panel : product_panel;
  const double least = flops(shape) * platform.seconds_per_flop / platform.rates.product(longest) / speed;
  return margins.moved * std::min(unmoved.reference, unmoved.in_place.total()) - least;
}

Margins margins_of(RoutineKind kind, bool measured) {
  return {in_place_gain(kind), measured ? doubtful_moved_gain : sure_moved_gain(kind)};
}

Decision decide(const Ways& ways, const Margins& margins, const Settled& settled,
                const Corrections& corrections) {
  const auto of = [&](Way way) -> const Correction& { return corrections[static_cast<std::size_t>(way)]; };
  Decision decision{Way::forward, of(Way::forward).factor * ways.reference, {}};
  const auto compare = [&](Way way, double predicted, double margin, bool in_any_case) {
    const double seconds = of(way).factor * predicted;
    if (of(way).seen && of(decision.way).seen) margin = seen_gain;
    const Comparison comparison{way, decision.way, seconds, decision.seconds, margin, in_any_case};
    decision.comparisons.push_back(comparison);
    if (comparison.wins()) decision.way = way, decision.seconds = seconds;
  };
  compare(Way::in_place, ways.in_place.total(), margins.in_place, settled.taken);
  if (!settled.stays && !ways.moved.empty())
    compare(Way::moved, ways.moved.front().total(), margins.moved, settled.moved);
  return decision;
}

std::string comparison_words(const Comparison& c, std::string_view where, std::string_view settled_by) {
  const std::string what =
      fmt::format("{} {}: {:.4g} s", c.way == Way::moved ? "moved to" : "in place on", where, c.seconds);
  const std::string whose = c.other == Way::forward ? fmt::format("ScaLAPACK's {:.4g} s", c.other_seconds)
                                                    : fmt::format("the {:.4g} s in place", c.other_seconds);
  if (c.settled) return fmt::format("{}, whatever {}: {}", what, whose, settled_by);
  return fmt::format("{}, {}below {:.4g} s ({:.4g} % of {})", what, c.wins() ? "" : "not ", c.limit(),
                     100 * c.margin, whose);
}

// A copy: contexts are made by the hundred thousand, and the words take longer to make.
SizeLimits::SizeLimits() : SizeLimits(usual()) {}

const SizeLimits& SizeLimits::usual() {
  static const SizeLimits limits(least_flops, large_flops);
  return limits;
}

SizeLimits::SizeLimits(const std::vector<double>& cycle_times) : SizeLimits() {
  const auto [fastest, slowest] = std::ranges::minmax(cycle_times);
  if (slowest > fastest) *this = {least_flops * fastest / slowest, large_known_flops * fastest / slowest};
}

SizeLimits::SizeLimits(double least, double large)
    : least_(least),
      large_(large),
      too_small_(fmt::format("too small: less than {:.2g} operations per process, or a dimension below {}",
                             least, least_dimension)),
      too_small_alone_(fmt::format(
          "small: calls below {:.2g} operations per process are looked at once such ones have done as many",
          large)) {}

std::string_view SizeLimits::too_small(const CallShape& shape, int processes) const {
  const Extent least = least_of(shape);
  if (least >= least_dimension && flops(shape) / processes >= least_) return "";
  return least == 0 ? "empty: a dimension is 0" : std::string_view(too_small_);
}

std::string_view SizeLimits::too_small_alone(const CallShape& shape, int processes) const {
  return flops(shape) / processes >= large_ ? std::string_view() : std::string_view(too_small_alone_);
}

std::string_view too_few_blocks(const CallShape& shape, const Distribution& matrix) {
  if (least_of(shape) > panel_blocks * std::max(matrix.rows.nb(), matrix.cols.nb())) return "";
  return "too small: a dimension of at most two blocks";
}

std::string_view too_early(double operations, double in_calls, double seconds) {
  static const std::string early = fmt::format(
      "speeds are measured for a call of {:g} operations per process, or once calls have done {:g}, or taken "
      "{:g} s",
      early_call_flops, early_flops, early_seconds);
  const bool late =
      operations >= early_call_flops || in_calls + operations >= early_flops || seconds >= early_seconds;
  return late ? std::string_view() : std::string_view(early);
}

}  // namespace het
