#pragma once
#include "src/bindings/mpi.hpp"

namespace het {

// What messages between neighbours cost, all processes sending at once. Zero for a single process.
struct LinkSpeeds {
  double seconds_per_byte = 0;  // of a long message
  double latency = 0;           // seconds of an empty message
  double message_overhead = 0;  // seconds that each further one sent and received at the same time adds
};

// Exchanges messages in a ring by rank; of several the middle one, and of all processes the slowest. Collective; some
// ten megabytes per process.
LinkSpeeds measure_links(const Communicator& comm);

}  // namespace het
