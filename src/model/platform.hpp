#pragma once
#include <vector>

#include "src/base/index.hpp"

namespace het {

// Speeds of the kinds of local work, as parts of the speed of a product with a long inner dimension.
struct KernelRates {
  // A product with an inner dimension of k runs at k / (k + half_speed_k): fitted to what OpenBLAS does from
  // k = 32 to 256 on recent processors.
  double half_speed_k = 21;
  double recursive_panel = 0.25;  // our panels of LU and QR
  double plain_panel = 0.12;      // ScaLAPACK's, column by column
  double triangular_solve = 0.5;  // Cholesky's panel

  double product(Extent k) const { return static_cast<double>(k) / (static_cast<double>(k) + half_speed_k); }
};

// What a platform costs, seen from one communicator.
struct Platform {
  std::vector<double> cycle_times;  // by rank, relative to the fastest
  double seconds_per_flop = 0;      // of the fastest, in products with a long inner dimension
  double seconds_per_byte = 0;      // of messages, all ranks sending at once
  double latency = 0;               // of a message
  // Handing a byte to MPI or taking it from there on the fastest process, at memory speed.
  double seconds_per_copied_byte = 2.5e-10;
  KernelRates rates = {};

  double cycle_time(int rank) const { return cycle_times[static_cast<std::size_t>(rank)]; }
};

}  // namespace het
