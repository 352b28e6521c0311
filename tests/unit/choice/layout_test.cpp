#include <gtest/gtest.h>

#include "blacs_het/plan/choice/factor_layout.hpp"
#include "blacs_het/plan/choice/product_layout.hpp"
#include "blacs_het/plan/choice/scoring/refined_weights.hpp"
#include "src/model/routine_model.hpp"
#include "tests/unit/model/square_calls.hpp"

namespace het {
namespace {

using test::factorizations;

const Platform nine{{1, 1, 1, 4, 6.3, 7.8, 7.8, 7.95, 8}, 1e-10, {8e-10, 1e-5}};

double seconds_of(const Layout& layout, const CallShape& shape) {
  const Distribution matrix = layout.distribution(shape.m, shape.n);
  const Placement placement = layout.placement(9);
  return predicted_seconds(nine, shape, {matrix, placement}, layout.cols.nb);
}

TEST(ProductLayout, WorkedExample) {
  const Layout layout = product_layout(plan_grid(std::vector<double>{1, 2, 3, 6}, 2, 2), 32, 24);
  EXPECT_EQ(layout.order, (std::vector<int>{0, 1, 2, 3}));
  EXPECT_EQ(layout.rows, (AxisLayout{8, {0, 0, 0, 1}, 2}));
  EXPECT_EQ(layout.cols, (AxisLayout{8, {0, 0, 1}, 2}));
  EXPECT_EQ(layout.rows.shares(), (std::vector<Extent>{3, 1}));
  const Placement placement = layout.placement(6);
  EXPECT_EQ(placement[2], (Placement::Coord{1, 0}));
  EXPECT_FALSE(placement[5].on_grid());
}

TEST(FactorLayout, BalancedAtEveryStepBeatsColumnsAloneAndCyclic) {
  for (const RoutineKind kind : factorizations)
    for (const auto& [p, q] : {std::pair{3, 3}, {2, 4}}) {
      const auto shape = test::shape_of(kind, 8000);
      const GridPlan plan = plan_grid(nine.cycle_times, p, q);
      const auto seconds = [&](BlockOrder order) {
        return seconds_of(factor_layout(nine, shape, plan, 64, order), shape);
      };
      const double both = seconds(BlockOrder::both);
      EXPECT_LT(both, seconds(BlockOrder::columns)) << family_name(kind) << ' ' << p << " x " << q;
      EXPECT_LT(seconds(BlockOrder::columns), seconds(BlockOrder::cyclic)) << family_name(kind);
      EXPECT_LE(seconds(BlockOrder::refined), both);
    }
}

TEST(FactorLayout, RefinementStaysWithinItsWork) {
  const auto shape = test::shape_of(RoutineKind::lu, 4000);
  const GridPlan plan = plan_grid(nine.cycle_times, 2, 4);
  EXPECT_EQ(factor_layout(nine, shape, plan, 64, BlockOrder::refined, {0}),
            factor_layout(nine, shape, plan, 64, BlockOrder::both));
  const double little = seconds_of(factor_layout(nine, shape, plan, 64, BlockOrder::refined, {2e4}), shape);
  const double much = seconds_of(factor_layout(nine, shape, plan, 64, BlockOrder::refined, {2e6}), shape);
  EXPECT_LE(much, little);
  EXPECT_LT(much, seconds_of(factor_layout(nine, shape, plan, 64, BlockOrder::both), shape));
}

// Rows of 1 : .13 : .13 are dealt anew; columns of about equal shares stay as the caller has them, if there are as
// many.
TEST(FactorLayout, KeepsTheCallersAxisWhereSharesAreEqual) {
  const auto shape = test::shape_of(RoutineKind::lu, 4000);
  const GridPlan plan = plan_grid(nine.cycle_times, 3, 3);
  const Layout both = factor_layout(nine, shape, plan, 32, BlockOrder::both);
  const auto kept = [&](const Distribution& caller) {
    return factor_layout(nine, shape, plan, 32, BlockOrder::kept, {0, &caller});
  };
  const Distribution uniform{AxisMap::block_cyclic(4000, 48, 3), AxisMap::block_cyclic(4000, 80, 3, 1)};
  ASSERT_TRUE(keeps_an_axis(plan, uniform));
  EXPECT_EQ(kept(uniform).rows, both.rows);
  EXPECT_EQ(kept(uniform).distribution(4000, 4000).cols, uniform.cols);
  // Another number of processes, or a part that begins within a block, cannot be kept.
  for (const Distribution& other : {block_cyclic(4000, 4000, 48, 80, 3, 4),
                                    Distribution{uniform.rows, AxisMap::block_cyclic(4000, 80, 30, 3, 1)}}) {
    EXPECT_FALSE(keeps_an_axis(plan, other));
    EXPECT_EQ(kept(other), both);
  }
  EXPECT_EQ(factor_layout(nine, shape, plan, 32, BlockOrder::kept), both);
}

TEST(FactorLayout, CoversMatricesOfAnyShape) {
  const GridPlan plan = plan_grid(nine.cycle_times, 3, 2);
  for (const auto& [m, n] : {std::pair<Extent, Extent>{1, 1}, {10, 1000}, {1000, 10}, {999, 130}})
    for (const std::string_view name : block_order_names) {
      const BlockOrder order = *block_order_named(name);
      const auto shape = CallShape::factorization(RoutineKind::qr, m, n, 8, 16);
      const Distribution matrix = factor_layout(nine, shape, plan, 32, order).distribution(m, n);
      EXPECT_EQ(matrix.rows.extent(), m);
      EXPECT_EQ(matrix.p(), 3);
      Extent held = 0;
      for (int j = 0; j < 2; ++j) held += matrix.cols.local_size(ProcessCoord(j));
      EXPECT_EQ(held, n);
    }
}

TEST(FactorLayout, OrdersAreFoundByName) {
  EXPECT_EQ(block_order_named("both"), BlockOrder::both);
  EXPECT_EQ(block_order_named(block_order_name(BlockOrder::refined)), BlockOrder::refined);
  EXPECT_EQ(block_order_named("lu"), std::nullopt);
}

TEST(Layout, LosesProcessesThatOwnNothing) {
  const Layout layout{2, 3, {5, 4, 3, 2, 1, 0}, {8, {0, 1}, 2}, {8, {2, 2, 0, 1}, 3}};
  EXPECT_EQ(without_idle_lines(layout, 64, 64), layout);
  const Layout left = without_idle_lines(layout, 8, 24);
  EXPECT_EQ(left, (Layout{1, 2, {5, 3}, {8, {0}, 1}, {8, {1, 1, 0}, 2}}));
  const Layout all = layout;
  for (Extent j = 0; j < 24; ++j) {
    const auto before = all.cols.map(24).owner(GlobalIndex(j)),
               after = left.cols.map(24).owner(GlobalIndex(j));
    EXPECT_EQ(all.order[before.at()], left.order[after.at()]) << j;
  }
  EXPECT_EQ(without_idle_lines(layout, 0, 8), layout) << "nobody owns anything";
}

}  // namespace
}  // namespace het
