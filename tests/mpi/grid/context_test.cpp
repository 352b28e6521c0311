#include "blacs_het/grid/context.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>

#include "src/base/buffer.hpp"
#include "src/base/error.hpp"
#include "tests/mpi/blacs_grid.hpp"
#include "tests/mpi/setting.hpp"

namespace het {
namespace {

using test::Setting, test::world_size;

int world_rank() {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

TEST(Context, RankIsRowMajorOnEveryGrid) {
  const int n = world_size();
  const int p = n % 2 ? 1 : 2, q = n / p;
  std::vector<int> reversed;
  for (int r = 0; r < n; ++r) reversed.push_back(n - 1 - r);
  const test::BlacsGrid rows(p, q, "R"), cols(p, q, "C"), map(reversed, p, q);
  for (const auto* grid : {&rows, &cols, &map}) {
    const Context& context = Context::of(grid->context());
    ASSERT_TRUE(context.usable());
    EXPECT_EQ(context.comm().rank(), context.grid().myrow * q + context.grid().mycol);
    EXPECT_EQ(context.placement()[context.comm().rank()],
              (Placement::Coord{context.grid().myrow, context.grid().mycol}));
    EXPECT_EQ(&Context::of(grid->context()), &context) << "made once";
  }
}

TEST(Context, EndsWithItsGrid) {
  for (int turn = 0; turn < 200; ++turn) {
    const test::BlacsGrid grid(1, world_size());
    EXPECT_EQ(Context::find(grid.context()), nullptr) << "a reused handle brought an old context back";
    EXPECT_TRUE(Context::of(grid.context()).usable());
  }
}

TEST(Context, LivesOnASubsetOfTheProcesses) {
  const int some = (world_size() + 1) / 2;
  const test::BlacsGrid grid(1, some);
  ASSERT_EQ(grid.inside(), world_rank() < some);
  if (grid.inside()) {
    EXPECT_EQ(Context::of(grid.context()).comm().size(), some);
  }
}

TEST(Context, MeasuredSpeedsAreRelativeAndEqualEverywhere) {
  const test::BlacsGrid grid(1, world_size());
  Context& context = Context::of(grid.context());
  ASSERT_TRUE(context.find_speeds(precision_of<double>));
  const Speeds& speeds = context.speeds(precision_of<double>);
  ASSERT_EQ(static_cast<int>(speeds.cycle_times.size()), world_size());
  EXPECT_EQ(*std::min_element(speeds.cycle_times.begin(), speeds.cycle_times.end()), 1);
  EXPECT_GT(speeds.seconds_per_flop, 0);
  auto first = speeds.cycle_times;
  MPI_Bcast(first.data(), world_size(), MPI_DOUBLE, 0, context.comm().get());
  EXPECT_EQ(first, speeds.cycle_times) << "to the last bit";
}

// What samples say of each kind is tested without clocks.
TEST(Context, KernelsAreMeasured) {
  const test::BlacsGrid grid(1, world_size());
  Context& context = Context::of(grid.context());
  ASSERT_TRUE(context.find_speeds(precision_of<double>));
  const KernelSpeeds& kernels = context.speeds(precision_of<double>).kernels;
  for (const auto rate :
       {&KernelRates::half_speed_k, &KernelRates::half_speed_near_k, &KernelRates::half_speed_square,
        &KernelRates::half_speed_narrow, &KernelRates::half_speed_left_solve,
        &KernelRates::half_speed_right_solve, &KernelRates::vectors, &KernelRates::columns})
    EXPECT_NE(kernels.rates.*rate, KernelRates{}.*rate) << "measured, not what is taken without";
  EXPECT_GT(kernels.flops_per_copied_byte, 0);
}

TEST(Context, SpeedsAreMeasuredOnceForTheSameProcesses) {
  const test::BlacsGrid first(1, world_size()), second(1, world_size());
  Context &one = Context::of(first.context()), &other = Context::of(second.context());
  ASSERT_TRUE(one.find_speeds(precision_of<double>));
  ASSERT_TRUE(other.find_speeds(precision_of<double>));
  const Speeds &seen = one.speeds(precision_of<double>), &again = other.speeds(precision_of<double>);
  EXPECT_EQ(seen.seconds_per_flop, again.seconds_per_flop) << "two measurements differ in some bit";
  EXPECT_EQ(seen.cycle_times, again.cycle_times);
}

TEST(Context, GivenCycleTimesAreByWorldRank) {
  std::string list;
  for (int r = 0; r < world_size(); ++r) list += (r ? "," : "") + std::to_string(2 * (r + 1));
  const Setting setting("HETSCALAPACK_CYCLE_TIMES", list.c_str());
  std::vector<int> reversed;
  for (int r = world_size(); r-- > 0;) reversed.push_back(r);
  const test::BlacsGrid grid(reversed, 1, world_size());
  Context& context = Context::of(grid.context());
  ASSERT_TRUE(context.find_speeds(precision_of<double>));
  for (int r = 0; r < world_size(); ++r)
    EXPECT_EQ(context.speeds(precision_of<double>).cycle_times[static_cast<std::size_t>(r)],
              world_size() - r);
}

TEST(Context, ListThatIsTooShortMakesItUnusable) {
  const Setting setting("HETSCALAPACK_CYCLE_TIMES", "1");
  const test::BlacsGrid grid(1, world_size());
  // Told at the first call, however small.
  const bool fits = world_size() == 1;
  EXPECT_EQ(Context::opened(grid.context()).opening(), fits ? Opening::small_pass : Opening::none_pass);
  const Context& context = Context::of(grid.context());
  EXPECT_EQ(context.usable(), fits);
  EXPECT_EQ(context.unusable_reason().empty(), fits);
}

// A process that reads another environment, or is on another host, goes by what rank 0 found wrong.
TEST(Context, FileWithoutRankZerosHostMakesItUnusableEverywhere) {
  const std::string file = std::to_string(world_size()) + ".hosts";
  const Setting setting("HETSCALAPACK_CYCLE_TIMES", file.c_str());
  if (world_rank() == 0) std::ofstream(file) << "nowhere 1\n";
  const test::BlacsGrid grid(1, world_size());
  EXPECT_EQ(Context::opened(grid.context()).opening(), Opening::none_pass);
  const Context& context = Context::of(grid.context());
  EXPECT_FALSE(context.usable());
  EXPECT_NE(context.unusable_reason().find("has no line for"), std::string::npos);
  if (world_rank() == 0) std::remove(file.c_str());
}

TEST(Context, ConfigurationIsRankZerosEverywhere) {
  // Only rank 0 of the grid has the right value; a local reading would split the processes.
  const Setting setting("HETSCALAPACK_MODE", world_rank() == 0 ? "always" : "nonsense");
  const test::BlacsGrid grid(1, world_size());
  const Context& context = Context::of(grid.context());
  EXPECT_TRUE(context.usable());
  EXPECT_EQ(context.config().mode, Mode::always);
}

TEST(Context, DecisionsAreMadeByOneProcessAndTheOthersHearOfThem) {
  const test::BlacsGrid grid(1, world_size());
  Context& context = Context::of(grid.context());
  int made = 0;
  Extent third = Extent{1} << 40;
  const auto decide = [&] {
    ++made;
    return std::vector<Extent>{7, world_rank(), third};
  };
  const auto first = context.decisions().decided("a", decide);
  EXPECT_EQ(first, (std::vector<Extent>{7, 0, Extent{1} << 40}));
  EXPECT_EQ(context.decisions().decided("a", decide), first);
  third = 5;
  EXPECT_EQ(context.decisions().decided("a", decide), (std::vector<Extent>{7, 0, 5}))
      << "another one, of the same size";
  EXPECT_EQ(made, world_rank() == 0 ? 3 : 0);
}

TEST(Context, DecisionThatFailsIsSaidOnce) {
  const test::BlacsGrid grid(1, world_size());
  Context& context = Context::of(grid.context());
  int tried = 0;
  const auto decide = [&]() -> std::vector<Extent> {
    ++tried;
    throw Error("as the test wants it");
  };
  EXPECT_TRUE(context.decisions().decided("a", decide).empty());
  EXPECT_TRUE(context.decisions().decided("a", decide).empty());
  EXPECT_EQ(tried, world_rank() == 0 ? 1 : 0);
}

TEST(Context, MemoryLimitIsTheConfiguredOne) {
  const Setting setting("HETSCALAPACK_MEMORY_LIMIT", "3M");
  const test::BlacsGrid grid(1, world_size());
  EXPECT_EQ(Context::of(grid.context()).memory_bytes(), Extent{3} << 20);
}

}  // namespace
}  // namespace het
