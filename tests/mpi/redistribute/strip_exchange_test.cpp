#include "src/redistribute/strip_exchange.hpp"

#include <gtest/gtest.h>

#include <random>

#include "tests/mpi/distributed.hpp"

namespace het {
namespace {

using test::Distributed;
using test::entry;

template <class T>
class TypedStrips : public testing::Test {};
TYPED_TEST_SUITE(TypedStrips, test::Precisions);

constexpr Extent m = 31, n = 43;

std::vector<Strip> strips_between(const MatrixPart& x, const MatrixPart& y, const std::vector<Extent>& ends) {
  std::vector<Strip> strips;
  Extent begin = 0;
  for (const Extent end : ends) {
    strips.push_back({{x.distribution, x.placement, x.i, x.j + begin},
                      {y.distribution, y.placement, y.i, y.j + begin},
                      m,
                      end - begin,
                      end});
    begin = end;
  }
  return strips;
}

// Each rank releases its strips, computed one by one, when it likes; those that are over are complete, whatever is
// missing behind them, and no others are waited for.
TYPED_TEST(TypedStrips, ArriveInOrderWhoeverIsLate) {
  using T = TypeParam;
  const Communicator comm = Communicator::duplicate_of(MPI_COMM_WORLD);
  const std::vector<Extent> ends{1, 5, 5, 17, 30, 38, n};
  int turn = 0;
  for (const auto& [p, q] : test::grids_within(comm.size())) {
    const Placement here = test::in_order(p, q, comm.size()), there = test::reversed(q, p, comm.size());
    Distributed<T> x(block_cyclic(m, n, 4, 3, p, q), here, comm.rank());
    Distributed<T> y(block_cyclic(m + 2, n + 1, 3, 7, q, p), there, comm.rank());
    y.fill(2);
    const T beta(turn % 2);
    StripExchange<T> strips(comm,
                            strips_between({&x.distribution(), &here, GlobalIndex(0), GlobalIndex(0)},
                                           {&y.distribution(), &there, GlobalIndex(2), GlobalIndex(1)}, ends),
                            {x.data(), x.lld()}, {y.data(), y.lld()}, {beta},
                            {50, turn % 3 ? 2 : ends.size(), turn % 4 < 2 ? Priority::high : Priority::low});
    std::minstd_rand random(static_cast<unsigned>(comm.rank() + turn));
    Extent released = 0;
    std::size_t seen = 0;
    for (std::size_t s = 0; strips.open();) {
      if (s < ends.size() && random() % 5 == 0) {
        x.for_each([&](Extent i, Extent j, T& value) {
          if (j >= released && j < ends[s]) value = entry<T>(i, j, 1);
        });
        released = ends[s++];
        strips.release(released);
      }
      strips.progress();
      if (strips.over() == seen) continue;
      seen = strips.over();
      ASSERT_LE(ends[seen - 1], released);
      y.for_each([&](Extent i, Extent j, T& value) {
        if (i >= 2 && j >= 1 && j - 1 < ends[seen - 1]) {
          ASSERT_EQ(value, (entry<T>(i - 2, j - 1, 1) + beta * entry<T>(i, j, 2))) << i << ", " << j;
        }
      });
    }
    EXPECT_EQ(seen, ends.size());
    x.expect_guards_untouched();
    y.expect_guards_untouched();
    if (testing::Test::HasFailure()) FAIL() << "grid " << p << "x" << q;
    ++turn;
  }
}

// A rank that looks at nothing holds up only those that wait for its strips.
TYPED_TEST(TypedStrips, WhatIsOverOwesNothing) {
  using T = TypeParam;
  const Communicator comm = Communicator::duplicate_of(MPI_COMM_WORLD);
  const int ranks = comm.size();
  const Placement here = test::in_order(1, ranks, ranks), there = test::reversed(1, ranks, ranks);
  Distributed<T> x(block_cyclic(m, n, 4, 3, 1, ranks), here, comm.rank()),
      y(block_cyclic(m, n, 4, 3, 1, ranks), there, comm.rank());
  x.fill(1);
  StripExchange<T> strips(
      comm,
      strips_between({&x.distribution(), &here, GlobalIndex(0), GlobalIndex(0)},
                     {&y.distribution(), &there, GlobalIndex(0), GlobalIndex(0)}, {9, 21, n}),
      {x.data(), x.lld()}, {y.data(), y.lld()}, {}, {50, 2});
  strips.release_all();
  for (std::size_t s = 1; s <= 3; ++s) {
    strips.wait(s);
    EXPECT_GE(strips.over(), s);
    // Nobody is needed any more for these.
    MPI_Barrier(comm.get());
  }
  y.for_each([](Extent i, Extent j, T& value) { ASSERT_EQ(value, entry<T>(i, j, 1)); });
}

// Four strips of 40 columns, of which rank 0 of a process row has three and rank 1 has the last; all go to one rank.
template <class T>
class LowStrips {
 public:
  LowStrips(const Communicator& comm, int to)
      : here_(test::in_order(1, 2, comm.size())),
        there_(test::in_order(0, 0, comm.size())),
        x_({AxisMap::whole(m), AxisMap(40, 10, 10, {0, 0, 0, 1}, 2)}, here_, comm.rank()),
        y_({AxisMap::whole(m), AxisMap::whole(40)}, placed(to), comm.rank()),
        strips(
            comm,
            strips_between({&x_.distribution(), &here_, GlobalIndex(0), GlobalIndex(0)},
                           {&y_.distribution(), &there_, GlobalIndex(0), GlobalIndex(0)}, {10, 20, 30, 40}),
            {x_.data(), x_.lld()}, {y_.data(), y_.lld()}, {}, {first_tag, 4, Priority::low}) {
    x_.fill(1);
  }
  void expect_all_here() {
    y_.for_each([](Extent i, Extent j, T& value) { ASSERT_EQ(value, entry<T>(i, j, 1)); });
  }
  static constexpr int first_tag = 50;

