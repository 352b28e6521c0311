#include "blacs_het/plan/choice/grid_choice.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <set>

#include "src/base/error.hpp"
#include "src/model/move/move_costs.hpp"
#include "src/model/routine_model.hpp"
#include "tests/unit/model/as_simulated.hpp"
#include "tests/unit/model/square_calls.hpp"

namespace het {
namespace {

using test::shape_of;

// A node's cores on a fast network.
Platform platform_of(std::vector<double> cycle_times) {
  return {std::move(cycle_times), 2e-11, {2e-10, 1e-6}};
}

TEST(GridChoice, CandidatesComeBestFirstWithTermsThatAddUp) {
  const Platform platform = platform_of({1, 1, 1, 4, 6.3, 7.8, 7.8, 7.95, 8});
  const Distribution caller = block_cyclic(4000, 4000, 64, 64, 3, 3);
  const Placement grid = Placement::row_major(3, 3);
  for (const RoutineKind kind : all_routine_kinds) {
    const CallShape shape = shape_of(kind, 4000);
    const auto candidates = rank_layouts(platform, shape, Placed{caller, grid});
    ASSERT_GT(candidates.size(), 3u);
    EXPECT_TRUE(candidates.front().planned_well);
    for (std::size_t k = 0; k < candidates.size(); ++k) {
      const LayoutCandidate& c = candidates[k];
      EXPECT_GE(c.total(), candidates[k == 0 ? 0 : k - 1].total());
      const Distribution matrix = c.layout.distribution(4000, 4000);
      const Placement placement = c.layout.placement(9);
      const Placed operands{caller, grid};
      EXPECT_EQ(c.predicted, predict(platform, shape, {matrix, placement}, c.panel_width, &operands));
      const double quickly =
          predicted_seconds(platform, shape, {matrix, placement}, c.panel_width, &operands);
      EXPECT_NEAR(c.total() / quickly, 1, 0.15);
      EXPECT_GT(c.predicted.move_out, 0);
      EXPECT_EQ(c.predicted.move_in > 0, is_factorization(kind))
          << "only C of a product moves, and only back";
      // No layout is quicker than all processors of its grid together.
      double speed = 0;
      for (const int rank : c.layout.order) speed += 1 / platform.cycle_time(rank);
      EXPECT_GE(c.predicted.compute(), flops(shape) * platform.seconds_per_flop / speed);
    }
  }
}

// Of many processors with slow links one row of few wins, in cyclic order: half as quick in the order that is tried first.
TEST(GridChoice, SingleRowsAreTriedInBothOrders) {
  std::vector<double> cycle_times(8, 1.);
  cycle_times.insert(cycle_times.end(), 8, 1.7), cycle_times.insert(cycle_times.end(), 8, 3.);
  const Platform platform{cycle_times, 1e-10, {8e-9, 4e-5}};
  const Distribution caller = block_cyclic(1000, 1000, 64, 64, 4, 6);
  const Placed placed{caller, Placement::row_major(4, 6)};
  for (const RoutineKind kind : {RoutineKind::lu, RoutineKind::qr}) {
    const CallShape shape = shape_of(kind, 1000);
    const auto best_on = [&](std::optional<std::pair<int, int>> grid) {
      GridChoiceOptions options;
      options.grid = grid;
      return rank_layouts(platform, shape, placed, options).front().total();
    };
    const double best = best_on({});
    for (const int q : {3, 6, 8, 12, 16, 24})
      EXPECT_LE(best, 1.02 * best_on(std::pair(1, q))) << family_name(kind) << " on 1 x " << q;
  }
}

TEST(GridChoice, RankOneSpeedsComeNearTheBound) {
  // All finish together on 2 x 2: what is lost to the bound is rounding, panels and messages.
  GridChoiceOptions options;
  options.grid = {2, 2};
  for (const RoutineKind kind : all_routine_kinds) {
    const CallShape shape = shape_of(kind, 8000);
    const auto candidates = rank_layouts(platform_of({1, 2, 3, 6}), shape, std::nullopt, options);
    ASSERT_EQ(candidates.size(), 1u);
    EXPECT_NEAR(candidates[0].work_rate, 2, 1e-9);
    EXPECT_LT(candidates[0].predicted.idle, 0.08 * candidates[0].predicted.update) << family_name(kind);
    EXPECT_LT(candidates[0].predicted.total(), 1.35 * candidates[0].predicted.update) << family_name(kind);
  }
}

TEST(GridChoice, UnequalProcessorsGainAboutWhatTheBoundSays) {
  const Platform platform = platform_of({1, 2, 3, 6});
  const Distribution caller = block_cyclic(8000, 8000, 64, 64, 2, 2);
  const Placement grid = Placement::row_major(2, 2);
  for (const RoutineKind kind : all_routine_kinds) {
    const CallShape shape = shape_of(kind, 8000);
    const double in_place = predicted_seconds(platform, shape, {caller, grid}, 64);
    const double moved = rank_layouts(platform, shape, Placed{caller, grid}).front().total();
    EXPECT_GT(in_place / moved, 2.4) << family_name(kind);
    EXPECT_LT(in_place / moved, 3.6) << family_name(kind);
  }
}

TEST(GridChoice, EqualProcessorsHaveNothingToMoveFor) {
  const Platform platform = platform_of({1, 1, 1, 1});
  const Placement grid = Placement::row_major(2, 2);
  for (const RoutineKind kind : all_routine_kinds)
    for (const Extent n : {1000, 4000, 12000}) {
      const CallShape shape = shape_of(kind, n);
      const Distribution caller = block_cyclic(n, n, 64, 64, 2, 2);
      const double in_place =
          predicted_seconds(platform, shape, {caller, grid}, kind == RoutineKind::gemm ? 192 : 64);
      GridChoiceOptions options;
      options.panel_width = 64;
      const LayoutCandidate best = rank_layouts(platform, shape, Placed{caller, grid}, options).front();
      EXPECT_GT(best.total(), 0.91 * in_place) << family_name(kind) << ' ' << n;
      EXPECT_EQ(best.panel_width, kind == RoutineKind::gemm ? 192 : 64);
    }
}

TEST(GridChoice, AThousandTimesSlowerProcessorIsLeftOut) {
  for (const RoutineKind kind : all_routine_kinds) {
    const auto best =
        rank_layouts(platform_of({1, 1000, 1, 1, 1}), shape_of(kind, 4000), std::nullopt).front();
    EXPECT_EQ(std::count(best.layout.order.begin(), best.layout.order.end(), 1), 0) << family_name(kind);
    EXPECT_EQ(best.layout.p * best.layout.q, 4) << family_name(kind);
  }
}

TEST(GridChoice, SmallMatricesWantFewProcessors) {
  Platform platform{{1, 1, 1, 4, 6.3, 7.8, 7.8, 7.95, 8}, 1e-10, {8e-10, 1e-5}};
  const auto used = [&](Extent n) {
    const auto best = rank_layouts(platform, shape_of(RoutineKind::lu, n), std::nullopt).front();
    return best.layout.p * best.layout.q;
  };
  EXPECT_LE(used(500), 4);
  EXPECT_GE(used(12000), 8);
}

// What a matrix is moved for must be worth the way there and back.
TEST(GridChoice, SlowLinksMakeMovingHopeless) {
  Platform slow = platform_of({1, 2, 3, 6});
  slow.between.seconds_per_byte = 1e-6;
  const Distribution caller = block_cyclic(2000, 2000, 64, 64, 2, 2);
  const Placement grid = Placement::row_major(2, 2);
  for (const RoutineKind kind : all_routine_kinds) {
    const CallShape shape = shape_of(kind, 2000);
    const double in_place = predicted_seconds(slow, shape, {caller, grid}, 64);
    EXPECT_GT(rank_layouts(slow, shape, Placed{caller, grid}).front().total(), 0.99 * in_place)
        << family_name(kind);
  }
}

TEST(GridChoice, FewGridsGetAGoodPlan) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> speed(0.1, 1);
  for (const auto& [processors, most] : {std::pair{9, 16}, {25, 6}, {64, 4}}) {
    std::vector<double> cycle_times;
    for (int k = 0; k < processors; ++k) cycle_times.push_back(1 / speed(random));
    std::set<std::pair<int, int>> planned;
    GridChoiceOptions options;
    options.plan = [&](int p, int q) {
      planned.emplace(p, q);
      return plan_grid(cycle_times, p, q, Method::heuristic);
    };
    rank_layouts(platform_of(cycle_times), shape_of(RoutineKind::lu, 2000), std::nullopt, options);
    EXPECT_LE(planned.size(), static_cast<std::size_t>(most)) << processors;
    EXPECT_GE(planned.size(), 1u) << processors;
  }
}

// Where only one order of blocks or the plans of one method are asked for, quick plans of another kind are no
// candidates.
TEST(GridChoice, CandidatesAreAsTheOptionsAsk) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> speed(0.1, 1);
  std::vector<double> cycle_times;
  for (int k = 0; k < 20; ++k) cycle_times.push_back(1 / speed(random));
  const Platform platform = platform_of(cycle_times);
  std::vector<GridChoiceOptions> asked(block_order_names.size());
  for (std::size_t k = 0; k < asked.size(); ++k) asked[k].order = static_cast<BlockOrder>(k);
  GridChoiceOptions natural;
  natural.plan = [&](int p, int q) { return plan_grid(cycle_times, p, q, Method::natural); };
  natural.as_planned = true;
  asked.push_back(natural);
  for (const GridChoiceOptions& options : asked) {
    const auto candidates = rank_layouts(platform, shape_of(RoutineKind::lu, 1000), std::nullopt, options);
    EXPECT_FALSE(candidates.empty());
    for (const LayoutCandidate& c : candidates) {
      EXPECT_TRUE(c.planned_well);
      if (options.order) {
        EXPECT_EQ(c.order, block_order_name(*options.order));
      } else {
        EXPECT_EQ(c.work_rate,
                  plan_grid(cycle_times, c.layout.p, c.layout.q, Method::natural).shares.work_rate);
      }
    }
  }
}

