#include "src/model/factor/factor_model.hpp"
#include "src/model/factor/walk/factor_walk.hpp"
#include "src/model/followed.hpp"
#include "tests/unit/model/as_simulated.hpp"
#include "tests/unit/model/square_calls.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>

namespace het {
namespace {

using test::factorizations;
using test::shape_of;

// The nine processors of BPRR99 on a 10 Gb/s switch, as they were simulated: every level of BLAS at 10 Gflop/s
// on the fastest, memory traffic not charged.
Platform nine() {
  Platform platform = test::as_simulated({{1, 1, 1, 4, 6.3, 7.8, 7.8, 7.95, 8}, 1e-10, {8e-10, 1e-5}});
  return platform;
}

// Their 3 x 3 arrangement: the fast ones are the first column, c = 1, .128, .125.
Placement fast_column() {
  Placement placement;
  for (int rank = 0; rank < 9; ++rank) placement.of_rank.push_back({rank % 3, rank / 3});
  return placement;
}

// Columns by greedy order from the end, rows in turn.
Distribution greedy_columns(Extent n, Extent nb) {
  const std::array weights{1.0, 0.128, 0.125};
  std::array<int, 3> counts{};
  std::vector<int> pattern;
  for (Extent b = 0; b < (n + nb - 1) / nb; ++b) {
    const auto end = [&](std::size_t j) { return (counts[j] + 1) / weights[j]; };
    const std::size_t next = end(0) <= end(1) && end(0) <= end(2) ? 0 : end(1) <= end(2) ? 1 : 2;
    ++counts[next];
    pattern.push_back(static_cast<int>(next));
  }
  std::reverse(pattern.begin(), pattern.end());
  return {AxisMap::block_cyclic(n, nb, 3), AxisMap(n, nb, nb, pattern, 3)};
}

// Seconds in virtual time, nb = 64.
struct Simulated {
  RoutineKind kind;
  Extent n;
  double seconds;
};

// The total of what is followed, and all but the update in the proportions of the quick model.
TEST(FactorModel, SplitsWhatIsFollowed) {
  const Distribution matrix = block_cyclic(1000, 1000, 64, 64, 3, 3);
  const Placement grid = Placement::row_major(3, 3);
  const CallShape shape = shape_of(RoutineKind::lu, 1000);
  const Prediction quick = predict_factorization_quickly(nine(), shape, {matrix, grid}, 64),
                   followed = predict_factorization(nine(), shape, {matrix, grid}, 64);
  const double seconds = walked_factorization_seconds(nine(), shape, {matrix, grid}, 64, nullptr).value();
  EXPECT_NEAR(followed.total(), seconds, 1e-12);
  EXPECT_NE(seconds, quick.total());
  EXPECT_EQ(followed.update, quick.update);
  const double part = followed.exchange / quick.exchange;
  for (const auto term : {&Prediction::idle, &Prediction::panel, &Prediction::latency})
    EXPECT_NEAR(followed.*term, part * quick.*term, 1e-12);
}

// Of more processes than 36, or more messages than 4e5, the quick model has it.
TEST(FactorModel, FollowsFewProcesses) {
  const CallShape shape = shape_of(RoutineKind::lu, 600);
  EXPECT_GT(followed_messages(shape, 6, 6, 36, 10), 0);
  EXPECT_EQ(followed_messages(shape, 6, 6, 37, 10), 0) << "one has none";
  EXPECT_EQ(followed_messages(shape_of(RoutineKind::lu, 20000), 6, 6, 36, 313), 0);
  Platform many = nine();
  many.cycle_times.assign(37, 1.0);
  const Distribution matrix = block_cyclic(600, 600, 64, 64, 1, 37);
  const Placement row = Placement::row_major(1, 37);
  EXPECT_EQ(predict_factorization(many, shape, {matrix, row}, 64),
            predict_factorization_quickly(many, shape, {matrix, row}, 64));
}

TEST(FactorModel, OfScaLapackAgreesWithVirtualTimeOnNineProcessors) {
  for (const Simulated& was : {Simulated{RoutineKind::lu, 4000, 4.280},
                               {RoutineKind::lu, 12000, 104.3},
                               {RoutineKind::qr, 4000, 8.522},
                               {RoutineKind::qr, 12000, 209.4},
                               {RoutineKind::cholesky, 4000, 2.093},
                               {RoutineKind::cholesky, 12000, 52.20}}) {
    const Distribution uniform = block_cyclic(was.n, was.n, 64, 64, 3, 3);
    const double seconds = reference_factorization_seconds(nine(), shape_of(was.kind, was.n),
                                                           {uniform, Placement::row_major(3, 3)});
    EXPECT_NEAR(seconds / was.seconds, 1, 0.05) << family_name(was.kind) << ' ' << was.n;
  }
}

double followed_seconds(const Platform& platform, const CallShape& shape, const Placed& matrix,
                        Extent width) {
  return walked_factorization_seconds(platform, shape, matrix, width, nullptr).value();
}

// Equal blocks, one process row: a slow process is always at an update when a panel's columns arrive that it must do
// next, and turns to them after a slice. Simulated: 0.0520 s.
TEST(FactorModel, CholeskysNextPanelWaitsForASliceOfABusyProcess) {
  const Distribution uniform = block_cyclic(1000, 1000, 64, 64, 1, 9);
  const double seconds = factorization_seconds(nine(), shape_of(RoutineKind::cholesky, 1000),
                                               {uniform, Placement::row_major(1, 9)}, 64);
  EXPECT_NEAR(seconds, 0.0520, 0.06 * 0.0520);
}

// Two generations of nodes on square process grids, where a process has the rows itself that have the numbers of its
// columns if it has a diagonal block, and can factor that while the others still wait. Simulated, 10 Gb/s, order 1024.
TEST(FactorModel, CholeskysDiagonalBlocksDoNotWaitOnSquareGrids) {
  for (const auto& [side, simulated, part] : {std::tuple{4, 0.00958, 0.03}}) {
    Platform platform{
        std::vector<double>(static_cast<std::size_t>(side * side), 2.2), 1e-10, {8e-10, 2e-5, 1e-6}};
    std::fill_n(platform.cycle_times.begin(), side * side / 2, 1.0);
    platform = test::as_simulated(platform);
    const Distribution uniform = block_cyclic(1024, 1024, 64, 64, side, side);
    const double seconds = followed_seconds(platform, shape_of(RoutineKind::cholesky, 1024),
                                            {uniform, Placement::row_major(side, side)}, 64);
    EXPECT_NEAR(seconds, simulated, part * simulated) << side;
  }
}

// Grids of equal processors: one process column, whose panels of two blocks have the block on their diagonal on two
// process rows, from both of which the head goes round, and one process row,
// where the next panel waits for a slice as wide as a panel. Simulated, 10 Gb/s; what the call says before it
// computes, and looking at messages, are not predicted.
TEST(FactorModel, CholeskyOnOneLineAgreesWithVirtualTime) {
  struct Line {
    int p, q;
    Extent n, width;
    double simulated, part;
  };
  for (const Line& was : {Line{4, 1, 500, 125, 3.38e-3, 0.05},
                          {9, 1, 1000, 128, 14.5e-3, 0.05},
                          {9, 1, 2000, 128, 49.2e-3, 0.05},
                          {1, 3, 500, 64, 3.04e-3, 0.05},
                          {1, 9, 1000, 64, 13.0e-3, 0.05}}) {
    const int processes = was.p * was.q;
    Platform platform = test::as_simulated(
        {std::vector<double>(static_cast<std::size_t>(processes), 1.0), 1e-10, {8e-10, 1e-5, 1e-6}}, 0.5e-10);
    const double seconds = followed_seconds(
        platform, shape_of(RoutineKind::cholesky, was.n),
        {block_cyclic(was.n, was.n, 64, 64, was.p, was.q), Placement::row_major(was.p, was.q)}, was.width);
    EXPECT_NEAR(seconds / was.simulated, 1, was.part) << was.p << " x " << was.q << ", " << was.n;
  }
}

// Twelve processors of [DKK] in place at 1 Gb/s, where a slow process goes on with its update while it waits for the factor
// of a diagonal block. Simulated; what the call says before it computes is not predicted.
TEST(FactorModel, CholeskysSlowProcessesAreLateForFactors) {
  Platform platform = test::as_simulated(
      {{1, 1, 1, 1.887, 1.887, 1.887, 1.887, 1.887, 2.564, 3.03, 3.03, 4}, 1e-10, {8e-9, 4.2e-5, 1e-6}});
  const Distribution uniform = block_cyclic(1000, 1000, 64, 64, 3, 4);
  const double seconds = followed_seconds(platform, shape_of(RoutineKind::cholesky, 1000),
                                          {uniform, Placement::row_major(3, 4)}, 64);
  EXPECT_NEAR(seconds, 0.0416, 0.05 * 0.0416);
}

// In place; ScaLAPACK, of which each step waits for others there, within 15 %.
TEST(FactorModel, AgreesWithVirtualTimeOnEqualProcessors) {
  Platform equal = test::as_simulated({std::vector<double>(9, 1.0), 1e-10, {8e-10, 1e-5, 1e-6}}, 0.5e-10);
  const Distribution uniform = block_cyclic(4000, 4000, 64, 64, 3, 3);
  const Placed grid{uniform, Placement::row_major(3, 3)};
  for (const auto& [ours, reference] : {std::pair{Simulated{RoutineKind::lu, 4000, 0.5181}, 0.839},
                                        {Simulated{RoutineKind::qr, 4000, 1.0317}, 1.458},
                                        {Simulated{RoutineKind::cholesky, 4000, 0.2540}, 0.324}}) {
    const CallShape shape = shape_of(ours.kind, 4000);
    EXPECT_NEAR(reference_factorization_seconds(equal, shape, grid) / reference, 1, 0.15);
    EXPECT_NEAR(followed_seconds(equal, shape, grid, 64) / ours.seconds, 1, 0.03) << family_name(ours.kind);
  }
}

TEST(FactorModel, TermsAddUp) {
  const Platform platform{{1, 2, 3, 6}, 2e-11, {2e-10, 1e-6}};
  const Distribution matrix = block_cyclic(3000, 2000, 64, 64, 2, 2);
  const Placement grid = Placement::row_major(2, 2);
  for (const RoutineKind kind : {RoutineKind::lu, RoutineKind::qr}) {
    const auto shape = CallShape::factorization(kind, 3000, 2000, 2, 8);
    const Prediction p = predict_factorization_quickly(platform, shape, {matrix, grid}, 128);
    EXPECT_NEAR(p.total(), factorization_seconds(platform, shape, {matrix, grid}, 128), 1e-12);
    for (const double term : {p.update, p.idle, p.panel, p.exchange, p.latency}) EXPECT_GT(term, 0);
  }
}

TEST(FactorModel, OneProcessDoesTheOperationsOfTheTextbook) {
  // Narrow panels: nearly all is update.
  Platform alone = test::as_simulated({{1}, 1e-9, {0, 0}});
  const Placement one = Placement::row_major(1, 1);
  for (const RoutineKind kind : factorizations) {
    const CallShape shape = shape_of(kind, 2000);
    const Distribution matrix = block_cyclic(2000, 2000, 8, 8, 1, 1);
    EXPECT_NEAR(factorization_seconds(alone, shape, {matrix, one}, 8) / (1e-9 * flops(shape)), 1, 0.03)
        << family_name(kind);
    EXPECT_NEAR(reference_factorization_seconds(alone, shape, {matrix, one}) / (1e-9 * flops(shape)), 1,
                0.03);
  }
}

TEST(FactorModel, NothingMadeSlowerMakesItFaster) {
  const Distribution matrix = greedy_columns(2000, 64);
  for (const RoutineKind kind : factorizations) {
    const CallShape shape = shape_of(kind, 2000);
    const auto seconds = [&](const Platform& platform) {
      return factorization_seconds(platform, shape, {matrix, fast_column()}, 128);
    };
    const double base = seconds(nine());
    for (std::size_t rank = 0; rank < 9; ++rank) {
      Platform slower = nine();
      slower.cycle_times[rank] *= 1.5;
      EXPECT_GE(seconds(slower), base);
    }
    Platform other = nine();
    other.between.latency *= 10;
    EXPECT_GT(seconds(other), base);
    other = nine();
    other.between.seconds_per_byte *= 10;
    EXPECT_GT(seconds(other), base);
    other = nine();
    other.between.own_seconds_per_byte = other.between.seconds_per_byte;
    EXPECT_GT(seconds(other), base);
    other = nine();
    other.rates.half_speed_k = 30;
    EXPECT_GT(seconds(other), base);
    other = nine();
    for (const auto rate : {&KernelRates::vectors, &KernelRates::columns}) {
      other = nine();
      other.rates.*rate = 0.1;
      EXPECT_GE(seconds(other), base);
      EXPECT_EQ(seconds(other) == base, kind == RoutineKind::cholesky) << "its panels are products alone";
    }
    // Which triangle a routine solves with, and on which side: with that of a block Cholesky begins.
    other = nine();
    other.rates.half_speed_left_solve = 256;
    EXPECT_EQ(seconds(other) == base, kind == RoutineKind::qr);
    other = nine();
    other.rates.half_speed_right_solve = 256;
    EXPECT_EQ(seconds(other) == base, kind != RoutineKind::cholesky);
    other = nine();
    other.rates.half_speed_square = 40;
    EXPECT_GE(seconds(other), base);
    EXPECT_EQ(seconds(other) == base, kind != RoutineKind::cholesky) << "no others go down to a diagonal";
    other = nine();
    other.seconds_per_jump = 4e-9;
    EXPECT_EQ(seconds(other) == base, kind != RoutineKind::lu) << "no others interchange rows";
    EXPECT_LT(base, factorization_seconds(nine(), shape_of(kind, 2064),
                                          {greedy_columns(2064, 64), fast_column()}, 128));
  }
}

TEST(FactorModel, AProcessThatIsLeftOutCostsNothing) {
  const Platform four{{1, 1, 1, 1}, 2e-11, {2e-10, 1e-6}}, five{{1, 1, 1000, 1, 1}, 2e-11, {2e-10, 1e-6}};
  Placement without;
  without.of_rank = {{0, 0}, {0, 1}, {-1, -1}, {1, 0}, {1, 1}};
  const Distribution matrix = block_cyclic(2000, 2000, 64, 64, 2, 2);
  for (const RoutineKind kind : factorizations)
    EXPECT_EQ(
        predict_factorization_quickly(four, shape_of(kind, 2000), {matrix, Placement::row_major(2, 2)}, 64),
        predict_factorization_quickly(five, shape_of(kind, 2000), {matrix, without}, 64));
}

// On one process nothing waits: its rates alone count. Seconds on a core of 50 Gflop/s whose rates were measured as
// below, of order 2000 with panels of 64 columns in a matrix that lay in memory.
TEST(FactorModel, AgreesWithOneProcessInRealTime) {
  Platform one{{1}, 1 / 51e9, {0, 0}};
  one.rates = {.half_speed_k = 6,
               .half_speed_near_k = 3,
               .half_speed_left_solve = 260,
               .half_speed_right_solve = 95,
               .vectors = 0.43,
               .columns = 0.07};
  one.seconds_per_copied_byte = 1e-10;
  one.seconds_per_jump = 4.5e-9;
  const Placed matrix{block_cyclic(2000, 2000, 64, 64, 1, 1), Placement::row_major(1, 1)};
  EXPECT_NEAR(factorization_seconds(one, shape_of(RoutineKind::lu, 2000), matrix, 64) / 0.142, 1, 0.1);
  EXPECT_NEAR(factorization_seconds(one, shape_of(RoutineKind::qr, 2000), matrix, 64) / 0.246, 1, 0.1);
  EXPECT_NEAR(factorization_seconds(one, shape_of(RoutineKind::cholesky, 2000), matrix, 64) / 0.0698, 1,
              0.15);
}

TEST(FactorModel, LookaheadHidesPanels) {
  // Equal processors, a free network: what the panels add is a part of what they cost.
  Platform equal{{1, 1, 1, 1}, 1e-10, {0, 0}};
  equal.seconds_per_copied_byte = 0;
  equal.seconds_per_jump = 0;
  const Distribution matrix = block_cyclic(8000, 8000, 64, 64, 1, 4);
  const Prediction p = predict_factorization_quickly(equal, shape_of(RoutineKind::lu, 8000),
                                                     {matrix, Placement::row_major(1, 4)}, 64);
  const double panels = 8000.0 * 8000 / 2 * 64 / 2 * 2e-10 / equal.rates.recursive_panel(64);
  EXPECT_LT(p.panel, 0.5 * panels);
  EXPECT_GT(p.panel, 0.2 * panels) << "each column factors a quarter of the panels itself";
}

TEST(FactorModel, SlowLinksOfManyProcessColumnsCarryOneMessageAfterTheOther) {
  // A message of each panel over each of the ring's links but one: nothing is quicker than a link can carry.
  Platform slow = test::as_simulated({{1, 1, 1, 1}, 1e-13, {1e-8, 0}});
  const Distribution matrix = block_cyclic(3200, 3200, 100, 100, 1, 4);
  double bytes = 0;
  for (int panel = 0; panel < 32; ++panel) bytes += 8.0 * (3200 - 100 * panel) * 100;
  for (const RoutineKind kind : factorizations)
    EXPECT_GE(factorization_seconds(slow, shape_of(kind, 3200), {matrix, Placement::row_major(1, 4)}, 100),
              0.74 * bytes * 1e-8)
        << family_name(kind);
}

}  // namespace
}  // namespace het
