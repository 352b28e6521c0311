// What mode auto chooses on the nine workstations of [BPRR99], on networks of three kinds.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "blacs_het/plan/decision/decision.hpp"
#include "tests/unit/model/as_simulated.hpp"
#include "tests/unit/model/square_calls.hpp"

namespace het {
namespace {

// The fastest with 10 Gflop/s; a message crosses two links of a switch, one wire of the bus.
Platform nine_processors(const LinkCosts& links, bool shared_medium = false) {
  Platform platform{{1, 1, 1, 4, 6.3, 7.8, 7.8, 7.95, 8}, 1e-10, links};
  platform.shared_medium = shared_medium;
  return test::as_simulated(std::move(platform), 0.5e-10);
}
Platform fast_switch() { return nine_processors({8e-10, 1.2e-5, 1e-6}); }
Platform slow_switch() { return nine_processors({8e-9, 4.2e-5, 1e-6}); }
Platform bus() { return nine_processors({8e-8, 1.52e-4, 2e-6}, true); }

// Where a call goes whose matrix the caller has on 3 x 3.
std::string chosen(const Platform& platform, RoutineKind kind, Extent n) {
  const CallShape shape = test::shape_of(kind, n);
  const Placed caller{block_cyclic(n, n, 64, 64, 3, 3), Placement::row_major(3, 3)};
  const bool may_move = why_nothing_moves_unasked(platform).empty();
  const Ways ways =
      may_move ? predict_ways(platform, shape, caller) : predict_unmoved(platform, shape, caller);
  const Decision decision = decide(ways, margins_of(kind, false));
  if (decision.way != Way::moved) return std::string(way_name(decision.way));
  const Layout& layout = ways.moved[decision.layout].layout;
  return fmt::format("{}x{}", layout.p, layout.q);
}

struct Choices {
  RoutineKind kind;
  Extent n;
  std::string on_fast_switch, on_slow_switch, on_bus;
};

// One row for LU and QR on the fast switch, of the three fast ones alone where N is small; 3 x 3 or few of them on the slow
// one; nothing moves on the bus. (What is quicker than what by how much: docs/model.md.)
TEST(NineProcessors, GoWhereTheModelSaysOnEachNetwork) {
  const Choices expected[] = {
      {RoutineKind::gemm, 500, "3x3", "4x2", "forward"},
      {RoutineKind::gemm, 2000, "8x1", "9x1", "in_place"},
      {RoutineKind::gemm, 4000, "9x1", "9x1", "in_place"},
      {RoutineKind::lu, 500, "1x3", "1x2", "in_place"},
      {RoutineKind::lu, 2000, "1x9", "1x8", "in_place"},
      {RoutineKind::lu, 4000, "1x9", "4x2", "in_place"},
      {RoutineKind::qr, 500, "1x3", "1x4", "in_place"},
      {RoutineKind::qr, 2000, "1x9", "1x3", "in_place"},
      {RoutineKind::qr, 4000, "1x9", "3x3", "in_place"},
      {RoutineKind::cholesky, 500, "1x3", "2x1", "in_place"},
      {RoutineKind::cholesky, 2000, "3x3", "3x1", "forward"},
      {RoutineKind::cholesky, 4000, "3x3", "4x2", "forward"},
  };
  for (const Choices& each : expected) {
    SCOPED_TRACE(fmt::format("{} {}", family_name(each.kind), each.n));
    EXPECT_EQ(chosen(fast_switch(), each.kind, each.n), each.on_fast_switch) << "10 Gb/s";
    EXPECT_EQ(chosen(slow_switch(), each.kind, each.n), each.on_slow_switch) << "1 Gb/s";
    EXPECT_EQ(chosen(bus(), each.kind, each.n), each.on_bus) << "100 Mb/s for all";
  }
}

}  // namespace
}  // namespace het
