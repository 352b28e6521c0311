#include "blacs_het/plan/methods/canonical.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace het {
namespace {

// Lines in the order of falling weights; of equal weights (up to rounding) the line with the faster processors first.
template <class TimeAt>
std::vector<int> falling(std::span<const double> weight, int others, TimeAt&& time_at) {
  std::vector<int> lines(weight.size());
  std::iota(lines.begin(), lines.end(), 0);
  const auto faster = [&](int a, int b) {
    for (int k = 0; k < others; ++k)
      if (time_at(a, k) != time_at(b, k)) return time_at(a, k) < time_at(b, k);
    return false;
  };
  std::stable_sort(lines.begin(), lines.end(), faster);
  std::stable_sort(lines.begin(), lines.end(), [&](int a, int b) {
    return weight[static_cast<std::size_t>(a)] > weight[static_cast<std::size_t>(b)];
  });
  return lines;
}

std::vector<double> in_order(std::span<const double> weight, const std::vector<int>& lines) {
  std::vector<double> result;
  for (const int line : lines) result.push_back(weight[static_cast<std::size_t>(line)]);
  return result;
}

Candidate sorted_lines(const Candidate& c, std::span<const double> cycle_times) {
  const Arrangement& a = c.arrangement;
  const std::vector<int> rows =
      falling(c.shares.row_weight, a.q(), [&](int i, int j) { return a.cycle_time(i, j); });
  const std::vector<int> cols =
      falling(c.shares.col_weight, a.p(), [&](int j, int i) { return a.cycle_time(i, j); });
  std::vector<int> order;
  for (const int i : rows)
    for (const int j : cols) order.push_back(a.order(i, j));
  Shares shares = normalised_shares(in_order(c.shares.row_weight, rows), in_order(c.shares.col_weight, cols));
  shares.optimal = c.shares.optimal;
  return {Arrangement(a.p(), a.q(), cycle_times, std::move(order)), std::move(shares), c.optimal};
}

Candidate upright(Candidate c) {
  const Arrangement flipped = c.arrangement.transposed();
  if (flipped.p() != flipped.q() ||
      !std::ranges::lexicographical_compare(flipped.cycle_times(), c.arrangement.cycle_times()))
    return c;
  return {flipped, transposed(c.shares), c.optimal};
}

}  // namespace

Arrangement equals_in_order(const Arrangement& a, std::span<const double> cycle_times) {
  std::vector<int> used(a.order().begin(), a.order().end()), cells(used.size()), order(used.size());
  std::iota(cells.begin(), cells.end(), 0);
  const auto t = a.cycle_times();
  std::stable_sort(cells.begin(), cells.end(), [&](int x, int y) {
    return t[static_cast<std::size_t>(x)] < t[static_cast<std::size_t>(y)];
  });
  std::sort(used.begin(), used.end(), [&](int x, int y) {
    const double tx = cycle_times[static_cast<std::size_t>(x)], ty = cycle_times[static_cast<std::size_t>(y)];
    return tx != ty ? tx < ty : x < y;
  });
  for (std::size_t k = 0; k < used.size(); ++k) order[static_cast<std::size_t>(cells[k])] = used[k];
  return Arrangement(a.p(), a.q(), cycle_times, std::move(order));
}

Candidate canonical(const Candidate& candidate, std::span<const double> cycle_times) {
  Candidate result = upright(sorted_lines(candidate, cycle_times));
  result.arrangement = equals_in_order(result.arrangement, cycle_times);
  return result;
}

}  // namespace het
