#pragma once
// Where the library has the cycle-times from, and how often a call must be made for a time that counts.
#include "testing_drivers/support/grid.hpp"

namespace het::testing {

// Virtual time is the same at every run: one is enough, and ScaLAPACK itself is not there.
struct Timing {
  bool simulated;
  int reps, warmup;
};
Timing usual_timing();

// On a simulated platform: the hosts' own speeds for the processes of this grid. Otherwise what the user said, or the
// library measures. Collective.
void settle_cycle_times(GridShape grid);

}  // namespace het::testing
