#include <gtest/gtest.h>

#include <vector>

#include "src/model/factor/step/step_costs.hpp"

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
  Platform platform(double seconds_per_flop) const {
    Platform here{{1, 2, 6}, seconds_per_flop, 1.0 / (nb * 8)};
    here.rates = full_speed;
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
  const Platform quick = platform(1e-12);
  const StepCosts all_solve = costs(quick);
  const StepCosts::ExchangedColumns few{1, 0};
  EXPECT_DOUBLE_EQ(all_solve.exchange_of(0, 0, few).sent, 2 * 0.6);
  EXPECT_DOUBLE_EQ(all_solve.exchange_of(0, 0, few).received, 0.4 + 0.6);
  EXPECT_DOUBLE_EQ(all_solve.exchange_of(2, 0, few).sent, 2 * 0.1 + 0.9);
  EXPECT_DOUBLE_EQ(all_solve.exchange_of(2, 0, few).received, 0.9);
  EXPECT_DOUBLE_EQ(all_solve.exchange_down(0, few), 2 * 0.6) << "all wait for the first";
  EXPECT_EQ(all_solve.trailing_exchange(0).solved_apart, 0) << "the network is too slow for that";
}

// Two thirds of U are solved for by the first process, the rest by the second; the third, with less than half of the
// first one's rows, has none.
TEST_F(RowsOfU, UComesFromThoseThatSolve) {
  const Platform slow = platform(1);
  const StepCosts shared = costs(slow);
  const StepCosts::ExchangedColumns piece{0, 1};
  EXPECT_DOUBLE_EQ(shared.exchange_of(0, 0, piece).sent, 0.6 / 3 + 2 * 2.0 / 3);
  EXPECT_DOUBLE_EQ(shared.exchange_of(1, 0, piece).sent, 0.3 * 2 / 3 + 2 * 1.0 / 3);
  EXPECT_DOUBLE_EQ(shared.exchange_of(2, 0, piece).sent, 0.1 + 0.9);
  EXPECT_DOUBLE_EQ(shared.exchange_of(2, 0, piece).received, 1);
  EXPECT_EQ(shared.trailing_exchange(0).solved_by_all, nb) << "the next panel's columns are in a hurry";
  EXPECT_EQ(shared.trailing_exchange(0).all(), n - nb);
}

}  // namespace
}  // namespace het
