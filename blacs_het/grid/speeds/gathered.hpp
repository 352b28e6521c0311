#pragma once
// Numbers of all processes, equal on all of them to the last bit. Collective.
#include <new>
#include <optional>
#include <utility>
#include <vector>

#include "src/base/error.hpp"
#include "src/bindings/mpi.hpp"

namespace het {

// One value of each process, by rank; gathered and broadcast by one process.
std::vector<double> gather(const Communicator& comm, double value);
double largest(const Communicator& comm, double value);

// Local: the middle one.
double median(std::vector<double> values);

// Thrown on all processes alike.
class NoMemoryToMeasure : public Error {
 public:
  NoMemoryToMeasure() : Error("a process has no memory for measuring speeds") {}
};

// What make() makes of memory, before messages that others would wait for. Where one process has none, all throw
// NoMemoryToMeasure.
template <class Make>
auto made_on_all(const Communicator& comm, Make make) {
  std::optional<decltype(make())> made;
  try {
    made.emplace(make());
  } catch (const std::bad_alloc&) {
    made.reset();
  }
  if (largest(comm, made ? 0 : 1) > 0) throw NoMemoryToMeasure();
  return std::move(*made);
}

}  // namespace het
