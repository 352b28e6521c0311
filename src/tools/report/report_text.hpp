#pragma once
#include <string>

#include "src/tools/report/overview.hpp"

namespace het {

// For a terminal of 80 columns. One call: seconds of each phase, predicted and measured, and for each process a bar of
// what its time went into. A whole report: a line for each routine, size class and way, with a strip for predicted over
// measured (median and range), and why calls were forwarded.
std::string call_text(const CallReport& call, bool colour);
std::string overview_text(const Overview& overview, bool colour);

}  // namespace het
