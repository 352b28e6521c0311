// Contexts beside each other, and how one ends without touching the others.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <optional>
#include <thread>

#include "blacs_het/grid/context.hpp"
#include "blacs_het/grid/handshake/missed.hpp"
#include "tests/mpi/blacs_grid.hpp"

namespace het {
namespace {

using test::world_size;

// The grid 1 x count of the processes first, first + 1, ... of MPI_COMM_WORLD.
test::BlacsGrid row_of(int first, int count) {
  std::vector<int> map;
  for (int r = first; r < first + count; ++r) map.push_back(r);
  return {map, 1, count};
}

void expect_alive(int blacs_context, int size, const char* what) {
  Context* const context = Context::find(blacs_context);
  ASSERT_NE(context, nullptr) << what;
  int processes = 1;
  MPI_Allreduce(MPI_IN_PLACE, &processes, 1, MPI_INT, MPI_SUM, context->comm().get());
  EXPECT_EQ(processes, size) << what;
}

TEST(ContextLives, OverlappingGridsShareNothing) {
  const int n = world_size(), half = (n + 1) / 2;
  const test::BlacsGrid all = row_of(0, n), front = row_of(0, half), back = row_of(n - half, half);
  // Each reads the mode that holds at its first call, and decides for itself.
  const auto answer = [](const test::BlacsGrid& grid, const char* mode, Extent number) {
    if (!grid.inside()) return;
    setenv("HETSCALAPACK_MODE", mode, 1);
    Context& context = Context::of(grid.context());
    context.decisions().decided("key", [&] { return std::vector<Extent>{number}; });
  };
  answer(all, "always", 1);
  answer(front, "never", 2);
  answer(back, "always", 3);
  unsetenv("HETSCALAPACK_MODE");
  const auto expect = [](const test::BlacsGrid& grid, Mode mode, Extent number, int size) {
    if (!grid.inside()) return;
    Context& context = Context::of(grid.context());
    EXPECT_EQ(context.config().mode, mode);
    EXPECT_EQ(context.decisions().decided("key", [] { return std::vector<Extent>{0}; }),
              std::vector<Extent>{number});
    EXPECT_EQ(context.comm().size(), size);
  };
  for (int turn = 0; turn < 3; ++turn) {
    expect(back, Mode::always, 3, half);
    expect(all, Mode::always, 1, n);
    expect(front, Mode::never, 2, half);
  }
}

TEST(ContextLives, EndInAnyOrder) {
  const int n = world_size();
  std::optional<test::BlacsGrid> first, second, third;
  first.emplace(1, n), second.emplace(n, 1), third.emplace(1, n);
  for (const auto* grid : {&first, &second, &third}) Context::of((*grid)->context());
  second.reset();
  expect_alive(first->context(), n, "the second one ended");
  expect_alive(third->context(), n, "the second one ended");
  first.reset();
  expect_alive(third->context(), n, "the first one ended");
}

// The attribute of a communicator that is copied along would be deleted twice.
TEST(ContextLives, OutlivesACopyOfItsCommunicator) {
  const test::BlacsGrid grid(1, world_size());
  Context* const context = &Context::of(grid.context());
  for (int turn = 0; turn < 3; ++turn) {
    MPI_Comm copy;
    MPI_Comm_dup(blacs::communicator(grid.context()), &copy);
    MPI_Comm_free(&copy);
    EXPECT_EQ(Context::find(grid.context()), context);
    expect_alive(grid.context(), world_size(), "a copy of its communicator was freed");
  }
}

TEST(ContextLives, IsTheSameForEveryThread) {
  const test::BlacsGrid grid(1, world_size());
  Context *there = nullptr, *here = nullptr;
  std::thread([&] { there = &Context::of(grid.context()); }).join();
  here = &Context::of(grid.context());
  EXPECT_EQ(here, there);
  expect_alive(grid.context(), world_size(), "it was made by another thread");
}

// The first call goes on without it; all take the same branch at the next one.
TEST(ContextLives, AProcessThatIsLateIsAskedForAgain) {
  const bool alone = world_size() == 1;  // waits for nobody
  setenv("HETSCALAPACK_HANDSHAKE_SECONDS", "1", 1);
  const test::BlacsGrid grid(1, world_size());
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const bool late = rank == world_size() - 1;
  if (late) MPI_Barrier(MPI_COMM_WORLD);
  Context& context = Context::of(grid.context());
  if (!late) MPI_Barrier(MPI_COMM_WORLD);
  EXPECT_EQ(context.usable(), alone);
  EXPECT_FALSE(context.given_up());
  EXPECT_EQ(context.unusable_reason(), alone ? "" : "a process is late, or lacks the library");
  MPI_Barrier(MPI_COMM_WORLD);
  EXPECT_TRUE(Context::of(grid.context()).usable());
  expect_alive(grid.context(), world_size(), "a process was late");
  unsetenv("HETSCALAPACK_HANDSHAKE_SECONDS");
}

class Missing : public testing::Test {
 protected:
  void SetUp() override {
    if (world_size() == 1) GTEST_SKIP() << "waits for nobody";
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  }
  void TearDown() override { unsetenv("HETSCALAPACK_HANDSHAKE_SECONDS"); }

