// Contexts beside each other, and how one ends without touching the others.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <optional>
#include <thread>

#include "blacs_het/grid/context.hpp"
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
  if (!alone && rank == world_size() - 1) std::this_thread::sleep_for(std::chrono::milliseconds(2500));
  Context& context = Context::of(grid.context());
  EXPECT_EQ(context.usable(), alone);
  EXPECT_FALSE(context.given_up());
  EXPECT_EQ(context.unusable_reason(), alone ? "" : "a process is late, or lacks the library");
  MPI_Barrier(MPI_COMM_WORLD);
  EXPECT_TRUE(Context::of(grid.context()).usable());
  expect_alive(grid.context(), world_size(), "a process was late");
  unsetenv("HETSCALAPACK_HANDSHAKE_SECONDS");
}

}  // namespace
}  // namespace het
