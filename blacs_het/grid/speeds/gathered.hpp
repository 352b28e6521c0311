#pragma once
// Numbers of all processes, equal on all of them to the last bit. Collective.
#include <vector>

#include "src/bindings/mpi.hpp"

namespace het {

// One value of each process, by rank; gathered and broadcast by one process.
std::vector<double> gather(const Communicator& comm, double value);
double largest(const Communicator& comm, double value);

// Local: the middle one.
double median(std::vector<double> values);

}  // namespace het
