// Grids of every kind: orders, maps, subsets, several at a time.
#include <mpi.h>

#include "tests/dropin/client/client.hpp"

namespace het::testing {
namespace {

bool row_ordered(const Operation& operation) {
  bool right = true;
  for (const GridShape shape : {GridShape{2, 2}, GridShape{1, 4}, GridShape{4, 1}})
    right = operation.on(ProcessGrid(shape, 'R')) && right;
  return right;
}

bool column_ordered(const Operation& operation) {
  bool right = true;
  for (const GridShape shape : {GridShape{2, 2}, GridShape{1, 4}})
    right = operation.on(ProcessGrid(shape, 'C')) && right;
  return right;
}

bool subset(const Operation& operation) {
  bool right = true;
  for (const GridShape shape : {GridShape{1, 3}, GridShape{2, 1}, GridShape{1, 1}})
    right = operation.on(ProcessGrid(shape)) && right;
  return right;
}

bool permuted_map(const Operation& operation) {
  return operation.on(ProcessGrid({2, 2}, std::vector<int>{2, 0, 3, 1}));
}

// Processes 3, 1, 2 without 0: rank 0 of the context is not rank 0 of the program.
bool subset_map(const Operation& operation) {
  return operation.on(ProcessGrid({1, 3}, std::vector<int>{3, 1, 2}));
}

// Two grids beside each other, one with twice as many calls; then one that spans both.
bool disjoint_grids(const Operation& operation) {
  int me = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  bool right = true;
  {
    const ProcessGrid low({2, 1}, std::vector<int>{0, 1}), high({1, 2}, std::vector<int>{3, 2});
    right = operation.on(low) && right;
    right = operation.on(high) && right;
    if (me >= 2) right = operation.on(high) && right;
  }
  return operation.on(ProcessGrid({2, 2})) && right;
}

// The same processes in two contexts, calls in turn.
bool interleaved_grids(const Operation& operation) {
  const ProcessGrid square({2, 2}), flat({1, 4}, 'C');
  bool right = true;
  for (int turn = 0; turn < 3; ++turn) {
    right = operation.on(square) && right;
    right = operation.on(flat) && right;
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
