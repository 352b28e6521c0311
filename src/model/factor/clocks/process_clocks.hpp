#pragma once
#include <algorithm>
#include <cstddef>
#include <vector>

#include "src/model/factor/step/step_costs.hpp"

namespace het {

// Where the processes of a p x q grid are in the step of a panel; seconds since the begin. By process, row by row:
struct ProcessClocks {
  ProcessClocks(int process_rows, int process_cols)
      : p(process_rows),
        q(process_cols),
        ready(static_cast<std::size_t>(p)),
        free(static_cast<std::size_t>(p) * static_cast<std::size_t>(q)),
        before(free),
        arrived(free),
        start(free),
        first_piece(free),
        own_of_panel(free),
        rows_carried(free),
        sums_behind_panel(ready) {}

  std::size_t at(int i, int j) const {
    return static_cast<std::size_t>(i) * static_cast<std::size_t>(q) + static_cast<std::size_t>(j);
  }
  double& ready_of(int i) { return ready[static_cast<std::size_t>(i)]; }
  // Seconds until a process that is still at the update of the step before looks at what has come at `time`. It looks
  // once in a slice, at any time of it: after half of one, in the mean.
  double until_look(const StepCosts& costs, int i, int j, double time) const {
    const double busy = before[at(i, j)] - time;
    return busy <= 0 ? 0 : std::min(busy, costs.update_slice(i, j, busy) / 2);
  }

  int p, q;
  std::vector<double> ready;    // P of the panel, by process row of its process column
  std::vector<double> free;     // F: its last update is done
  std::vector<double> before;   // F of the step before
  std::vector<double> arrived;  // A: all of the panel is there
  std::vector<double> start;    // S: its update begins
  // What one part of a step leaves for another:
  std::vector<double> first_piece;  // the first piece of its last update is done
  // Seconds of its own time for the panel that comes to it; and of rows for its update that its link carries beside it.
  std::vector<double> own_of_panel, rows_carried;
  // By process row of the panel's process column: seconds of sums of the update before whose way begins with the panel's.
  std::vector<double> sums_behind_panel;
};

}  // namespace het
