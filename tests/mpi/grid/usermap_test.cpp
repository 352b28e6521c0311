// A BLACS grid built from a plan of libhetblacs.
#include <gtest/gtest.h>
#include <hetscalapack/hetblacs.h>
#include <mpi.h>

#include "tests/mpi/blacs_grid.hpp"

extern "C" void Cblacs_gridinfo(int context, int* p, int* q, int* row, int* col);

namespace het {
namespace {

TEST(UserMap, PutsEachProcessWhereThePlanWantsIt) {
  int n = 0, rank = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &n);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  std::vector<double> times(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i) times[static_cast<std::size_t>(i)] = 1 + (i * 5 + 3) % n;
  std::vector<int> order(times.size()), map(times.size());
  std::vector<double> r(times.size()), c(times.size());
  int p = 0, q = 0;
  ASSERT_EQ(hetblacs_plan(times.data(), n, &p, &q, nullptr, order.data(), r.data(), c.data(), nullptr,
                          nullptr, nullptr, 0),
            0);
  map.resize(static_cast<std::size_t>(p * q));
  ASSERT_EQ(hetblacs_usermap(p, q, order.data(), nullptr, map.data(), p, nullptr, 0), 0);

  const test::BlacsGrid grid(map, p, q);
  int nprow = 0, npcol = 0, row = -1, col = -1;
  if (grid.inside()) Cblacs_gridinfo(grid.context(), &nprow, &npcol, &row, &col);
  bool planned = false;
  for (int at = 0; at < p * q; ++at)
    if (order[static_cast<std::size_t>(at)] == rank) {
      planned = true;
      EXPECT_EQ(row, at / q);
      EXPECT_EQ(col, at % q);
    }
  EXPECT_EQ(grid.inside(), planned);
}

}  // namespace
}  // namespace het
