#include "blacs_het/plan/methods/heuristic/heuristic.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "src/base/error.hpp"
#include "src/model/total_speed.hpp"

namespace het {
namespace {

constexpr double tan_25 = 0.46630765815499858;
constexpr double jump = tan_25 / (1 + tan_25);  // turn of 25 degrees

// From a line of slope a to a line of slope b: 0 for the same direction, 1 at 90 degrees, 2 at 180, negative
// downwards. Arithmetic alone: an arc tangent may be rounded differently on another processor.
double turn(double a, double b) {
  const double sine = b - a, cosine = 1 + a * b;  // times the same positive number
  const double part = std::abs(sine) / (std::abs(sine) + std::abs(cosine));
  return (sine > 0 ? 1 : -1) * (cosine > 0 ? part : 2 - part);
}

// The last `rows` rows and `cols` columns of a grid.
struct Frame {
  int rows = 0;
  int cols = 0;
};

// The frame of a p x q grid with the fewest places among those that hold `slow` processors and leave a fast
// one.
Frame smallest_frame(int p, int q, int slow) {
  Frame best;
  int best_places = p * q;
  for (int rows = 0; rows < p; ++rows)
    for (int cols = 0; cols < q; ++cols) {
      const int places = p * q - (p - rows) * (q - cols);
      const bool fewer =
          places < best_places || (places == best_places && rows + cols < best.rows + best.cols);
      if (places >= slow && fewer) best = {rows, cols}, best_places = places;
    }
  return best;
}

// Fills a p x q matrix of places, rows x cols of it from (0, 0), alternating between column and row of each
// border.
class BorderFill {
 public:
  BorderFill(int q, std::vector<int>& order) : q_(static_cast<std::size_t>(q)), order_(order) {}

  // Takes rows * cols processors from `next` on.
  const int* fill(int rows, int cols, const int* next) {
    for (int d = 0; d < std::min(rows, cols); ++d) {
      place(d, d) = *next++;
      for (int k = d + 1; k < std::max(rows, cols); ++k) {
        if (k < rows) place(k, d) = *next++;
        if (k < cols) place(d, k) = *next++;
      }
    }
    return next;
  }
  int& place(int i, int j) { return order_[static_cast<std::size_t>(i) * q_ + static_cast<std::size_t>(j)]; }

 private:
  std::size_t q_;
  std::vector<int>& order_;
};

Frame slow_frame(std::span<const double> sorted_cycle_times, int p, int q) {
  const int slow = p * q - processors_before_jump(sorted_cycle_times);
  return slow == 0 ? Frame{} : smallest_frame(p, q, slow);
}

// n / sum(1/t): the cycle-time that n equal processors in place of these would have.
double harmonic_mean(std::span<const double> t) { return static_cast<double>(t.size()) / total_speed(t); }

// Keeps the first column of the leading rows x cols submatrix busy; columns first, then the rows that are
// left.
Shares shares_of_first_column(const Arrangement& a, int rows) {
  std::vector<double> columns(static_cast<std::size_t>(a.q()));
  for (int j = 0; j < a.q(); ++j) {
    double load = 0;  // max_i r_i t_ij with r_i = 1 / t_i0
    for (int i = 0; i < rows; ++i) load = std::max(load, a.cycle_time(i, j) / a.cycle_time(i, 0));
    columns[static_cast<std::size_t>(j)] = 1 / load;
  }
  return fitted_shares(a, fitting_rows(a, columns));
}

}  // namespace

std::vector<int> fastest(std::span<const double> cycle_times, int count) {
  require(count <= static_cast<int>(cycle_times.size()), "{} processors are wanted of {}", count,
          cycle_times.size());
  std::vector<int> order(cycle_times.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    return cycle_times[static_cast<std::size_t>(a)] < cycle_times[static_cast<std::size_t>(b)];
  });
  order.resize(static_cast<std::size_t>(count));
  return order;
}

int processors_before_jump(std::span<const double> t) {
  const std::size_t n = t.size();
  std::size_t at = n;
  double sharpest = jump;
  double mean = 0, squares = 0, last = 0, last_slope = 0;
  for (std::size_t k = 1; k <= n; ++k) {
    const double x = t[k - 1] / t[0], off = x - mean;
    mean += off / static_cast<double>(k);
    squares += off * (x - mean);  // sum (t_i - e_k)^2, updated
    const double height = std::sqrt(squares) / static_cast<double>(k);
    if (k > 1) {
      const double slope = height - last, by = turn(last_slope, slope);
      if (by > sharpest) sharpest = by, at = k - 1;
      last_slope = slope;
    }
    last = height;
  }
  return static_cast<int>(at);
}

Arrangement heuristic_arrangement(std::span<const double> cycle_times, int p, int q) {
  const std::vector<int> chosen = fastest(cycle_times, p * q);
  std::vector<double> sorted;
  for (const int k : chosen) sorted.push_back(cycle_times[static_cast<std::size_t>(k)]);
  const Frame frame = slow_frame(sorted, p, q);
  const int rows = p - frame.rows, cols = q - frame.cols;

  std::vector<int> order(chosen.size());
  BorderFill fill(q, order);
  const int* next = fill.fill(rows, cols, chosen.data());
  for (int j = cols; j < q; ++j)
    for (int i = 0; i < rows; ++i) fill.place(i, j) = *next++;
  for (int i = rows; i < p; ++i)
    for (int j = 0; j < q; ++j) fill.place(i, j) = *next++;
  return Arrangement(p, q, cycle_times, std::move(order));
}

Shares heuristic_shares(const Arrangement& a) {
  std::vector<double> sorted(a.cycle_times().begin(), a.cycle_times().end());
  std::sort(sorted.begin(), sorted.end());
  const Frame frame = slow_frame(sorted, a.p(), a.q());
  const int rows = a.p() - frame.rows, cols = a.q() - frame.cols;

  std::vector<double> first_row, first_column;
  for (int j = 0; j < cols; ++j) first_row.push_back(a.cycle_time(0, j));
  for (int i = 0; i < rows; ++i) first_column.push_back(a.cycle_time(i, 0));
  const double row = harmonic_mean(first_row), column = harmonic_mean(first_column);
  const bool equal = std::abs(row - column) <= 1e-12 * row;
  if (equal ? rows >= cols : column < row) return shares_of_first_column(a, rows);
  return transposed(shares_of_first_column(a.transposed(), cols));
}

}  // namespace het
