#include "blacs_het/plan/rounding/best_period.hpp"

#include <algorithm>
#include <vector>

#include "blacs_het/plan/line.hpp"
#include "blacs_het/plan/rounding/row_search.hpp"
#include "src/base/error.hpp"

namespace het {
namespace {

constexpr std::size_t finalists = 8;

struct Period {
  Extent rows = 0, cols = 0;
  double time_per_block = 0;
};

// Shorter of equally good ones.
bool is_better(const Period& a, const Period& b) {
  if (a.time_per_block < b.time_per_block * (1 - 1e-9)) return true;
  return a.time_per_block <= b.time_per_block * (1 + 1e-9) && a.rows * a.cols < b.rows * b.cols;
}

void offer(std::vector<Period>& best, const Period& period) {
  if (best.size() == finalists && !is_better(period, best.back())) return;
  if (best.size() == finalists) best.pop_back();
  best.insert(std::upper_bound(best.begin(), best.end(), period, is_better), period);
}

// All periods, with rows rounded by themselves and the best columns beside them.
void offer_all(const Arrangement& a, std::span<const double> row_weight, Extent most_rows, Extent most_cols,
               bool transposed, std::vector<Period>& best) {
  const auto p = static_cast<std::size_t>(a.p()), q = static_cast<std::size_t>(a.q());
  for (Extent rows = a.p(); rows <= most_rows; ++rows) {
    const std::vector<double> loads =
        column_loads({p, q, a.cycle_times(), rows, 0}, round_shares(row_weight, rows));
    ChunkQueue columns(loads, std::vector<Extent>(q));
    double time = 0;
    for (Extent cols = 1; cols <= most_cols; ++cols) {
      const std::size_t last = columns.give();
      time = std::max(time, loads[last] * static_cast<double>(columns.counts()[last]));
      if (cols < a.q()) continue;
      const double per_block = time / (static_cast<double>(rows) * static_cast<double>(cols));
      offer(best, transposed ? Period{cols, rows, per_block} : Period{rows, cols, per_block});
    }
  }
}

void require_period(const Arrangement& a, Extent rows, Extent cols) {
  require(
      rows >= a.p() && cols >= a.q(),
      "a period of {} x {} blocks is too small for a {} x {} grid; it needs a block for each grid row and "
      "each grid column",
      rows, cols, a.p(), a.q());
}

}  // namespace

IntegerShares period_shares(const Arrangement& a, const Shares& shares, Extent rows, Extent cols) {
  require_period(a, rows, cols);
  return round_to_pattern(a, shares, rows, cols);
}

IntegerShares best_period(const Arrangement& a, const Shares& shares, Extent most_rows, Extent most_cols) {
  require_period(a, most_rows, most_cols);
  std::vector<Period> best;
  offer_all(a, shares.row_weight, most_rows, most_cols, false, best);
  offer_all(a.transposed(), shares.col_weight, most_cols, most_rows, true, best);
  IntegerShares result;
  for (const Period& period : best) {
    IntegerShares rounded = round_to_pattern(a, shares, period.rows, period.cols);
    if (result.rows.empty() || rounded.imbalance < result.imbalance * (1 - 1e-9)) result = std::move(rounded);
  }
  return result;
}

}  // namespace het
