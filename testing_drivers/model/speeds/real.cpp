#include "testing_drivers/model/speeds/speeds.hpp"

namespace het::testing {

Timing usual_timing() { return {.simulated = false, .reps = 3, .warmup = 1}; }

void settle_cycle_times(GridShape) {}

}  // namespace het::testing
