#include "blacs_het/plan/methods/svd/svd.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "blacs_het/plan/methods/heuristic/heuristic.hpp"
#include "blacs_het/plan/methods/natural/natural.hpp"

namespace het {
namespace {

constexpr int most_rounds = 100;
constexpr int most_iterations = 50;

// rows_i = sum_j cols_j / t_ij / sum_j cols_j^2: the best rows beside given columns. step: from one column to the
// next.
void fit(std::vector<double>& rows, const std::vector<double>& cols, std::span<const double> t,
         std::size_t row_step, std::size_t col_step) {
  double squares = 0;
  for (const double c : cols) squares += c * c;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    double sum = 0;
    for (std::size_t j = 0; j < cols.size(); ++j) sum += cols[j] / t[i * row_step + j * col_step];
    rows[i] = sum / squares;
  }
}

Shares best_completion(const Arrangement& a, const RankOne& approximation) {
  Shares from_rows = fitted_shares(a, approximation.rows);
  Shares from_cols = fitted_shares(a, fitting_rows(a, approximation.cols));
  return better(from_cols, from_rows) ? from_cols : from_rows;
}

// The k-th fastest processor at the place with the k-th largest u_i v_j; of equal places the one that had the faster
// processor, so that the arrangement can stay.
std::vector<int> sorted_order(const Arrangement& a, const RankOne& ideal, const std::vector<int>& by_speed) {
  const std::size_t q = ideal.cols.size();
  std::vector<std::size_t> places(a.order().size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  const auto t = a.cycle_times();
  const auto speed = [&](std::size_t k) { return ideal.rows[k / q] * ideal.cols[k % q]; };
  std::stable_sort(places.begin(), places.end(), [&](std::size_t x, std::size_t y) {
    return speed(x) != speed(y) ? speed(x) > speed(y) : t[x] < t[y];
  });
  std::vector<int> order(places.size());
  for (std::size_t k = 0; k < places.size(); ++k) order[places[k]] = by_speed[k];
  return order;
}

}  // namespace

RankOne rank_one_speeds(const Arrangement& a) {
  const auto p = static_cast<std::size_t>(a.p()), q = static_cast<std::size_t>(a.q());
  RankOne result{std::vector<double>(p, 1.0), std::vector<double>(q, 1.0)};
  for (int k = 0; k < most_iterations; ++k) {
    const std::vector<double> before = result.cols;
    fit(result.rows, result.cols, a.cycle_times(), q, 1);
    fit(result.cols, result.rows, a.cycle_times(), 1, q);
    double change = 0;
    for (std::size_t j = 0; j < q; ++j)
      change = std::max(change, std::abs(result.cols[j] - before[j]) / result.cols[j]);
    if (change < 1e-12) break;
  }
  return result;
}

Shares svd_shares(const Arrangement& arrangement) {
  return best_completion(arrangement, rank_one_speeds(arrangement));
}

Candidate svd_candidate(std::span<const double> cycle_times, int p, int q) {
  const std::vector<int> by_speed = fastest(cycle_times, p * q);
  Arrangement now = natural_arrangement(cycle_times, p, q);
  Candidate best{now, svd_shares(now), false};
  for (int round = 0; round < most_rounds; ++round) {
    Arrangement next(p, q, cycle_times, sorted_order(now, rank_one_speeds(now), by_speed));
    if (std::ranges::equal(next.cycle_times(), now.cycle_times())) break;
    now = std::move(next);
    if (Shares shares = svd_shares(now); better(shares, best.shares)) best = {now, std::move(shares), false};
  }
  return best;
}

}  // namespace het
