#pragma once
#include "src/distribution/distribution.hpp"

namespace het {

// A matrix distribution with the ranks that hold it.
struct Placed {
  const Distribution& distribution;
  const Placement& placement;
};

}  // namespace het