// Quick plans, and grids passed over, cost little: on fast and slow networks, moves included, the choice is nearly the
// best of all grids planned well.
TEST(GridChoice, IsNearlyTheBestOfAllGridsPlannedWell) {
  struct Network {
    double seconds_per_flop, seconds_per_byte, latency;
  };
  std::mt19937 random(3);
  std::uniform_real_distribution<double> uniform(0, 1);
  double chosen = 0, best_of_all = 0;
  int asked_grids = 0, other_grids = 0;
  for (const int processors : {5, 8})
    for (const auto& [flop, byte, latency] :
         {Network{2e-11, 2e-10, 1e-6}, {1e-10, 8e-10, 2e-5}, {1e-10, 8e-9, 4e-5}}) {
      std::vector<double> t;
      for (int k = 0; k < processors; ++k) t.push_back(std::pow(20, uniform(random)));
      const Platform platform{t, flop, {byte, latency, 0.05 * latency}};
      std::map<std::pair<int, int>, GridPlan> plans;
      GridChoiceOptions options;
      options.plan = [&](int p, int q) {
        const auto known = plans.find({p, q});
        return known != plans.end() ? known->second
                                    : plans.emplace(std::pair{p, q}, plan_in_call(t, p, q)).first->second;
      };
      constexpr Extent n = 1000;
      const auto [p, q] = squarest_grid(processors);
      const Placed caller{block_cyclic(n, n, 64, 64, p, q), Placement::row_major(p, q)};
      for (const RoutineKind kind : all_routine_kinds) {
        options.grid.reset();
        const double found = rank_layouts(platform, shape_of(kind, n), caller, options).front().total();
        double best = found;
        for (const auto& grid : grids_to_try(processors)) {
          options.grid = grid;
          const LayoutCandidate asked = rank_layouts(platform, shape_of(kind, n), caller, options).front();
          ++asked_grids;
          if (without_idle_lines(asked.layout, n, n) == asked.layout)
            best = std::min(best, asked.total());
          else
            ++other_grids;  // with an idle row or column it is one
        }
        EXPECT_LE(found, 1.065 * best) << processors << ' ' << family_name(kind) << ' ' << byte;
        chosen += found / best, best_of_all += 1;
      }
    }
  EXPECT_LE(chosen, 1.003 * best_of_all);
  EXPECT_LE(other_grids, asked_grids / 7);
}

