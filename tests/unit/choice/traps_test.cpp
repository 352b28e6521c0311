// Programs may trap what floating-point arithmetic has no number for (gfortran's -ffpe-trap): predicting and choosing for them
// must not divide by 0.
#include <fenv.h>
#include <gtest/gtest.h>

#include <utility>

#include "blacs_het/plan/decision/decision.hpp"
#include "tests/unit/model/as_simulated.hpp"
#include "tests/unit/model/square_calls.hpp"

namespace het {
namespace {

// A trap ends the program.
class Trapped {
 public:
  Trapped() { feenableexcept(traps); }
  ~Trapped() { fedisableexcept(traps); }
  Trapped(const Trapped&) = delete;
  Trapped& operator=(const Trapped&) = delete;

 private:
  static constexpr int traps = FE_DIVBYZERO | FE_INVALID | FE_OVERFLOW;
};

TEST(Traps, AreNotSprungByPredictions) {
  const std::vector<double> nine{1, 1, 1, 4, 6.3, 7.8, 7.8, 7.95, 8};
  const std::pair<LinkCosts, bool> networks[] = {
      {{8e-10, 1.2e-5, 1e-6}, false}, {{8e-8, 1.52e-4, 2e-6}, true}, {{0, 1e-5, 0}, false}, {{}, false}};
  for (const auto& [links, shared] : networks)
    for (const auto& cycle_times : {nine, std::vector<double>(9, 1), std::vector<double>{1, 2, 3, 6}})
      for (const RoutineKind kind : all_routine_kinds)
        for (const Extent n : {200, 1100, 2400}) {
          Platform platform{cycle_times, 1e-10, links};
          platform.shared_medium = shared;
          platform = test::as_simulated(std::move(platform), 0.5e-10);
          const CallShape shape = test::shape_of(kind, n);
          const int p = cycle_times.size() == 9 ? 3 : 2;
          const Placed caller{block_cyclic(n, n, 64, 64, p, p), Placement::row_major(p, p)};
          const Trapped trapped;
          const Ways ways = predict_ways(platform, shape, caller);
          EXPECT_GT(ways.reference, 0);
          EXPECT_FALSE(way_name(decide(ways, margins_of(kind, true)).way).empty());
        }
}

}  // namespace
}  // namespace het
