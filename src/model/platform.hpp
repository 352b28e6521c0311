#pragma once
#include <vector>

#include "src/base/index.hpp"

namespace het {

// What a platform costs, seen from one communicator.
struct Platform {
  std::vector<double> cycle_times;  // by rank, relative to the fastest
  double seconds_per_flop = 0;      // of the fastest, in products with a long inner dimension
  double seconds_per_byte = 0;      // of messages, all ranks sending at once
  double latency = 0;               // of a message
};

// Share of the full speed that a local product reaches with an inner dimension of k: k / (k + 21), fitted to
// what OpenBLAS does from k = 32 to 256 on recent processors.
double inner_dimension_efficiency(Extent k);

// Handing a byte to MPI or taking it from there on the fastest process, at memory speed.
inline constexpr double seconds_per_copied_byte = 2.5e-10;

}  // namespace het
