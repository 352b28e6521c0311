#include <gtest/gtest.h>

#include "tests/mpi/algorithm/factor/lu_case.hpp"

namespace het {
namespace {

using namespace test;

template <class T>
class TypedLu : public testing::Test {};
TYPED_TEST_SUITE(TypedLu, Precisions);

TYPED_TEST(TypedLu, FactorsAndPivotsOfAnyDistributionShapeAndOffset) {
  using T = TypeParam;
  const Communicator comm = Communicator::duplicate_of(MPI_COMM_WORLD);
  for_many_cases<T>(comm, {{37, 37}, {41, 23}, {23, 41}, {30, 1}, {1, 30}, {1, 1}},
                    [&](const Case<T>& c) { expect_factors(factored<T>(comm, c, random_entry<T>)); });
}

TYPED_TEST(TypedLu, EmptyMatricesHaveNoPivots) {
  using T = TypeParam;
  const Communicator comm = Communicator::duplicate_of(MPI_COMM_WORLD);
  for_many_cases<T>(comm, {{0, 7}, {7, 0}, {0, 0}}, [&](const Case<T>& c) {
    const auto result = factored<T>(comm, c, random_entry<T>);
    EXPECT_TRUE(result.pivots.empty());
    EXPECT_EQ(result.info, 0);
  });
}

// Wider than the recursion's smallest part, several pieces of columns, blocks of all sizes.
TYPED_TEST(TypedLu, PanelsOfManyBlocksAndWidths) {
  using T = TypeParam;
  const Communicator comm = Communicator::duplicate_of(MPI_COMM_WORLD);
  const auto grids = test::grids_within(comm.size());
  const auto [p, q] = grids[grids.size() / 2];
  for (const Extent width : {17, 32, 128})
    for (const Extent nb : {1, 16, 40}) {
      Case<T> c{130, 121, block_cyclic(130, 121, 7, nb, p, q), test::in_order(p, q, comm.size()), 0, 0, {}};
      c.options.panel_width = width;
      c.options.slicing.most = c.options.slicing.least = 20;
      for (const bool late : {false, true}) {
        c.late = late;
        expect_factors(factored<T>(comm, c, random_entry<T>));
      }
    }
}

// So many local columns that what travels for one piece hides behind two others, then one (column_pieces).
TYPED_TEST(TypedLu, ManyColumnsAreUpdatedInThreePiecesThenTwo) {
  using T = TypeParam;
  const Communicator comm = Communicator::duplicate_of(MPI_COMM_WORLD);
  const int p = comm.size() > 1 ? 2 : 1, q = comm.size() / p;
  const Extent m = 40, n = 400 * q;
  Case<T> c{m, n, block_cyclic(m, n, 8, 16, p, q), test::in_order(p, q, comm.size()), 0, 0, {}};
  for (const bool shared_solve : {false, true}) {
    c.options.shared_solve = shared_solve;
    expect_factors(factored<T>(comm, c, random_entry<T>));
  }
}

// On one process row the first step updates columns that arrive in more pieces than others: of more columns than the panel,
// and of so few that a piece has one or none.
TYPED_TEST(TypedLu, OneProcessRowUpdatesColumnsThatArriveInMorePieces) {
  using T = TypeParam;
  const Communicator comm = Communicator::duplicate_of(MPI_COMM_WORLD);
  const int q = comm.size();
  for (const Extent columns : {100, 36, 20})
    for (const Extent most : {20, 512}) {
      const Extent m = 60, n = columns * q;
      Case<T> c{m, n, block_cyclic(m, n, 8, 4, 1, q), test::in_order(1, q, q), 0, 0, {}};
      c.options.panel_width = 16;
      c.options.slicing.most = c.options.slicing.least = most;
      c.late = true;
      expect_factors(factored<T>(comm, c, random_entry<T>));
    }
}

// Pieces of columns that are long enough for the process rows to share the work on U, on several process rows that have
// alike many rows, one much more than others, or none.
TYPED_TEST(TypedLu, ProcessRowsShareTheRowsOfU) {
  using T = TypeParam;
  const Communicator comm = Communicator::duplicate_of(MPI_COMM_WORLD);
  const int p = std::min(comm.size(), 3), q = comm.size() / p;
  const Extent m = 60, piece = 33 * p, n = 4 * piece * q;
  for (const Extent mb : {1, 8, 50}) {
    Case<T> c{m, n, block_cyclic(m, n, mb, 16, p, q), test::in_order(p, q, comm.size()), 0, 0, {}};
    c.options.panel_width = 16;
    c.options.slicing.most = c.options.slicing.least = piece;
    c.options.shared_solve = true;
    c.options.filling = {.least_round = 0, .least_panels = 0, .longest_tile = 1};
    for (const bool late : {false, true}) {
      c.late = late;
      expect_factors(factored<T>(comm, c, random_entry<T>));
    }
  }
}

// Every rank counts what it sent; on one process row nothing but the panels travels, once to each process that has
// columns right of them, and in the end the pivots that others have missed.
TYPED_TEST(TypedLu, OnOneProcessRowOnlyPanelsTravel) {
  using T = TypeParam;
  const Communicator comm = Communicator::duplicate_of(MPI_COMM_WORLD);
  const int q = comm.size();
  Case<T> c{48, 48, block_cyclic(48, 48, 6, 6, 1, q), test::in_order(1, q, q), 0, 0, {}};
  const auto result = factored<T>(comm, c, random_entry<T>);
  Extent sent = result.statistics.bytes_sent, bytes = 0, headers = 0;
  MPI_Allreduce(MPI_IN_PLACE, &sent, 1, MPI_INT64_T, MPI_SUM, comm.get());
  const auto panels = cut_panels(c.distribution.cols, 48, c.options.panel_width);
  for (const Panel& panel : panels)
    for (int col = 0; col < q; ++col) {
      const ProcessCoord at(col);
      if (col == panel.col ||
          c.distribution.cols.local_size(at, GlobalIndex(panel.end), GlobalIndex(48)) == 0)
        continue;
      bytes += panel.width() * (48 - panel.begin) * Extent{sizeof(T)};
      headers += 64 + panel.width() * Extent{sizeof(Extent)};
    }
  EXPECT_GE(sent, bytes);
  EXPECT_LE(sent, bytes + headers + (q - 1) * 49 * Extent{sizeof(Extent)});
}

}  // namespace
}  // namespace het
