// Calls of all kinds on layouts and platforms at random: ranks never wait for each other for ever, and what is followed message
// by message is about what the quick models have.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "src/model/factor/factor_model.hpp"
#include "src/model/factor/walk/factor_walk.hpp"
#include "src/model/product/product_model.hpp"

namespace het {
namespace {

class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}

  int below(int count) { return static_cast<int>(engine_() % static_cast<unsigned>(count)); }
  int from(int least, int most) { return least + below(most - least + 1); }
  bool coin() { return below(2) == 0; }
  double real(double least, double most) {
    return least * std::exp(std::log(most / least) * below(1001) / 1000.0);
  }

  Platform platform(int ranks) {
    Platform platform;
    for (int rank = 0; rank < ranks; ++rank) platform.cycle_times.push_back(rank == 0 ? 1 : real(1, 9));
    platform.seconds_per_flop = real(1e-11, 1e-9);
    platform.between = link();
    platform.shared_medium = below(6) == 0;
    platform.seconds_per_copied_byte = coin() ? 0 : 1e-10;
    platform.seconds_per_jump = coin() ? 0 : 3e-9;
    if (!platform.shared_medium && ranks > 2 && below(3) == 0) {
      for (int rank = 0; rank < ranks; ++rank) platform.hosts.of_rank.push_back(rank % 2);
      platform.hosts.inside = link();
      platform.hosts.interface_seconds_per_byte = platform.between.seconds_per_byte;
    }
    return platform;
  }

  // Each coordinate has a block or more of the pattern, or in a while none.
  AxisMap axis(Extent extent, int processes) {
    std::vector<int> pattern;
    for (int block = 0; block < from(1, 9); ++block) pattern.push_back(below(processes));
    if (coin())
      for (int process = 0; process < processes; ++process) pattern.push_back(process);
    const Extent nb = from(8, 70);
    return {extent, nb, coin() ? nb : from(1, 40), std::move(pattern), processes};
  }
  Placement placement(int ranks, int p, int q) {
    Placement grid{std::vector<Placement::Coord>(static_cast<std::size_t>(ranks))};
    std::vector<int> free(static_cast<std::size_t>(ranks));
    for (int rank = 0; rank < ranks; ++rank) free[static_cast<std::size_t>(rank)] = rank;
    for (int i = 0; i < p; ++i)
      for (int j = 0; j < q; ++j) {
        const auto at = static_cast<std::size_t>(below(static_cast<int>(free.size())));
        grid.of_rank[static_cast<std::size_t>(free[at])] = {i, j};
        free.erase(free.begin() + static_cast<std::ptrdiff_t>(at));
      }
    return grid;
  }

 private:
  LinkCosts link() {
    const double latency = below(4) == 0 ? 0 : real(1e-6, 1e-4), byte = below(8) == 0 ? 0 : real(1e-10, 1e-8);
    return {byte, latency, coin() ? 0 : latency / 10, coin() ? 0 : byte};
  }
  std::mt19937 engine_;
};

struct Call {
  Platform platform;
  CallShape shape;
  Distribution matrix, caller;
  Placement grid, home;
  Extent width;
  bool moves;

  Placed target() const { return {matrix, grid}; }
  Placed origin() const { return {caller, home}; }
};

Call call(unsigned seed, RoutineKind kind) {
  Random random(seed);
  const int p = random.from(1, 4), q = random.from(1, 4), ranks = p * q + random.below(3);
  const Extent m = random.from(1, 400), n = kind == RoutineKind::cholesky ? m : random.from(1, 400);
  const CallShape shape = kind == RoutineKind::gemm
                              ? CallShape::product(m, n, random.from(1, 400), 2, 8)
                              : CallShape::factorization(kind, m, n, random.coin() ? 2 : 8, 8);
  Platform platform = random.platform(ranks);
  Distribution matrix{random.axis(m, p), random.axis(n, q)};
  Placement grid = random.placement(ranks, p, q);
  return {std::move(platform), shape,
          std::move(matrix),   {random.axis(m, q), random.axis(n, p)},
          std::move(grid),     random.placement(ranks, q, p),
          random.from(8, 64),  random.coin()};
}

constexpr unsigned seeds = 250;

TEST(AnyCall, OfAFactorizationComesToAnEnd) {
  for (const RoutineKind kind : {RoutineKind::lu, RoutineKind::qr, RoutineKind::cholesky})
    for (unsigned seed = 0; seed < seeds; ++seed) {
      const Call one = call(seed, kind);
      const Placed origin = one.origin();
      const auto seconds = walked_factorization_seconds(one.platform, one.shape, one.target(), one.width,
                                                        one.moves ? &origin : nullptr);
      ASSERT_TRUE(seconds) << "kind " << static_cast<int>(kind) << ", seed " << seed;
      const double quickly = factorization_seconds(one.platform, one.shape, one.target(), one.width,
                                                   one.moves ? &origin : nullptr);
      EXPECT_GT(*seconds, quickly / 5) << "kind " << static_cast<int>(kind) << ", seed " << seed;
      EXPECT_LT(*seconds, quickly * 5) << "kind " << static_cast<int>(kind) << ", seed " << seed;
    }
}

TEST(AnyCall, OfAProductComesToAnEnd) {
  for (unsigned seed = 0; seed < seeds; ++seed) {
    const Call one = call(seed, RoutineKind::gemm);
    const Placed origin = one.origin();
    const Placed* const caller = one.moves ? &origin : nullptr;
    const auto seconds = walked_product_seconds(one.platform, one.shape, one.target(), one.width, caller);
    ASSERT_TRUE(seconds) << "seed " << seed;
    const double quickly = product_seconds(one.platform, one.shape, one.target(), one.width, caller);
    EXPECT_GT(*seconds, quickly / 5) << "seed " << seed;
    EXPECT_LT(*seconds, quickly * 5) << "seed " << seed;
  }
}

}  // namespace
}  // namespace het
