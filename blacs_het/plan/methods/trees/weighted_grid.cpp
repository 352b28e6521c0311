#include "blacs_het/plan/methods/trees/weighted_grid.hpp"

#include <algorithm>
#include <numeric>

namespace het {
namespace {

// The rows of a grid with equal ones merged, in the order of their first members.
struct MergedRows {
  WeightedGrid grid;
  std::vector<std::size_t> merged_of;
};

MergedRows merged_rows(const WeightedGrid& from) {
  const auto row = [&](std::size_t i) { return std::span(from.cycle_times).subspan(i * from.q, from.q); };
  const auto equal = [&](std::size_t a, std::size_t b) { return std::ranges::equal(row(a), row(b)); };
  std::vector<std::size_t> sorted(from.p), first(from.p);
  std::iota(sorted.begin(), sorted.end(), std::size_t{0});
  std::stable_sort(sorted.begin(), sorted.end(), [&](std::size_t a, std::size_t b) {
    return std::ranges::lexicographical_compare(row(a), row(b));
  });
  for (std::size_t k = 0; k < from.p; ++k)
    first[sorted[k]] = k > 0 && equal(sorted[k], sorted[k - 1]) ? first[sorted[k - 1]] : sorted[k];

  MergedRows result{{0, from.q, {}, {}, from.col_count}, std::vector<std::size_t>(from.p)};
  for (std::size_t i = 0; i < from.p; ++i) {
    if (first[i] == i) {
      result.merged_of[i] = result.grid.p++;
      result.grid.cycle_times.insert(result.grid.cycle_times.end(), row(i).begin(), row(i).end());
      result.grid.row_count.push_back(0);
    }
    result.merged_of[i] = result.merged_of[first[i]];
    result.grid.row_count[result.merged_of[i]] += from.row_count[i];
  }
  return result;
}

}  // namespace

WeightedGrid plain_grid(std::size_t p, std::size_t q, std::span<const double> cycle_times) {
  return {p,
          q,
          {cycle_times.begin(), cycle_times.end()},
          std::vector<double>(p, 1.0),
          std::vector<double>(q, 1.0)};
}

WeightedGrid transposed(const WeightedGrid& grid) {
  WeightedGrid result{grid.q, grid.p, {}, grid.col_count, grid.row_count};
  result.cycle_times.reserve(grid.cycle_times.size());
  for (std::size_t j = 0; j < grid.q; ++j)
    for (std::size_t i = 0; i < grid.p; ++i) result.cycle_times.push_back(grid.cycle_time(i, j));
  return result;
}

MergedGrid merged_grid(std::size_t p, std::size_t q, std::span<const double> cycle_times) {
  MergedRows rows = merged_rows(plain_grid(p, q, cycle_times));
  MergedRows cols = merged_rows(transposed(rows.grid));
  return {transposed(cols.grid), std::move(rows.merged_of), std::move(cols.merged_of)};
}

}  // namespace het