// Small matrices do not fill a grid, and what is left of two grids may be the same one.
TEST(GridChoice, HasNoIdleLinesAndNoGridTwice) {
  const Platform nine{{1, 1, 1, 4, 6.3, 7.8, 7.8, 7.95, 8}, 1e-10, {8e-10, 1.2e-5, 1e-6}};
  for (const RoutineKind kind : all_routine_kinds)
    for (const Extent n : {200, 500}) {
      std::set<std::pair<int, int>> grids;
      const Placed caller{block_cyclic(n, n, 32, 32, 3, 3), Placement::row_major(3, 3)};
      for (const LayoutCandidate& each : rank_layouts(nine, shape_of(kind, n), caller)) {
        EXPECT_EQ(without_idle_lines(each.layout, n, n), each.layout) << family_name(kind) << ' ' << n;
        EXPECT_TRUE(grids.emplace(each.layout.p, each.layout.q).second) << family_name(kind) << ' ' << n;
      }
    }
}

// On a slow network what a large grid spends on messages says nothing of one row, one column or one process.
TEST(GridChoice, SlowNetworksAreLeftToFewProcesses) {
  for (const RoutineKind kind : all_routine_kinds) {
    const Platform platform{std::vector<double>(12, 1.0), 1e-10, {8e-8, 7.5e-5}};
    const double chosen = rank_layouts(platform, shape_of(kind, 2000), std::nullopt).front().total();
    for (const auto& grid : {std::pair{1, 1}, {1, 2}, {2, 1}}) {
      GridChoiceOptions options;
      options.grid = grid;
      const double named =
          rank_layouts(platform, shape_of(kind, 2000), std::nullopt, options).front().total();
      EXPECT_LE(chosen, 1.03 * named) << family_name(kind) << ' ' << grid.first << " x " << grid.second;
    }
  }
}

