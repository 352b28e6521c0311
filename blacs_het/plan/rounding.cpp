#include "blacs_het/plan/rounding.hpp"

#include <algorithm>
#include <numeric>
#include <ostream>

#include "blacs_het/plan/cycle_times.hpp"
#include "blacs_het/plan/line.hpp"
#include "blacs_het/plan/rounding/row_search.hpp"
#include "src/base/error.hpp"

namespace het {
namespace {

// max_ij(rows_i t_ij cols_j): the time of one pattern.
double time_of(const Arrangement& a, std::span<const Extent> rows, std::span<const Extent> cols) {
  double longest = 0;
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t j = 0; j < cols.size(); ++j)
      longest = std::max(longest, static_cast<double>(rows[i]) * a.cycle_times()[i * cols.size() + j] *
                                      static_cast<double>(cols[j]));
  return longest;
}

// The best columns beside given rows: a line of processors with cycle-times max_i rows_i t_ij.
std::vector<Extent> best_columns(const Arrangement& a, std::span<const Extent> rows, Extent col_blocks) {
  const double total = static_cast<double>(std::accumulate(rows.begin(), rows.end(), Extent{0}));
  std::vector<double> weight(
      rows.size());  // as parts of 1: within the range of cycle-times however many blocks
  for (std::size_t i = 0; i < rows.size(); ++i)
    weight[i] = static_cast<double>(rows[i]) / std::max(total, 1.0);
  std::vector<double> columns = fitting_columns(a, weight);
  return round_shares(columns, col_blocks);
}

struct Rounded {
  std::vector<Extent> rows, cols;
  double time = 0;
  bool optimal = false;
};

// From given rows to a pair that no change of one side improves.
Rounded alternated(const Arrangement& a, const Arrangement& flipped, std::vector<Extent> rows,
                   Extent row_blocks, Extent col_blocks) {
  std::vector<Extent> cols = best_columns(a, rows, col_blocks);
  double time = time_of(a, rows, cols);
  while (true) {
    std::vector<Extent> new_rows = best_columns(flipped, cols, row_blocks);
    std::vector<Extent> new_cols = best_columns(a, new_rows, col_blocks);
    const double new_time = time_of(a, new_rows, new_cols);
    if (!(new_time < time)) return {std::move(rows), std::move(cols), time, false};
    rows = std::move(new_rows), cols = std::move(new_cols), time = new_time;
  }
}

Extent sum(const std::vector<Extent>& counts) {
  return std::accumulate(counts.begin(), counts.end(), Extent{0});
}

// The same or better, searched over the rows.
Rounded proven(const Arrangement& a, Rounded known, WorkLimit& limit) {
  const Extent col_blocks = sum(known.cols);
  RoundedRows found = search_rows({static_cast<std::size_t>(a.p()), static_cast<std::size_t>(a.q()),
                                   a.cycle_times(), sum(known.rows), col_blocks},
                                  {known.rows, known.time, false}, limit);
  known.optimal = found.optimal;
  if (found.time >= known.time) return known;
  std::vector<Extent> cols = best_columns(a, found.rows, col_blocks);
  const double time = time_of(a, found.rows, cols);
  return {std::move(found.rows), std::move(cols), time, found.optimal};
}

double imbalance_of(const Arrangement& a, double time, double row_blocks, double col_blocks) {
  return row_blocks * col_blocks == 0 ? 1 : time * work_rate_bound(a) / (row_blocks * col_blocks);
}

}  // namespace

std::ostream& operator<<(std::ostream& out, const IntegerShares& shares) {
  out << "rows";
  for (const Extent r : shares.rows) out << ' ' << r;
  out << ", columns";
  for (const Extent c : shares.cols) out << ' ' << c;
  return out << ", imbalance " << shares.imbalance;
}

std::vector<Extent> round_shares(std::span<const double> weights, Extent total) {
  require(!weights.empty(), "there are no weights to round");
  const double largest = *std::max_element(weights.begin(), weights.end());
  std::vector<double> cycle_times;
  for (const double w : weights) cycle_times.push_back(std::min(largest / w, max_cycle_time));
  return allocate_line(cycle_times, total);
}

IntegerShares round_to_pattern(const Arrangement& arrangement, const Shares& shares, Extent row_blocks,
                               Extent col_blocks, double steps) {
  require(row_blocks >= 0 && col_blocks >= 0, "a pattern of {} x {} blocks is impossible", row_blocks,
          col_blocks);
  const Arrangement flipped = arrangement.transposed();
  if (row_blocks == 0 || col_blocks == 0)
    return {round_shares(shares.row_weight, row_blocks), round_shares(shares.col_weight, col_blocks), 1,
            true};
  Rounded best =
      alternated(arrangement, flipped, round_shares(shares.row_weight, row_blocks), row_blocks, col_blocks);
  Rounded other =
      alternated(flipped, arrangement, round_shares(shares.col_weight, col_blocks), col_blocks, row_blocks);
  if (other.time < best.time) best = {std::move(other.cols), std::move(other.rows), other.time, false};

  const double blocks = static_cast<double>(row_blocks) * static_cast<double>(col_blocks);
  const double fastest = shares.optimal ? shares.work_rate : work_rate_bound(arrangement);
  best.optimal = best.time * fastest <= blocks * (1 + 1e-12);
  if (!best.optimal && steps > 0) {
    WorkLimit limit(steps);
    if (arrangement.p() <= arrangement.q()) {
      best = proven(arrangement, std::move(best), limit);
    } else {
      best = proven(flipped, {std::move(best.cols), std::move(best.rows), best.time, false}, limit);
      std::swap(best.rows, best.cols);
    }
  }
  const double quality =
      imbalance_of(arrangement, best.time, static_cast<double>(row_blocks), static_cast<double>(col_blocks));
  return {std::move(best.rows), std::move(best.cols), quality, best.optimal};
}

double imbalance(const Arrangement& arrangement, std::span<const Extent> rows, std::span<const Extent> cols) {
  const auto sum = [](std::span<const Extent> counts) {
    return static_cast<double>(std::accumulate(counts.begin(), counts.end(), Extent{0}));
  };
  return imbalance_of(arrangement, time_of(arrangement, rows, cols), sum(rows), sum(cols));
}

}  // namespace het
