#include "src/redistribute/redistribute.hpp"

#include <gtest/gtest.h>

#include "tests/mpi/distributed.hpp"

namespace het {
namespace {

using test::Distributed;
using test::entry;

template <class T>
class TypedRedistribute : public testing::Test {};
TYPED_TEST_SUITE(TypedRedistribute, test::Precisions);

struct Case {
  Extent m, n, ix, jx, iy, jy;
};

// Y(iy.., jy..) := op(X(ix.., jx..)), all else of Y untouched, all of X untouched.
template <Scalar T>
void expect_moved(const Communicator& comm, Distributed<T>& x, Distributed<T>& y, const Case& c,
                  Arrival<T> arrival, ExchangeLimits limits) {
  x.fill(1);
  y.fill(2);
  const MatrixPart from{&x.distribution(), &x.placement(), GlobalIndex(c.ix), GlobalIndex(c.jx)};
  const MatrixPart to{&y.distribution(), &y.placement(), GlobalIndex(c.iy), GlobalIndex(c.jy)};
  redistribute<T>(comm, from, {x.data(), x.lld()}, to, {y.data(), y.lld()}, c.m, c.n, arrival, limits);
  const Extent rows = arrival.transposed ? c.n : c.m, cols = arrival.transposed ? c.m : c.n;
  y.for_each([&](Extent i, Extent j, T& value) {
    T expected = entry<T>(i, j, 2);
    const Extent di = i - c.iy, dj = j - c.jy;
    if (di >= 0 && di < rows && dj >= 0 && dj < cols) {
      T moved = entry<T>(c.ix + (arrival.transposed ? dj : di), c.jx + (arrival.transposed ? di : dj), 1);
      if (arrival.conjugate) moved = conjugate(moved);
      expected = moved + arrival.beta * expected;
    }
    ASSERT_EQ(value, expected) << i << ", " << j;
  });
  x.for_each([&](Extent i, Extent j, T& value) { ASSERT_EQ(value, entry<T>(i, j, 1)); });
  x.expect_guards_untouched();
  y.expect_guards_untouched();
}

TYPED_TEST(TypedRedistribute, BetweenAnyGridsPatternsAndOffsets) {
  using T = TypeParam;
  const Communicator comm = Communicator::duplicate_of(MPI_COMM_WORLD);
  const auto grids = test::grids_within(comm.size());
  int turn = 0;
  for (const auto& [p, q] : grids)
    for (const auto& [s, t] : grids) {
      const Distribution from = block_cyclic(37, 31, 4, 3, p, q, p - 1, q / 2);
      // Contiguous uneven rows with an idle process row where there are three, interleaved columns.
      std::vector<int> rows(41, 0), cols;
      for (int b = 25; b < 41; ++b) rows[static_cast<std::size_t>(b)] = s - 1;
      for (int b = 0; b < 2 * t; ++b) cols.push_back((b * b) % t);
      const Distribution to{AxisMap(41, 1, 1, rows, s), AxisMap(35, 2, 1, cols, t)};
      Distributed<T> x(from, test::in_order(p, q, comm.size()), comm.rank());
      Distributed<T> y(to, test::reversed(s, t, comm.size()), comm.rank());
      const bool transposed = turn % 2;
      const Case c = transposed ? Case{30, 31, 5, 0, 2, 4} : Case{30, 29, 5, 2, 8, 6};
      const ExchangeLimits limits{turn % 3 == 0 ? 64 : 1000, turn % 5 == 0 ? 1 : turn % 5 == 1 ? 0 : 3};
      const Arrival<T> arrival{T(turn % 3 == 2 ? 2 : turn % 3), turn % 4 == 1, transposed};
      expect_moved<T>(comm, x, y, c, arrival, limits);
      if (testing::Test::HasFatalFailure())
        FAIL() << p << "x" << q << " -> " << s << "x" << t << " turn " << turn;
      ++turn;
    }
}

TYPED_TEST(TypedRedistribute, EmptyAndSingleElementParts) {
  using T = TypeParam;
  const Communicator comm = Communicator::duplicate_of(MPI_COMM_WORLD);
  const int q = comm.size();
  Distributed<T> x(block_cyclic(9, 9, 2, 2, 1, q), test::in_order(1, q, q), comm.rank());
  Distributed<T> y(block_cyclic(9, 9, 3, 1, q, 1), test::in_order(q, 1, q), comm.rank());
  for (const Case& c : {Case{0, 9, 0, 0, 0, 0}, {9, 0, 0, 0, 0, 0}, {1, 1, 8, 8, 0, 0}, {1, 9, 3, 0, 8, 0}})
    expect_moved<T>(comm, x, y, c, {}, {});
}

TYPED_TEST(TypedRedistribute, PanelsReachEveryCopy) {
  using T = TypeParam;
  const Communicator comm = Communicator::duplicate_of(MPI_COMM_WORLD);
  for (const auto& [p, q] : test::grids_within(comm.size())) {
    const Placement grid = test::in_order(p, q, comm.size());
    Distributed<T> x(block_cyclic(23, 26, 3, 2, p, q), grid, comm.rank());
    Distributed<T> panel({AxisMap::block_cyclic(23, 5, p), AxisMap::whole(7)}, Placement::along_rows(grid),
                         comm.rank());
    expect_moved<T>(comm, x, panel, {23, 7, 0, 11, 0, 0}, {}, {100, 0});
  }
}

TYPED_TEST(TypedRedistribute, BuffersStayWithinTheirBound) {
  using T = TypeParam;
  const Communicator comm = Communicator::duplicate_of(MPI_COMM_WORLD);
  const int q = comm.size();
  const Placement order = test::in_order(1, q, q), back = test::reversed(1, q, q);
  const Distribution x = block_cyclic(300, 300, 16, 16, 1, q);
  auto& meter = MemoryMeter::instance();
  const Extent before = meter.current();
  meter.reset_peak();
  const ExchangeLimits limits{4096, 3};
  const auto schedule = [&] {
    return Schedule({&x, &order, GlobalIndex(0), GlobalIndex(0)}, {&x, &back, GlobalIndex(0), GlobalIndex(0)},
                    300, 300);
  };
  const Exchange<T> copied(schedule(), comm, 1, {}, limits);
  EXPECT_EQ(meter.peak(), before);
  const Exchange<T> added(schedule(), comm, 2, {T(1), false}, limits);
  EXPECT_LE(meter.peak() - before, limits.window * limits.chunk_bytes);
  if (comm.rank() != q - 1 - comm.rank()) {
    EXPECT_GT(meter.peak(), before);
  }
}

}  // namespace
}  // namespace het