TEST(GridChoice, LongCallsMayRefineTheirOrderForLonger) {
  const Platform platform{{1, 1, 1, 4, 6.3, 7.8, 7.8, 7.95, 8}, 1e-10, {8e-10, 1.2e-5}};
  GridChoiceOptions frugal, dealt;
  frugal.grid = dealt.grid = {1, 9};
  frugal.refine_work = dealt.refine_work = 0;
  dealt.order = BlockOrder::both;
  const auto seconds = [&](Extent n, const GridChoiceOptions& options) {
    return rank_layouts(platform, shape_of(RoutineKind::lu, n), std::nullopt, options).front().total();
  };
  EXPECT_LT(seconds(12000, frugal), 0.999 * seconds(12000, dealt));
}

// Few long messages suit a slow network: flat grids with a cyclic order of blocks, which a quick plan in one order
// alone makes look bad.
TEST(GridChoice, FindsFlatGridsOnSlowLinks) {
  const Platform platform{{1, 1, 1, 1, 1, 1, 2.2, 2.2, 2.2, 2.2}, 1e-10, {8e-9, 4.2e-5, 1e-6}};
  for (const RoutineKind kind : {RoutineKind::lu, RoutineKind::qr}) {
    const CallShape shape = shape_of(kind, 1000);
    const double chosen = rank_layouts(platform, shape, std::nullopt).front().total();
    GridChoiceOptions flat;
    flat.grid = {1, 8};
    EXPECT_LE(chosen, 1.001 * rank_layouts(platform, shape, std::nullopt, flat).front().total())
        << family_name(kind);
  }
}

// On a slow network a grid may become the best one only once its blocks are dealt and weighted well, which gains a third.
TEST(GridChoice, FindsGridsThatNeedAGoodPlanOnSlowLinks) {
  Platform platform{{1, 2.3636, 3, 3, 3.4545, 3.6364, 48, 48.18}, 1e-10, {8e-9, 4.2e-5, 2e-6}};
  const Placed caller{block_cyclic(1000, 1000, 64, 64, 2, 4), Placement::row_major(2, 4)};
  const CallShape shape = shape_of(RoutineKind::cholesky, 1000);
  const double chosen = rank_layouts(platform, shape, caller).front().total();
  GridChoiceOptions named;
  named.grid = {3, 2};
  EXPECT_LE(chosen, 1.005 * rank_layouts(platform, shape, caller, named).front().total());
}

// Down a long process column a panel's rows pass many processes, each of which turns to its messages after a piece of
// its update. Simulated on the papers' nine processors at 10 Gb/s, N = 2000: 0.0777 s on 3 x 3, 0.0802 s on 9 x 1; at
// 1 Gb/s
// 0.182 s on 3 x 1 and 0.280 s on 9 x 1.
TEST(GridChoice, CholeskyKnowsWhatLongProcessColumnsCost) {
  const auto seconds = [](const Platform& platform, int p, int q) {
    GridChoiceOptions options;
    options.grid = {p, q};
    return rank_layouts(platform, shape_of(RoutineKind::cholesky, 2000), std::nullopt, options)
        .front()
        .total();
  };
  Platform platform{{1, 1, 1, 4, 6.3, 7.8, 7.8, 7.95, 8}, 1e-10, {8e-10, 1.2e-5, 1e-6}};
  platform.seconds_per_copied_byte = 0.5e-10;
  platform.seconds_per_jump = 0;
  platform.rates = test::full_speed;
  EXPECT_NEAR(seconds(platform, 3, 3), 0.0777, 0.05 * 0.0777);
  EXPECT_NEAR(seconds(platform, 9, 1), 0.0802, 0.07 * 0.0802);
  platform.between.seconds_per_byte = 8e-9;
  EXPECT_LT(seconds(platform, 3, 1), 0.95 * seconds(platform, 9, 1)) << "on slow links";
}