  // A first call to which one process comes when the others have given it up. Who waits much longer than so many seconds
  // waits for ever, as a thousand are more than the test has.
  static constexpr const char *patient = "1000", *impatient = "2";
  void call_without(int late, const test::BlacsGrid& grid, const char* seconds) const {
    setenv("HETSCALAPACK_HANDSHAKE_SECONDS", seconds, 1);
    if (rank_ == late) MPI_Barrier(MPI_COMM_WORLD);
    EXPECT_FALSE(Context::of(grid.context()).usable());
    if (rank_ != late) MPI_Barrier(MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  void expect_taken(const test::BlacsGrid& grid, const char* what) const {
    setenv("HETSCALAPACK_HANDSHAKE_SECONDS", patient, 1);
    EXPECT_TRUE(Context::of(grid.context()).usable()) << what;
    expect_alive(grid.context(), world_size(), what);
  }
  static bool missed(int rank) { return !missed_of(MPI_COMM_WORLD, {rank}).empty(); }

  int rank_ = 0;
};

TEST_F(Missing, IsKnownByItsRankInTheWorld) {
  MPI_Comm reversed;
  const int last = world_size() - 1;
  MPI_Comm_split(MPI_COMM_WORLD, 0, -rank_, &reversed);
  note_missed(reversed, {0});
  EXPECT_TRUE(missed(last));
  EXPECT_FALSE(missed(0));
  EXPECT_EQ(missed_of(reversed, {0, 1, last}), std::vector<int>{0});
  note_heard(reversed, {last});
  EXPECT_TRUE(missed(last)) << "another one was heard";
  note_heard(MPI_COMM_WORLD, {last});
  EXPECT_EQ(missed_of(reversed, {0, 1, last}), std::vector<int>{});
  MPI_Comm_free(&reversed);
}

TEST_F(Missing, IsHardlyWaitedForUntilItIsHeard) {
  const int late = world_size() - 1;
  const test::BlacsGrid first(1, world_size()), second(1, world_size()), third(world_size(), 1);
  call_without(late, first, impatient);
  EXPECT_EQ(missed(late), rank_ == 0);
  call_without(late, second, patient);
  EXPECT_EQ(missed(late), rank_ == 0);
  expect_taken(second, "a word of who was late was there");
  EXPECT_FALSE(missed(late));
  expect_taken(first, "the same on the first context");
  expect_taken(third, "a new context");
}

TEST_F(Missing, RankZeroIsHardlyWaitedForEither) {
  std::optional<test::BlacsGrid> first, second;
  first.emplace(1, world_size()), second.emplace(1, world_size());
  call_without(0, *first, impatient);
  EXPECT_EQ(missed(0), rank_ != 0);
  call_without(0, *second, patient);
  for (const auto* grid : {&first, &second})
    EXPECT_TRUE(Context::find((*grid)->context())->given_up()) << "by some, but not by all";
  EXPECT_EQ(missed(0), rank_ != 0);
  first.reset();
  EXPECT_FALSE(missed(0)) << "its late word lay in the context that ended";
  const test::BlacsGrid third(world_size(), 1);
  expect_taken(third, "a new context");
}

// Some have missed rank 0 and others have not: all the same, either all use the context or none does.
TEST_F(Missing, BySomeIsAgreedOnByAll) {
  const test::BlacsGrid grid(1, world_size());
  const bool misses = rank_ % 2 == 1;
  if (misses) note_missed(MPI_COMM_WORLD, {0});
  setenv("HETSCALAPACK_HANDSHAKE_SECONDS", patient, 1);
  if (rank_ == 0) {
    int gone = 0;
    for (int r = 1; r < world_size(); r += 2)
      MPI_Recv(&gone, 1, MPI_INT, r, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  Context& context = Context::opened(grid.context());
  if (misses) MPI_Send(&rank_, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  EXPECT_EQ(context.given_up(), misses);
  context.set_up();
  EXPECT_TRUE(context.given_up());
  MPI_Barrier(MPI_COMM_WORLD);
  if (misses) note_heard(MPI_COMM_WORLD, {0});
}

}  // namespace
}  // namespace het
