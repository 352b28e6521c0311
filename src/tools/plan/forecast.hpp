#pragma once
// What a call is predicted to cost: grids ranked by the model.
#include <optional>
#include <string>
#include <vector>

#include "blacs_het/plan/decision/decision.hpp"
#include "src/tools/input/processors.hpp"

namespace het {

// The call and the platform, as the command line has them; an empty text is an option not given.
struct CallRequest {
  std::string routine, n, nb, type, gflops, bandwidth, latency;
  // True when a routine is given, or anything that needs one.
  bool any() const;
};

// A call on a platform. `nb`: block size of the matrix where the call finds it, block-cyclic on the squarest
// grid of all processors; no moves are counted where it is 0.
struct PlannedCall {
  CallShape shape;
  Platform platform;
  Extent nb = 0;
};

// The call that is asked for; routine and sizes of a reported call where they are not given. The platform is
// by default a fastest processor of 10 Gflop/s and a network of 1.25 GB/s and 20 microseconds. Throws Error
// for wrong values, or when a routine comes without a size or other options without a routine.
PlannedCall planned_call(const CallRequest& request, const Processors& processors);

// What the library in mode auto does with the call. Its own rule (decision.hpp); the platform is the one given here.
struct CallVerdict {
  int p = 0, q = 0;            // the caller's grid
  double reference = 0;        // predicted seconds of ScaLAPACK itself
  double in_place = 0;         // and of the library where the matrix lies
  std::string never = {};      // why it is forwarded whatever is predicted, empty where it is not
  std::string not_yet = {};    // why it is until earlier calls have made it worth a look, likewise
  Decision given;              // with these cycle-times given
  Decision measured;           // with the same ones measured by the library
  std::string too_early = {};  // why measured ones do not help a first call, empty where they do
};

struct Forecast {
  PlannedCall call;
  std::vector<LayoutCandidate> ranking;  // the best first
  std::optional<CallVerdict> verdict;    // where a block size says how the call finds its matrix
};

// Ranks all grids, or looks at one only. `plan` makes the plan of a grid.
Forecast forecast(const PlannedCall& call, std::optional<std::pair<int, int>> grid, const PlanSource& plan);

}  // namespace het