// Of two sites 5 ms from each other one is a grid of its own, whatever all of them together spend on messages: that a grid is
// part of a larger one says nothing of it, if the larger one goes farther.
TEST(GridChoice, FindsGridsOfOneSite) {
  Platform platform{{1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2}, 1e-10, {8e-9, 5e-3, 1e-6}};
  platform.hosts = {{0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1}, {8e-9, 4e-5, 1e-6}, 8e-10, true};
  const Placed caller{block_cyclic(1000, 1000, 64, 64, 4, 4), Placement::row_major(4, 4)};
  const Layout best = rank_layouts(platform, shape_of(RoutineKind::cholesky, 1000), caller).front().layout;
  EXPECT_GT(best.p, 1);
  EXPECT_GT(best.q, 1);
  EXPECT_LE(best.p * best.q, 8);
}

// What one sends the other receives: the model counts a move once and uses it for both ways. Of either a part is hidden,
// but for copies, which are a process's own time; beside the second one LU makes its last interchanges at home.
TEST(GridChoice, MovesTakeTheSameTimeBothWays) {
  Platform platform = platform_of({1, 1, 1, 4, 6.3, 7.8, 7.8, 7.95, 8});
  platform.seconds_per_copied_byte = 0;
  const Placed caller{block_cyclic(3000, 3000, 64, 64, 3, 3), Placement::row_major(3, 3)};
  for (const LayoutCandidate& c : rank_layouts(platform, shape_of(RoutineKind::qr, 3000), caller)) {
    const Distribution matrix = c.layout.distribution(3000, 3000);
    const Placement placement = c.layout.placement(9);
    const double in = move_costs(platform, 8, caller, {matrix, placement}).seconds,
                 out = move_costs(platform, 8, {matrix, placement}, caller).seconds;
    EXPECT_EQ(in, out);
    EXPECT_LE(c.predicted.move_in, in);
    EXPECT_LT(c.predicted.move_in + c.predicted.move_out, in + out);
    EXPECT_GT(c.predicted.move_in, 0);
    EXPECT_GT(c.predicted.move_out, 0);
  }
}

TEST(GridChoice, SquarestGrids) {
  EXPECT_EQ(squarest_grid(1), (std::pair{1, 1}));
  EXPECT_EQ(squarest_grid(7), (std::pair{1, 7}));
  EXPECT_EQ(squarest_grid(12), (std::pair{3, 4}));
  EXPECT_EQ(squarest_grid(64), (std::pair{8, 8}));
}

TEST(GridChoice, GridsToTryFitAndStayFew) {
  EXPECT_EQ(grids_to_try(4).size(), 8u) << "all p x q with p q <= 4";
  for (const int processors : {1, 7, 64, 65, 1024}) {
    const auto grids = grids_to_try(processors);
    EXPECT_LT(grids.size(), 300u) << processors;
    EXPECT_NE(std::find(grids.begin(), grids.end(), std::pair{1, processors}), grids.end());
    for (const auto& [p, q] : grids) EXPECT_LE(p * q, processors);
  }
}

TEST(GridChoice, BadInputIsRefused) {
  GridChoiceOptions options;
  for (const std::pair<int, int>& grid : {std::pair{3, 2}, {0, 2}, {1 << 16, 1 << 16}}) {
    options.grid = grid;
    EXPECT_THROW(rank_layouts(platform_of({1, 2}), shape_of(RoutineKind::qr, 100), std::nullopt, options),
                 Error);
  }
  EXPECT_THROW(rank_layouts(platform_of({1, -2}), shape_of(RoutineKind::qr, 100), std::nullopt), Error);
  EXPECT_THROW(rank_layouts(platform_of({}), shape_of(RoutineKind::qr, 100), std::nullopt), Error);
}

}  // namespace
}  // namespace het