 private:
  const Placement& placed(int to) {
    there_.of_rank[static_cast<std::size_t>(to)] = {0, 0};
    return there_;
  }
  Placement here_, there_;
  Distributed<T> x_, y_;

 public:
  StripExchange<T> strips;
};

// Rank 0 is late; rank 2 has the strip of rank 1 long before its own.
TYPED_TEST(TypedStrips, OfLowPriorityDoNotWaitForThoseOfOthers) {
  const Communicator comm = Communicator::duplicate_of(MPI_COMM_WORLD);
  if (comm.size() < 3) GTEST_SKIP() << "three processes";
  LowStrips<TypeParam> moved(comm, 2);
  constexpr double patience = 100;
  const double begin = MPI_Wtime();
  if (comm.rank() > 0) moved.strips.release_all();
  std::size_t messages = comm.rank() == 2 ? 0 : 1;
  while (messages == 0 && MPI_Wtime() < begin + patience) messages += moved.strips.progress();
  EXPECT_GE(messages, 1u) << "the one of the last strip";
  MPI_Request all_have_it;
  MPI_Ibarrier(comm.get(), &all_have_it);
  for (int done = 0; !done; MPI_Test(&all_have_it, &done, MPI_STATUS_IGNORE)) moved.strips.progress();
  moved.strips.release_all();
  moved.strips.finish();
  moved.expect_all_here();
}

// Rank 0 sends two of its three strips, and no more while nobody takes them.
TYPED_TEST(TypedStrips, OfLowPriorityAreSentTwoAtATime) {
  const Communicator comm = Communicator::duplicate_of(MPI_COMM_WORLD);
  if (comm.size() < 2) GTEST_SKIP() << "two processes";
  LowStrips<TypeParam> moved(comm, 1);
  const auto sent = [&](int strip) {
    int found = 0;
    MPI_Iprobe(0, moved.first_tag + strip, comm.get(), &found, MPI_STATUS_IGNORE);
    return found != 0;
  };
  if (comm.rank() == 0) moved.strips.release_all();
  if (comm.rank() == 1)
    while (!sent(0) || !sent(1)) rest(1e-4);
  MPI_Barrier(comm.get());
  if (comm.rank() == 1) {
    EXPECT_FALSE(sent(2));
  }
  MPI_Barrier(comm.get());
  moved.strips.release_all();
  moved.strips.finish();
  moved.expect_all_here();
}

}  // namespace
}  // namespace het
