// What may and may not be read or written: NaN in unused operands, sub-matrices, one array for all, odd
// sizes.
#include "tests/dropin/client/client.hpp"

namespace het::testing {
namespace {

bool all_precisions(const ProcessGrid& grid, const ProductCase& one) {
  bool right = product_is_exact<float>(grid, one);
  right = product_is_exact<double>(grid, one) && right;
  right = product_is_exact<std::complex<float>>(grid, one) && right;
  return product_is_exact<std::complex<double>>(grid, one) && right;
}

bool transposes() {
  const ProcessGrid grid({2, 2});
  bool right = true;
  for (const char a : {'N', 'T', 'C'})
    for (const char b : {'N', 'T', 'C'})
      right =
          all_precisions(
              grid,
              {.m = 21, .n = 34, .k = 27, .trans_a = a, .trans_b = b, .offset = 2, .alpha = -2, .beta = 3}) &&
          right;
  return right;
}

bool nan_in_c_beta_zero() {
  const ProcessGrid grid({2, 2});
  return all_precisions(grid, {.offset = 3, .poison_c = true}) && all_precisions(grid, {.poison_c = true});
}

bool nan_in_ab_alpha_zero() {
  const ProcessGrid grid({2, 2});
  const bool scaled = all_precisions(grid, {.alpha = 0, .beta = 2, .poison_ab = true});
  return all_precisions(grid, {.alpha = 0, .beta = 0, .poison_c = true, .poison_ab = true}) && scaled;
}

// k = 0: C := beta C, whatever A and B hold.
bool empty_sum() {
  const ProcessGrid grid({2, 2});
  const bool scaled = all_precisions(grid, {.k = 0, .beta = 3, .poison_ab = true});
  return all_precisions(grid, {.k = 0, .beta = 0, .poison_c = true, .poison_ab = true}) && scaled;
}

bool empty_result() {
  const ProcessGrid grid({2, 2});
  const bool no_rows = all_precisions(grid, {.m = 0, .offset = 1});
  return all_precisions(grid, {.n = 0, .offset = 1}) && no_rows;
}

// Fewer rows than a block, one row, one column, a single number; shares of nothing.
bool thin() {
  const ProcessGrid grid({2, 2});
  bool right = true;
  for (const ProductCase& one :
       {ProductCase{.m = 1, .n = 30, .k = 20}, ProductCase{.m = 30, .n = 1, .k = 20},
        ProductCase{.m = 30, .n = 20, .k = 1}, ProductCase{.m = 1, .n = 1, .k = 1},
        ProductCase{.m = 3, .n = 2, .k = 50, .mb = 8, .nb = 8, .rsrc = 1, .csrc = 1}})
    right = all_precisions(grid, one) && right;
  return right;
}

bool sources_and_offsets() {
  const ProcessGrid grid({2, 2});
  bool right = true;
  for (const int offset : {1, 4, 7, 13})
    right = all_precisions(grid, {.m = 31,
                                  .n = 22,
                                  .k = 45,
                                  .mb = 5,
                                  .nb = 3,
                                  .ragged = true,
                                  .offset = offset,
                                  .rsrc = 1,
                                  .csrc = offset % 2,
                                  .beta = 1}) &&
            right;
  return right;
}

// A, B and C are disjoint windows of one array: C = columns 1..20, A = 21..50, B = 51..70 of a 40 x 70
// matrix.
template <class T>
bool windows_of_one(const ProcessGrid& grid) {
  const int m = 40, n = 20, k = 30, one = 1, ja = 21, jb = 51;
  DistributedMatrix<T> all(grid, {40, 70, 4, 4, 0, 0});
  all.fill([](int i, int j) { return whole_entry<T>(i, j, 5); });
  const T alpha(1), beta(0);
  const auto d = all.descriptor();
  pgemm("N", "N", &m, &n, &k, &alpha, all.data(), &one, &ja, d.data(), all.data(), &one, &jb, d.data(), &beta,
        all.data(), &one, &one, d.data());
  return all.pads_intact() && all.equals([&](int i, int j) {
    if (j >= n) return whole_entry<T>(i, j, 5);
    T sum{};
    for (int l = 0; l < k; ++l) sum += whole_entry<T>(i, ja - 1 + l, 5) * whole_entry<T>(l, jb - 1 + j, 5);
    return sum;
  });
}

bool one_array() {
  const ProcessGrid grid({2, 2});
  const bool real = windows_of_one<float>(grid) && windows_of_one<double>(grid);
  return windows_of_one<std::complex<float>>(grid) && windows_of_one<std::complex<double>>(grid) && real;
}

}  // namespace

std::vector<Scenario> value_scenarios() {
  return {fixed("transposes", "all pairs of N, T, C", transposes),
          fixed("nan_in_c_beta_zero", "C may hold NaN when beta = 0", nan_in_c_beta_zero),
          fixed("nan_in_ab_alpha_zero", "A and B are not read when alpha = 0", nan_in_ab_alpha_zero),
          fixed("empty_sum", "k = 0", empty_sum),
          fixed("empty_result", "m = 0 or n = 0", empty_result),
          fixed("thin", "single rows and columns, less than a block", thin),
          fixed("sources_and_offsets", "unaligned sub-matrices, first blocks elsewhere", sources_and_offsets),
          fixed("one_array", "A, B and C in one array", one_array)};
}

}  // namespace het::testing
