#pragma once
#include "src/tools/picture/drawing.hpp"
#include "src/tools/report/overview.hpp"

namespace het {

// One call: its phases, measured and predicted, on one scale of time; below, for each process, what its time went into,
// and how much of it was computing.
DrawingMaker picture_of(const CallReport& call);

// A whole report: for each routine, size class and way the predicted over the measured time of every call, and how busy
// the processes were.
DrawingMaker picture_of(const Overview& overview);

// A round step for a scale of at most `most` steps up to `end`: 1, 2 or 5 times a power of ten. Above 0 whatever `end`
// is; `end` itself where it is no ordinary number.
double round_step(double end, int most);

}  // namespace het
