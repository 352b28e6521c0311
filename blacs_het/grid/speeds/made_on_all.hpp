#pragma once
// Memory that all processes of a communicator take, or none.
#include <new>
#include <optional>
#include <utility>

#include "blacs_het/grid/speeds/gathered.hpp"
#include "src/base/error.hpp"

namespace het {

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
  if (max_over_processes(comm, made ? 0 : 1) > 0) throw NoMemoryToMeasure();
  return std::move(*made);
}

}  // namespace het
