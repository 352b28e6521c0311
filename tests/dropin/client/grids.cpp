// Grids of every kind: orders, maps, subsets, several at a time.
#include <mpi.h>

#include "tests/dropin/client/client.hpp"

namespace het::testing {
namespace {

// Products of several shapes in all precisions.
bool products_on(const ProcessGrid& grid) {
  const ProductCase plain{}, ragged{.m = 33,
                                    .n = 41,
                                    .k = 50,
                                    .trans_a = 'T',
                                    .mb = 3,
                                    .nb = 5,
                                    .ragged = true,
                                    .offset = 4,
                                    .alpha = 2,
                                    .beta = -1};
  bool right = true;
  for (const ProductCase& one : {plain, ragged}) {
    right = product_is_exact<float>(grid, one) && right;
    right = product_is_exact<double>(grid, one) && right;
    right = product_is_exact<std::complex<float>>(grid, one) && right;
    right = product_is_exact<std::complex<double>>(grid, one) && right;
  }
  return right;
}

bool row_ordered() {
  bool right = true;
  for (const GridShape shape : {GridShape{2, 2}, GridShape{1, 4}, GridShape{4, 1}})
    right = products_on(ProcessGrid(shape, 'R')) && right;
  return right;
}

bool column_ordered() {
  bool right = true;
  for (const GridShape shape : {GridShape{2, 2}, GridShape{1, 4}})
    right = products_on(ProcessGrid(shape, 'C')) && right;
  return right;
}

bool subset() {
  bool right = true;
  for (const GridShape shape : {GridShape{1, 3}, GridShape{2, 1}, GridShape{1, 1}})
    right = products_on(ProcessGrid(shape)) && right;
  return right;
}

bool permuted_map() { return products_on(ProcessGrid({2, 2}, std::vector<int>{2, 0, 3, 1})); }

// Processes 3, 1, 2 without 0: rank 0 of the context is not rank 0 of the program.
bool subset_map() { return products_on(ProcessGrid({1, 3}, std::vector<int>{3, 1, 2})); }

// Two grids beside each other, one with twice as many calls; then one that spans both.
bool disjoint_grids() {
  int me = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  bool right = true;
  {
    const ProcessGrid low({2, 1}, std::vector<int>{0, 1}), high({1, 2}, std::vector<int>{3, 2});
    right = products_on(low) && right;
    right = products_on(high) && right;
    if (me >= 2) right = products_on(high) && right;
  }
  return products_on(ProcessGrid({2, 2})) && right;
}

// The same processes in two contexts, calls in turn.
bool interleaved_grids() {
  const ProcessGrid square({2, 2}), flat({1, 4}, 'C');
  bool right = true;
  for (int turn = 0; turn < 3; ++turn) {
    right = products_on(square) && right;
    right = products_on(flat) && right;
  }
  return right;
}

}  // namespace

std::vector<Scenario> grid_scenarios() {
  return {{"row_ordered", "2x2, 1x4, 4x1", row_ordered},
          {"column_ordered", "ranks run down the columns", column_ordered},
          {"subset", "grids of the first 3, 2, 1 of 4 processes", subset},
          {"permuted_map", "gridmap with permuted processes", permuted_map},
          {"subset_map", "gridmap without process 0", subset_map},
          {"disjoint_grids", "two grids at the same time, unequal numbers of calls", disjoint_grids},
          {"interleaved_grids", "two contexts of the same processes in turn", interleaved_grids}};
}

}  // namespace het::testing
