#pragma once
#include "src/base/index.hpp"

namespace het {

// What one rank did while it computed, in seconds, and sent. The parts add up to the time of the whole, but for what
// lies between them.
struct ComputeStatistics {
  double move_in = 0;    // waiting for columns of A to arrive
  double panel = 0;      // factoring panels, waiting for the other processes of the column included
  double broadcast = 0;  // waiting for panels to arrive
  double exchange = 0;   // row interchanges and transposes, waiting included, and waiting for sums
  double update = 0;     // local computing outside panels
  double busy = 0;       // local computing altogether
  Extent bytes_sent = 0;
};

}  // namespace het
