#include <gtest/gtest.h>

#include <cstdlib>
#include <numeric>

#include "src/driver/choice.hpp"
#include "tests/mpi/blacs_grid.hpp"

namespace het {
namespace {

// So large that computing decides, whatever the links of this machine are worth.
const CallShape huge = CallShape::product(40000, 40000, 40000, 2, 8);

Choice chosen(const char* cycle_times, const char* mode, const char* grid = "auto") {
  setenv("HETSCALAPACK_CYCLE_TIMES", cycle_times, 1);
  setenv("HETSCALAPACK_MODE", mode, 1);
  setenv("HETSCALAPACK_GRID", grid, 1);
  const test::BlacsGrid blacs(2, 2);
  Context& context = Context::of(blacs.context());
  context.speeds();
  const Distribution c = block_cyclic(huge.m, huge.n, 64, 64, 2, 2);
  return decided_choice(context, huge, {c, context.placement()});
}

TEST(Choice, UnequalProcessesGetSharesThatFitThem) {
  const Choice choice = chosen("6,3,2,1", "auto", "2x2");
  ASSERT_EQ(choice.way, Choice::moved);
  // Rank 3 is the fastest and sits at (0, 0); rank 0 the slowest, at (1, 1). r = 3 : 1, c = 2 : 1, in units of 8.
  EXPECT_EQ(choice.order.front(), 3);
  EXPECT_EQ(choice.order.back(), 0);
  EXPECT_EQ(choice.rows.shares(), (std::vector<Extent>{3750, 1250}));
  EXPECT_NEAR(static_cast<double>(choice.cols.shares()[0]), 5000 * 2 / 3.0, 1);
  EXPECT_NEAR(choice.bound, 3, 1e-6);
  const Distribution made = choice.distribution(huge.m, huge.n);
  EXPECT_EQ(made.rows.extent(), huge.m);
  EXPECT_EQ(made.rows.local_size(ProcessCoord(0)), 30000);
  EXPECT_EQ(choice.placement(4)[3], (Placement::Coord{0, 0}));
}

TEST(Choice, EqualProcessesStayInPlace) {
  EXPECT_EQ(chosen("4*1", "auto").way, Choice::in_place);
  EXPECT_EQ(chosen("4*1", "always").way, Choice::in_place);
}

TEST(Choice, AGridThatTheUserNamesIsTakenInModeAlways) {
  const Choice choice = chosen("4*1", "always", "1x3");
  EXPECT_EQ(choice.way, Choice::moved);
  EXPECT_EQ(std::pair(choice.p, choice.q), std::pair(1, 3));
  const Placement placement = choice.placement(4);
  EXPECT_EQ(
      std::count_if(placement.of_rank.begin(), placement.of_rank.end(), [](auto at) { return at.on_grid(); }),
      3);
}

TEST(Choice, SurvivesTheJourneyThroughWholeNumbers) {
  Choice choice;
  choice.way = Choice::moved;
  choice.p = 2;
  choice.q = 3;
  choice.order = {5, 4, 3, 2, 1, 0};
  choice.rows = {8, {0, 0, 0, 1, 0}, 2};
  choice.cols = {8, {2, 1, 1, 0}, 3};
  choice.compute = 1.5;
  choice.move_out = 0.25;
  EXPECT_EQ(Choice::decode(choice.encode()), choice);
  EXPECT_EQ(Choice::decode(Choice{}.encode()), Choice{});
}

}  // namespace
}  // namespace het
