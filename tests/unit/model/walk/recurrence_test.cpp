// The recurrence over panels, by which grids are ranked, against the call followed message by message.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "src/model/factor/factor_model.hpp"
#include "src/model/factor/walk/factor_walk.hpp"
#include "tests/unit/model/square_calls.hpp"

namespace het {
namespace {

using test::shape_of;

// Cycle-times 1 or 1 to 8 in no order; 10 Gflop/s, a switch of 10 Gb/s or of 1.
Platform workstations(int processes, bool equal, bool fast) {
  Platform result{{}, 1e-10, fast ? LinkCosts{8e-10, 1e-5, 1e-6} : LinkCosts{8e-9, 4.2e-5, 1e-6}};
  for (int rank = 0; rank < processes; ++rank)
    result.cycle_times.push_back(equal ? 1 : 1 + 7.0 * (7 * rank % processes) / (processes - 1));
  return result;
}

// How far apart the two are, as logarithms of their quotient.
struct Apart {
  double largest = 0, sum = 0;
  int calls = 0;
  std::string where;
  double mean() const { return sum / calls; }

  void add(RoutineKind kind, Extent n, int p, int q, bool equal, bool fast) {
    const Platform on = workstations(p * q, equal, fast);
    const Distribution matrix = block_cyclic(n, n, 64, 64, p, q);
    const Placed placed{matrix, Placement::row_major(p, q)};
    const CallShape shape = shape_of(kind, n);
    const double quotient = factorization_seconds(on, shape, placed, 64) /
                            walked_factorization_seconds(on, shape, placed, 64, nullptr).value(),
                 apart = std::abs(std::log(quotient));
    sum += apart;
    ++calls;
    if (apart <= largest) return;
    largest = apart;
    where = std::to_string(n) + " on " + std::to_string(p) + " x " + std::to_string(q) +
            (equal ? ", equal" : ", unequal") + (fast ? ", 10 Gb/s: " : ", 1 Gb/s: ") +
            std::to_string(quotient);
  }
};

struct Bound {
  RoutineKind kind;
  double largest, mean;  // factors, a little above what was measured
};

class Recurrence : public ::testing::TestWithParam<Bound> {};

// Measured, in parts of what is followed: LU 0.86 to 1.06, 4 % off in the mean; QR 0.89 to 1.01, 3 %; Cholesky 0.59 (on 9 x 1 at
// 1 Gb/s) to 1.14, 11 %.
TEST_P(Recurrence, IsNearWhatIsFollowed) {
  const Bound bound = GetParam();
  Apart apart;
  for (const auto& [p, q] : {std::pair{1, 2}, {2, 2}, {3, 3}, {4, 4}, {8, 8}, {1, 9}, {9, 1}})
    for (const Extent n : {1000, 2000})
      for (const bool equal : {true, false})
        for (const bool fast : {true, false})
          // LU and QR have more messages there than in all other calls together.
          if (p * q < 64 || n == 1000 || bound.kind == RoutineKind::cholesky)
            apart.add(bound.kind, n, p, q, equal, fast);
  RecordProperty("largest", apart.where);
  EXPECT_LT(apart.largest, std::log(bound.largest)) << apart.where;
  EXPECT_LT(apart.mean(), std::log(bound.mean));
}

INSTANTIATE_TEST_SUITE_P(Factorizations, Recurrence,
                         ::testing::Values(Bound{RoutineKind::lu, 1.2, 1.06},
                                           Bound{RoutineKind::qr, 1.15, 1.05},
                                           Bound{RoutineKind::cholesky, 1.75, 1.15}),
                         [](const auto& each) { return std::string(short_name(each.param.kind)); });

}  // namespace
}  // namespace het
