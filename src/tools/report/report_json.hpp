#pragma once
#include <nlohmann/json.hpp>

#include "src/tools/report/overview.hpp"

namespace het {

// One call: routine, m, n, k, way, reason, measured and predicted (seconds: plan, move_in, compute, move_out, total;
// scalapack), predicted_over_measured, computing, processes (rank, row, col, cycle_time, and seconds: busy, idle,
// update, panel, exchange, broadcast). What is not known is left out.
nlohmann::ordered_json call_json(const CallReport& call);

// A whole report: calls, taken, taken_seconds, forwarded_seconds, groups (routine, sizes, way, calls, seconds and
// predicted_over_measured as smallest, median, largest; all_seconds, busy), reasons (reason, an
// example; calls; texts, the number of reasons that differ from it in numbers alone, with itself).
nlohmann::ordered_json overview_json(const Overview& overview);

}  // namespace het
