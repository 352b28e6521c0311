#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdlib>
#include <numeric>

#include "testing_drivers/model/speeds/speeds.hpp"
#include "testing_drivers/simulation/hosts.hpp"

namespace het::testing {

Timing usual_timing() { return {.simulated = true, .reps = 1, .warmup = 0}; }

void settle_cycle_times(GridShape grid) {
  static const std::vector<Host> hosts = find_hosts();
  std::vector<int> at_work(static_cast<std::size_t>(grid.size()));
  std::iota(at_work.begin(), at_work.end(), 0);
  setenv("HETSCALAPACK_CYCLE_TIMES", fmt::format("{}", fmt::join(cycle_times(hosts, at_work), ",")).c_str(),
         1);
}

}  // namespace het::testing
