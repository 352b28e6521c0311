#pragma once
#include <vector>

#include "src/distribution/distribution.hpp"

namespace het {

// What a platform costs, seen from one communicator.
struct Platform {
  std::vector<double> cycle_times;  // by rank, relative to the fastest
  double seconds_per_flop = 0;      // of the fastest, in products with a long inner dimension
  double seconds_per_byte = 0;      // of messages, all ranks sending at once
  double latency = 0;               // of a message
};

// One matrix product C (m x n) += op(A) op(B), op(A) m x k.
struct GemmShape {
  Extent m, n, k;
  int flops_per_multiply_add;  // 2, or 8 for complex types
  Extent element_bytes;
};

// Share of the full speed that a local product reaches with an inner dimension of k: k / (k + 21), fitted to
// what OpenBLAS does from k = 32 to 256 on recent processors.
double inner_dimension_efficiency(Extent k);

// Seconds of SUMMA with stationary C on a distribution, with panels of panel_k: the slowest rank's product,
// plus the messages of its panels, none of them hidden, plus a latency for each message of a panel.
double summa_seconds(const Platform& platform, const GemmShape& shape, const Distribution& c,
                     const Placement& placement, Extent panel_k);

// Seconds of ScaLAPACK's own product on the caller's distribution: panels of its logical block size 32,
// nothing hidden, and the smallest of the three volumes that its algorithms choose between.
double reference_seconds(const Platform& platform, const GemmShape& shape, const Distribution& c,
                         const Placement& placement);

// Seconds of moving an m x n part between two distributions: the rank that sends or receives most.
double move_seconds(const Platform& platform, const GemmShape& shape, const Distribution& from,
                    const Placement& from_placement, const Distribution& to, const Placement& to_placement);

}  // namespace het
