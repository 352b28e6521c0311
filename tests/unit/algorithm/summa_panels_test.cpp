// The panels of SUMMA are those that its model predicts.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>

#include "src/algorithm/summa.hpp"
#include "src/model/product/product_model.hpp"

namespace het {
namespace {

class SummaPanels : public testing::Test {
 protected:
  Extent up_to(Extent most) { return std::uniform_int_distribution<Extent>(1, most)(random_); }
  int coordinate(int processes) { return static_cast<int>(up_to(processes)) - 1; }

  std::mt19937 random_{7};
};

void expect_equal(const ProductPanels& of_kernel, const ProductPanels& of_model, const std::string& what) {
  EXPECT_EQ(of_kernel.pieces.count, of_model.pieces.count) << what;
  EXPECT_EQ(of_kernel.pieces.round, of_model.pieces.round) << what;
  EXPECT_EQ(of_kernel.pieces.of_both, of_model.pieces.of_both) << what;
  const auto &kernel = of_kernel.shape, &model = of_model.shape;
  EXPECT_EQ(kernel.width, model.width) << what;
  EXPECT_EQ(kernel.steps, model.steps) << what;
  EXPECT_EQ(kernel.depth, model.depth) << what;
  EXPECT_EQ(kernel.less_at_first, model.less_at_first) << what;
  EXPECT_EQ(kernel.less_at_last, model.less_at_last) << what;
}

// Parts (i, j), (i, k) and (k, j) of matrices alike, where they lie and with C moved to another layout.
TEST_F(SummaPanels, AreThoseOfTheModelForOperandsDistributedAsC) {
  for (int test = 0; test < 1000; ++test) {
    const int p = static_cast<int>(up_to(4)), q = static_cast<int>(up_to(4));
    const Extent mb = up_to(70), nb = test % 2 == 0 ? mb : up_to(70);
    const Extent m = up_to(3000), n = up_to(3000), k = up_to(test % 3 == 0 ? 300 : 3000), i = up_to(200) - 1,
                 j = up_to(200) - 1;
    const Extent most = 200 + std::max({m, n, k});
    const Distribution whole = block_cyclic(most, most, mb, nb, p, q, coordinate(p), coordinate(q)),
                       c{whole.rows.part(GlobalIndex(i), m), whole.cols.part(GlobalIndex(j), n)},
                       other{AxisMap::block_cyclic(m, 8, q), AxisMap::block_cyclic(n, 8, p)};
    const Placement grid = Placement::row_major(p, q), other_grid = Placement::row_major(q, p);
    const MatrixPart part{&whole, &grid, GlobalIndex(i), GlobalIndex(j)};
    const Placed caller{c, grid}, target{other, other_grid};
    const PanelStreamLimits limits{.bytes = Extent{1} << (10 + test % 18), .first = test % 5 == 0 ? 40 : 0};
    const std::string what = fmt::format("{} x {} processes, {} x {} blocks, {} x {} x {} from ({}, {})", p,
                                         q, mb, nb, m, n, k, i, j);

    GemmProblem<double> problem{.m = m, .n = n, .k = k, .a = {part, {}}, .b = {part, {}}, .c = {part, {}}};
    const CallShape shape = CallShape::product(m, n, k, 2, sizeof(double));
    expect_equal(panels_of(problem, limits), predicted_panels(limits, shape, caller), what);
    problem.c.part = {&other, &other_grid, GlobalIndex(0), GlobalIndex(0)};
    expect_equal(panels_of(problem, limits), predicted_panels(limits, shape, target, &caller), what);
  }
}

}  // namespace
}  // namespace het
