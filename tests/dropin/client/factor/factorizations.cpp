// What a factorization may and may not read and write, and how it ends when the matrix is not what it should be.
#include "tests/dropin/client/client.hpp"
#include "tests/dropin/client/factor/factor_check.hpp"

namespace het::testing {
namespace {

using Check = bool (*)(const ProcessGrid&, const SubMatrixCase&);

bool all_of(const ProcessGrid& grid, Check check, std::initializer_list<SubMatrixCase> cases) {
  bool right = true;
  for (const SubMatrixCase& one : cases) right = check(grid, one) && right;
  return right;
}

// Square, tall, wide; fewer rows and columns than a block; single rows and columns.
bool shapes() {
  const ProcessGrid grid({2, 2});
  return all_of(grid, factors_are_lapacks,
                {{.m = 52, .n = 52},
                 {.m = 71, .n = 23},
                 {.m = 23, .n = 71},
                 {.m = 3, .n = 2, .mb = 8, .nb = 8},
                 {.m = 1, .n = 40},
                 {.m = 40, .n = 1},
                 {.m = 1, .n = 1},
                 {.m = 60, .n = 33, .mb = 1, .nb = 1},
                 {.m = 33, .n = 47, .mb = 64, .nb = 64}});
}

bool factor_offsets() {
  const ProcessGrid grid({2, 2});
  const bool aligned =
      all_of(grid, factors_are_lapacks,
             {{.i0 = 4, .j0 = 8},
              {.mb = 5, .nb = 5, .i0 = 15, .j0 = 5, .rsrc = 1},
              {.m = 34, .n = 34, .mb = 3, .nb = 3, .i0 = 3, .j0 = 12, .rsrc = 1, .csrc = 1}});
  // QR takes sub-matrices that start anywhere, and blocks that are not square.
  return all_of(grid, qr_is_lapacks,
                {{.mb = 5, .nb = 3, .i0 = 7, .j0 = 4, .rsrc = 1},
                 {.m = 31, .n = 60, .mb = 2, .nb = 7, .i0 = 1, .j0 = 13, .csrc = 1},
                 {.m = 60, .n = 31, .mb = 6, .nb = 4, .i0 = 5, .j0 = 3, .rsrc = 1, .csrc = 1}}) &&
         aligned;
}

// Many panels, wide blocks: look-ahead and all its corners.
bool larger() {
  const ProcessGrid grid({2, 2});
  return factors_are_lapacks(grid, {.m = 310, .n = 290, .mb = 16, .nb = 16, .i0 = 16, .j0 = 32});
}

// Wide blocks, so large that among equal processes there is nothing to gain by moving.
bool wide_blocks() {
  const ProcessGrid grid({2, 2});
  const bool aligned =
      factors_are_lapacks(grid, {.m = 560, .n = 520, .mb = 64, .nb = 64, .i0 = 64, .j0 = 128, .rsrc = 1});
  const bool any =
      qr_is_lapacks(grid, {.m = 540, .n = 510, .mb = 48, .nb = 64, .i0 = 7, .j0 = 30, .csrc = 1});
  return lu_is_lapacks(
             grid, {.m = 560, .n = 520, .mb = 64, .nb = 64, .special = Special::zero_column, .at = 200}) &&
         cholesky_is_lapacks(
             grid,
             {.m = 520, .n = 520, .mb = 64, .nb = 64, .special = Special::negative_diagonal, .at = 300}) &&
         any && aligned;
}

// A zero pivot sets INFO, the first one counts, and LU goes on.
bool singular() {
  const ProcessGrid grid({2, 2});
  bool right = true;
  for (const int at : {0, 6, 22, 40})
    right = lu_is_lapacks(grid, {.i0 = 4, .j0 = 4, .special = Special::zero_column, .at = at}) && right;
  return right;
}

bool not_definite() {
  const ProcessGrid grid({2, 2});
  bool right = true;
  for (const int at : {0, 6, 22, 40})
    right = cholesky_is_lapacks(grid, {.i0 = 4, .j0 = 4, .special = Special::negative_diagonal, .at = at}) &&
            right;
  return right;
}

// They end, and what is around stays as it was.
bool not_finite() {
  const ProcessGrid grid({2, 2});
  bool right = true;
  for (const Special special : {Special::not_a_number, Special::infinite})
    for (const int at : {0, 13, 40})
      right = factors_are_lapacks(grid, {.i0 = 4, .j0 = 4, .special = special, .at = at}) && right;
  return right;
}

}  // namespace

bool factorizations_on(const ProcessGrid& grid) {
  return all_of(grid, factors_are_lapacks, {{}, {.m = 37, .n = 50, .mb = 3, .nb = 3, .i0 = 6, .j0 = 3}});
}

std::vector<Scenario> factor_scenarios() {
  return {fixed("shapes", "square, tall, wide, small factorizations", shapes),
          fixed("factor_offsets", "sub-matrices, first blocks elsewhere", factor_offsets),
          fixed("larger", "factorizations of many panels", larger),
          fixed("wide_blocks", "factorizations in blocks of 64", wide_blocks),
          fixed("singular", "LU with columns of zeros", singular),
          fixed("not_definite", "Cholesky that must fail", not_definite),
          fixed("not_finite", "factorizations with NaN and Inf", not_finite)};
}

}  // namespace het::testing
