#pragma once
#include <algorithm>
#include <vector>

#include "src/base/index.hpp"

namespace het {

// Speeds of the kinds of local work, as parts of the speed of a product with a long inner dimension. The defaults are
// fitted to what OpenBLAS does on recent processors.
struct KernelRates {
  // A product with an inner dimension of k runs at k / (k + half_speed_k), from k = 32 to 192.
  double half_speed_k = 21;
  // Products of a matrix and a vector, and what is like them.
  double vectors = 0.12;

  double product(Extent k) const { return static_cast<double>(k) / (static_cast<double>(k) + half_speed_k); }
  // ScaLAPACK's panels of LU and QR, column by column.
  double plain_panel() const { return vectors; }
  // Ours: most of the work is products with a short inner dimension.
  double recursive_panel() const {
    constexpr double in_products = 0.72;
    return std::max(vectors, 1 / (in_products / product(16) + (1 - in_products) / vectors));
  }
  // Cholesky's panel.
  double triangular_solve() const { return product(21); }
};

// What a platform costs, seen from one communicator.
struct Platform {
  std::vector<double> cycle_times;  // by rank, relative to the fastest
  double seconds_per_flop = 0;      // of the fastest, in products with a long inner dimension
  double seconds_per_byte = 0;      // of messages, all ranks sending at once
  double latency = 0;               // of a message
  // Of a process's own time for each message beyond the first of several at once: handing one to MPI, taking one.
  double message_overhead = 0;
  // A byte read in one place and written in another on the fastest process, at memory speed.
  double seconds_per_copied_byte = 2.5e-10;
  KernelRates rates = {};

  double cycle_time(int rank) const { return cycle_times[static_cast<std::size_t>(rank)]; }
};

}  // namespace het
