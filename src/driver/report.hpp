#pragma once
#include "src/driver/call.hpp"

namespace het {

// What the user asked to see of a finished call: a JSON object on one line of HETSCALAPACK_REPORT, a line on
// standard error. Collective over the context when the call was taken and anything is told of it, else local;
// rank 0 writes. Phases are those of the busiest process: rank 0 may have no part in the layout. What it has no
// memory for is left out, and that is said: no call is given up for its report.
void report(const Call& call, Context& context);

}  // namespace het
