#include "src/algorithm/summa.hpp"

#include <gtest/gtest.h>

#include "tests/mpi/algorithm/some_distribution.hpp"
#include "tests/mpi/distributed.hpp"

namespace het {
namespace {

using test::Distributed;
using test::entry;

template <class T>
class TypedSumma : public testing::Test {};
TYPED_TEST_SUITE(TypedSumma, test::Precisions);

template <Scalar T>
T op_entry(char trans, Extent i, Extent j, Extent i0, Extent j0, int seed) {
  if (trans == 'N') return entry<T>(i0 + i, j0 + j, seed);
  const T x = entry<T>(i0 + j, j0 + i, seed);
  return trans == 'C' ? conjugate(x) : x;
}

struct Shape {
  Extent m, n, k;
};
// Where sub(A), sub(B) and sub(C) start.
struct Offsets {
  Extent ia = 2, ja = 1, ib = 0, jb = 3, ic = 5, jc = 4;
};

// The product against its definition: entries are small integers, so the result is exact in every precision.
template <Scalar T>
void expect_product(const Communicator& comm, const Shape& shape, char ta, char tb, T alpha, T beta,
                    const Distribution& da, const Distribution& db, const Distribution& dc,
                    const Placement& pa, const Placement& pb, const Placement& pc, SummaOptions options,
                    const Offsets& at = {}, Extent pad = 3) {
  Distributed<T> a(da, pa, comm.rank(), pad), b(db, pb, comm.rank(), pad), c(dc, pc, comm.rank());
  const Extent ia = at.ia, ja = at.ja, ib = at.ib, jb = at.jb, ic = at.ic, jc = at.jc;
  a.fill(1);
  b.fill(2);
  const auto inside = [&](Extent i, Extent j) {
    return i >= ic && i < ic + shape.m && j >= jc && j < jc + shape.n;
  };
  c.for_each([&](Extent i, Extent j, T& x) {
    x = beta == T(0) && inside(i, j) ? test::poison<T>() : entry<T>(i, j, 3);
  });
  const GemmProblem<T> problem{
      ta,
      tb,
      shape.m,
      shape.n,
      shape.k,
      alpha,
      beta,
      {{&a.distribution(), &a.placement(), GlobalIndex(ia), GlobalIndex(ja)}, {a.data(), a.lld()}},
      {{&b.distribution(), &b.placement(), GlobalIndex(ib), GlobalIndex(jb)}, {b.data(), b.lld()}},
      {{&c.distribution(), &c.placement(), GlobalIndex(ic), GlobalIndex(jc)}, {c.data(), c.lld()}}};
  Summa<T>(comm, problem, options).run();
  c.for_each([&](Extent i, Extent j, T& x) {
    T expected = entry<T>(i, j, 3);
    if (inside(i, j)) {
      T sum(0);
      for (Extent l = 0; l < shape.k; ++l)
        sum += op_entry<T>(ta, i - ic, l, ia, ja, 1) * op_entry<T>(tb, l, j - jc, ib, jb, 2);
      expected = alpha * sum + (beta == T(0) ? T(0) : beta * expected);
    }
    ASSERT_EQ(x, expected) << i << ", " << j;
  });
  a.expect_guards_untouched();
  b.expect_guards_untouched();
  c.expect_guards_untouched();
}

Distribution some_distribution(Extent m, Extent n, int p, int q, int kind) {
  return test::some_distribution(m, n, p, q, kind, test::two_halves(n, q));
}

TYPED_TEST(TypedSumma, AnyDistributionsTransposesShapesAndOffsets) {
  using T = TypeParam;
  const Communicator comm = Communicator::duplicate_of(MPI_COMM_WORLD);
  const auto grids = test::grids_within(comm.size());
  int turn = 0;
  for (const auto& [p, q] : grids)
    for (const Shape& shape : {Shape{23, 19, 26}, {1, 31, 5}, {17, 1, 40}, {12, 13, 1}}) {
      const char ops[] = {'N', 'T', 'C'};
      const char ta = ops[turn % 3], tb = ops[turn / 3 % 3];
      const auto& [s, t] = grids[static_cast<std::size_t>(turn * 7) % grids.size()];
      const Extent ma = 4 + (ta == 'N' ? shape.m : shape.k), na = 4 + (ta == 'N' ? shape.k : shape.m);
      const Extent mb = 4 + (tb == 'N' ? shape.k : shape.n), nb = 4 + (tb == 'N' ? shape.n : shape.k);
      const Distribution da = some_distribution(ma, na, p, q, turn),
                         db = some_distribution(mb, nb, p, q, turn + 1);
      const Distribution dc = some_distribution(shape.m + 6, shape.n + 5, s, t, turn / 2);
      const Placement grid = test::in_order(p, q, comm.size());
      const Placement pc = turn % 2 ? test::reversed(s, t, comm.size()) : test::in_order(s, t, comm.size());
      SummaOptions options;
      options.panels.width = turn % 4 == 0 ? 256 : 7;
      options.panels.depth = 1 + turn % 4;
      options.least_in_place = turn % 3 ? 1 : options.least_in_place;
      options.panels.bytes = turn % 5 == 0 ? 4000 : options.panels.bytes;
      if (turn % 2) options.slicing.least = options.slicing.most = 3;
      expect_product<T>(comm, shape, ta, tb, T(turn % 3 + 1), T(turn % 4 == 3 ? 0 : turn % 4), da, db, dc,
                        grid, grid, pc, options);
      if (testing::Test::HasFatalFailure())
        FAIL() << "grid " << p << "x" << q << ", C on " << s << "x" << t << ", " << ta << tb << ", "
               << shape.m << " " << shape.n << " " << shape.k << ", turn " << turn;
      ++turn;
    }
}

// A, B and C on one grid in the same blocks, as most programs have them: own pieces are multiplied where they lie, and
// others may be kept by owner. Whether columns follow each other in memory may differ between processes.
TYPED_TEST(TypedSumma, AlignedOperands) {
  using T = TypeParam;
  const Communicator comm = Communicator::duplicate_of(MPI_COMM_WORLD);
  int turn = 0;
  for (const auto& shape_of_grid : test::grids_within(comm.size()))
    for (const char* ops : {"NN", "TN", "NC", "NN", "NT"}) {
      const int p = shape_of_grid.first, q = shape_of_grid.second;
      const bool ta = ops[0] != 'N', tb = ops[1] != 'N';
      const Shape shape{22, turn / 2 % 3 ? 18 : 1, 41};
      const Extent more = turn % 5 < 3 ? 4 : 0, pad = turn % 5 < 3 ? 3 : comm.rank() % 2 * 2;
      const auto blocks = [&](Extent m, Extent n) {
        return block_cyclic(more + m, more + n, 2, 2, p, q, p - 1, 0);
      };
      const Placement grid = test::in_order(p, q, comm.size());
      SummaOptions options;
      options.panels.width = 8 + turn % 2 * 100;
      options.panels.depth = 2 + turn % 3;
      options.least_in_place = 1;
      expect_product<T>(comm, shape, ops[0], ops[1], T(2), T(turn % 2),
                        ta ? blocks(shape.k, shape.m) : blocks(shape.m, shape.k),
                        tb ? blocks(shape.n, shape.k) : blocks(shape.k, shape.n), blocks(shape.m, shape.n),
                        grid, grid, grid, options, {0, 0, 0, 0, 0, 0}, pad);
      if (testing::Test::HasFatalFailure())
        FAIL() << "grid " << p << "x" << q << ", " << ops << ", turn " << turn;
      ++turn;
    }
}

// Parts of an owner that come in several messages, each too long for MPI to take over at once, into panels that are
// soon used again.
TYPED_TEST(TypedSumma, LongMessagesIntoPanelsKeptByOwner) {
  using T = TypeParam;
  const Communicator comm = Communicator::duplicate_of(MPI_COMM_WORLD);
  if (comm.size() < 4) GTEST_SKIP() << "a grid of 2 x 2";
  const Extent m = 90, n = (Extent{120} << 10) / (16 * Extent{sizeof(T)}) * 2, k = 100;
  const auto blocks = [&](Extent rows, Extent cols) { return block_cyclic(rows, cols, 16, 16, 2, 2); };
  const Placement grid = test::in_order(2, 2, comm.size());
  SummaOptions options;
  options.panels.width = 16;
  options.panels.depth = 2;
  options.least_in_place = 1;
  expect_product<T>(comm, {m, n, k}, 'N', 'N', T(1), T(0), blocks(m, k), blocks(k, n), blocks(m, n), grid,
                    grid, grid, options, {0, 0, 0, 0, 0, 0});
}

TYPED_TEST(TypedSumma, SendsNothingThatIsNotNeeded) {
  using T = TypeParam;
  const Communicator comm = Communicator::duplicate_of(MPI_COMM_WORLD);
  const int p = comm.size();
  // One grid column: A's panels are where they are needed, only B travels, and each rank sends its part p - 1
  // times.
  Distributed<T> a(block_cyclic(40, 24, 5, 4, p, 1), test::in_order(p, 1, p), comm.rank());
  Distributed<T> b(block_cyclic(24, 30, 4, 5, p, 1), test::in_order(p, 1, p), comm.rank());
  Distributed<T> c(block_cyclic(40, 30, 5, 5, p, 1), test::in_order(p, 1, p), comm.rank());
  a.fill(1);
  b.fill(2);
  const GlobalIndex zero(0);
  const GemmProblem<T> problem{'N',
                               'N',
                               40,
                               30,
                               24,
                               T(1),
                               T(0),
                               {{&a.distribution(), &a.placement(), zero, zero}, {a.data(), a.lld()}},
                               {{&b.distribution(), &b.placement(), zero, zero}, {b.data(), b.lld()}},
                               {{&c.distribution(), &c.placement(), zero, zero}, {c.data(), c.lld()}}};
  SummaOptions options;
  options.panels.width = 8;
  const auto statistics = Summa<T>(comm, problem, options).run();
  const Extent mine = b.distribution().rows.local_size(ProcessCoord(comm.rank())) * 30 * Extent{sizeof(T)};
  EXPECT_EQ(statistics.bytes_sent, mine * (p - 1));
}

}  // namespace
}  // namespace het
