#include "blacs_het/plan/rounding/row_search.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "blacs_het/plan/line.hpp"

namespace het {
namespace {

class RowSearch {
 public:
  RowSearch(const RoundingProblem& problem, RoundedRows known, WorkLimit& limit)
      : problem_(problem), best_(std::move(known)), wanted_(best_.rows), rows_(problem.p), limit_(limit) {}

  RoundedRows result() {
    choose(0, problem_.row_blocks, std::vector<double>(problem_.q));
    best_.optimal = !limit_.exhausted();
    return best_;
  }

 private:
  std::span<const double> times_of(std::size_t row) const {
    return problem_.cycle_times.subspan(row * problem_.q, problem_.q);
  }
  // Column blocks that fit into less than the best time, when column j has that load.
  double columns_beside(std::span<const double> loads, std::span<const double> times, double row) {
    limit_.take(2 * static_cast<double>(loads.size()));
    const double time = best_.time * (1 - 1e-12), most = static_cast<double>(problem_.col_blocks);
    double columns = 0;
    for (std::size_t j = 0; j < loads.size() && columns < most; ++j) {
      const double load = std::max(loads[j], row * times[j]);
      columns += load * most <= time ? most : std::floor(time / load);
    }
    return columns;
  }
  // The most blocks that a row can take beside those chosen; -1 when not even none.
  Extent room_in(std::size_t row, std::span<const double> loads, Extent left) {
    const double most = static_cast<double>(problem_.col_blocks);
    const auto fits = [&](Extent blocks) {
      return columns_beside(loads, times_of(row), static_cast<double>(blocks)) >= most;
    };
    Extent low = -1, high = left + 1;  // low fits, high does not
    while (high - low > 1) {
      const Extent middle = low + (high - low) / 2;
      (fits(middle) ? low : high) = middle;
    }
    return low;
  }
  bool is_twin(std::size_t row) const {
    return row > 0 && std::ranges::equal(times_of(row), times_of(row - 1));
  }

  void choose(std::size_t row, Extent left, const std::vector<double>& loads) {
    if (row == problem_.p) return accept(loads);
    Extent later = 0;
    for (std::size_t k = row + 1; k < problem_.p; ++k) {
      const Extent room = room_in(k, loads, left);
      if (room < 0 || limit_.exhausted()) return;
      later = std::min(left, later + room);
    }
    Extent most =
        row + 1 == problem_.p ? std::min(left, room_in(row, loads, left)) : room_in(row, loads, left);
    if (is_twin(row)) most = std::min(most, rows_[row - 1]);  // equal rows: one of the equal choices
    const Extent least = left - later;
    // Outwards from what is known to be good.
    const Extent centre = std::clamp(wanted_[row], least, std::max(least, most));
    for (Extent off = 0; centre + off <= most || centre - off >= least; ++off) {
      if (centre + off <= most) take(row, centre + off, left, loads);
      if (off > 0 && centre - off >= least && centre - off <= most) take(row, centre - off, left, loads);
      if (limit_.exhausted()) return;
    }
  }
  void take(std::size_t row, Extent blocks, Extent left, const std::vector<double>& loads) {
    const std::span<const double> times = times_of(row);
    if (limit_.exhausted() ||
        columns_beside(loads, times, static_cast<double>(blocks)) < static_cast<double>(problem_.col_blocks))
      return;
    rows_[row] = blocks;
    std::vector<double> next = loads;
    for (std::size_t j = 0; j < next.size(); ++j)
      next[j] = std::max(next[j], static_cast<double>(blocks) * times[j]);
    choose(row + 1, left - blocks, next);
  }
  void accept(const std::vector<double>& loads) {
    const double time = best_time(loads, problem_.col_blocks);
    if (time < best_.time * (1 - 1e-12)) best_.rows = rows_, best_.time = time;
  }
  double best_time(const std::vector<double>& loads, Extent blocks) {
    limit_.take(20 * static_cast<double>(problem_.q));
    const double largest = *std::max_element(loads.begin(), loads.end());
    if (largest == 0) return 0;
    std::vector<double> relative;
    for (const double load : loads) relative.push_back(std::max(load / largest, 1e-15));
    return largest * makespan(relative, allocate_line(relative, blocks));
  }

  RoundingProblem problem_;
  RoundedRows best_;
  std::vector<Extent> wanted_, rows_;
  WorkLimit& limit_;
};

}  // namespace

std::vector<double> column_loads(const RoundingProblem& problem, std::span<const Extent> rows) {
  std::vector<double> loads(problem.q);
  for (std::size_t k = 0; k < problem.cycle_times.size(); ++k)
    loads[k % problem.q] =
        std::max(loads[k % problem.q], static_cast<double>(rows[k / problem.q]) * problem.cycle_times[k]);
  return loads;
}

RoundedRows search_rows(const RoundingProblem& problem, RoundedRows known, WorkLimit& limit) {
  return RowSearch(problem, std::move(known), limit).result();
}

}  // namespace het
