// Grids that share processes, some alive while others come and go.
#include <mpi.h>

#include <memory>

#include "tests/dropin/client/client.hpp"

namespace het::testing {
namespace {

// All processes, three of them, and two pairs: process 1 is in all of these, process 0 in one alone.
struct Grids {
  ProcessGrid all{{2, 2}};
  ProcessGrid three{{3, 1}, std::vector<int>{3, 1, 2}};
  ProcessGrid pair{{1, 2}, std::vector<int>{1, 3}};
  ProcessGrid other_pair{{2, 1}, std::vector<int>{2, 1}};
};

// Products of different sizes on each in turn, every time in another order of the grids.
bool overlapping_grids(const Operation& operation) {
  const Grids grids;
  const ProcessGrid* order[] = {&grids.all, &grids.three, &grids.pair, &grids.other_pair};
  bool right = true;
  for (int turn = 0; turn < 8; ++turn)
    for (int place = 0; place < 4; ++place) {
      const ProcessGrid& grid = *order[(turn % 2 == 0 ? place : 3 - place) ^ (turn / 2 % 4)];
      const int grown = 7 * turn + 3 * place;
      right = product_is_exact<double>(grid, {.m = 20 + grown, .n = 30 + place, .k = 12 + turn, .beta = 1}) &&
              right;
      right = product_is_exact<std::complex<float>>(grid, {.m = 9, .n = 11 + grown, .k = 10}) && right;
      if (turn == place) right = operation.on(grid) && right;
    }
  return right;
}

// One context lives through the ends of others of the same processes, whose numbers and communicators come back.
bool grids_that_end_beside_others(const Operation& operation) {
  const ProcessGrid survivor({2, 2}, 'C');
  bool right = operation.on(survivor);
  for (int turn = 0; turn < 10; ++turn) {
    auto first = std::make_unique<ProcessGrid>(GridShape{1, 4});
    auto second = std::make_unique<ProcessGrid>(GridShape{2, 1}, std::vector<int>{turn % 4, (turn + 1) % 4});
    right = product_is_exact<double>(*first, {.m = 20 + turn}) && right;
    right = product_is_exact<double>(*second, {.n = 20 + turn}) && right;
    first.reset();
    right = product_is_exact<double>(survivor, {.k = 20 + turn}) && right;
    right = product_is_exact<double>(*second, {.n = 30 + turn}) && right;
  }
  return operation.on(survivor) && right;
}

}  // namespace

std::vector<Scenario> overlap_scenarios() {
  return {
      {"overlapping_grids", "four grids that share processes, sizes and order changing", overlapping_grids},
      {"grids_that_end_beside_others", "a context lives on while others end", grids_that_end_beside_others}};
}

}  // namespace het::testing
