#include <gtest/gtest.h>

#include <vector>

#include "src/distribution/panels/column_pieces.hpp"
#include "src/model/factor/step/step_costs.hpp"
#include "tests/unit/model/as_simulated.hpp"

namespace het {
namespace {

// LU on one process column, whose processes have 12, 6 and 2 of 20 blocks of rows; the third has the first diagonal block.
// A second for each column of a panel's row of pivots.
class RowsOfU : public ::testing::Test {
 protected:
  static constexpr Extent n = 1000, nb = 50;
  static AxisMap rows() {
    std::vector<int> owners(20, 0);
    owners[0] = owners[10] = 2;
    for (const std::size_t block : {1, 4, 7, 12, 15, 18}) owners[block] = 1;
    return AxisMap(n, nb, nb, owners, 3);
  }
  Platform platform_with(double seconds_per_flop) const {
    Platform here{{1, 2, 6}, seconds_per_flop, {1.0 / (nb * 8)}};
    here.rates = test::full_speed;
    return here;
  }
  const Distribution matrix_{rows(), AxisMap::block_cyclic(n, nb, 1)};
  const Panels panels_{matrix_, nb};
  const CallShape shape_ = CallShape::factorization(RoutineKind::lu, n, n, 2, 8);
  const Placement placement_{{{0, 0}, {1, 0}, {2, 0}}};

  StepCosts costs(const Platform& platform) {
    StepCosts result(platform, shape_, {matrix_, placement_}, our_algorithm(RoutineKind::lu), panels_);
    result.advance_to(0);
    return result;
  }
};

// Six tenths of the pivot rows are on the first process, from where they go to both others; the third, with its own
// tenth, makes room for the others' nine.
TEST_F(RowsOfU, PivotRowsComeFromThoseWithRows) {
  const Platform quick = platform_with(1e-12);
  const StepCosts all_solve = costs(quick);
  EXPECT_DOUBLE_EQ(all_solve.exchange_of(0, 0, 1).sent, 2 * 0.6);
  EXPECT_DOUBLE_EQ(all_solve.exchange_of(0, 0, 1).received, 0.4 + 0.6);
  EXPECT_DOUBLE_EQ(all_solve.exchange_of(2, 0, 1).sent, 2 * 0.1 + 0.9);
  EXPECT_DOUBLE_EQ(all_solve.exchange_of(2, 0, 1).received, 0.9);
  EXPECT_DOUBLE_EQ(all_solve.exchange(0, 1), 2 * 0.6) << "all wait for the first";
}

// Two thirds of U are solved for by the first process, the rest by the second; the third, with less than half of the
// first one's rows, has none.
TEST_F(RowsOfU, UComesFromThoseThatSolve) {
  const Platform slow = platform_with(1);
  const StepCosts shared = costs(slow);
  // Of its 950 columns all solve for the next panel's 50.
  const auto both = [](double by_all, double apart) { return (50 * by_all + 900 * apart) / 950; };
  EXPECT_DOUBLE_EQ(shared.exchange_of(0, 0, 1).sent, both(2 * 0.6, 0.6 / 3 + 2 * 2.0 / 3));
  EXPECT_DOUBLE_EQ(shared.exchange_of(1, 0, 1).sent, both(2 * 0.3, 0.3 * 2 / 3 + 2 * 1.0 / 3));
  EXPECT_DOUBLE_EQ(shared.exchange_of(2, 0, 1).sent, both(2 * 0.1, 0.1) + 0.9);
  EXPECT_DOUBLE_EQ(shared.exchange_of(2, 0, 1).received, both(0.9, 1));
}

// What is sent is received, whatever the parts, and a wire carries all of it, p times the bytes of a link each.
TEST_F(RowsOfU, WhatIsSentIsReceived) {
  for (const double seconds_per_flop : {1e-12, 1.0}) {
    Platform platform = platform_with(seconds_per_flop);
    const StepCosts on_links = costs(platform);
    const double all = on_links.trailing_columns(0);
    LinkSeconds together;
    for (int i = 0; i < 3; ++i) together += on_links.exchange_of(i, 0, all);
    EXPECT_NEAR(together.sent, together.received, 1e-9 * together.sent);
    platform.shared_medium = true;
    const StepCosts on_wire = costs(platform);
    EXPECT_NEAR(on_wire.exchange_of(1, 0, all).sent, together.sent, 1e-9 * together.sent);
  }
}

// 150 rows of the first process, 50 of the second in a panel of 200 columns: both make room, by their parts.
TEST_F(RowsOfU, AllProcessesOfTheDiagonalBlockMakeRoom) {
  const AxisMap rows(n, nb, nb, {0, 0, 0, 1, 1, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1}, 2);
  const Distribution matrix{rows, AxisMap::block_cyclic(n, 4 * nb, 1)};
  const Panels panels(matrix, 4 * nb);
  Platform two{{1, 1}, 1e-12, {1.0 / (4 * nb * 8)}};
  two.rates = test::full_speed;
  const Placement placement{{{0, 0}, {1, 0}}};
  StepCosts costs(two, shape_, {matrix, placement}, our_algorithm(RoutineKind::lu), panels);
  costs.advance_to(0);
  ASSERT_EQ(panels.rows_left(0, 0), 500);
  EXPECT_DOUBLE_EQ(costs.exchange_of(0, 0, 1).sent, 0.5 + 0.75 * 0.5);
  EXPECT_DOUBLE_EQ(costs.exchange_of(1, 0, 1).sent, 0.5 + 0.25 * 0.5);
  EXPECT_DOUBLE_EQ(costs.exchange_of(1, 0, 1).received, 0.5 + 0.75 * 0.5);
}

// Columns that are not worth a message for each part are solved for by all: twice the pivot rows of the first process.
TEST_F(RowsOfU, NarrowPiecesAreSolvedForByAll) {
  const Platform platform = platform_with(1);
  StepCosts late = costs(platform);
  const auto rows = [&](std::size_t s) {
    double all = 0;
    for (int i = 0; i < 3; ++i) all += static_cast<double>(panels_.rows_left(s, i));
    return static_cast<double>(panels_.rows_left(s, 1)) / all;
  };
  std::size_t step = 0;
  for (; panels_.cols_left(step + 1, 0) > 3 * least_solved_columns + nb; late.advance_to(++step))
    EXPECT_GT(std::abs(late.exchange_of(1, 0, 1).sent - 2 * rows(step)), 0.01) << "shared at step " << step;
  EXPECT_GT(step, 10U);
  EXPECT_EQ(panels_.diagonal_row(step), 0);
  EXPECT_DOUBLE_EQ(late.exchange_of(1, 0, 1).sent, 2 * rows(step));
}

}  // namespace
}  // namespace het
