#pragma once
// Memory for measuring that all processes of a communicator take, or none.
#include <utility>

#include "src/base/error.hpp"
#include "src/bindings/processes/collectives.hpp"

namespace het {

// Thrown on all processes alike.
class NoMemoryToMeasure : public Error {
 public:
  NoMemoryToMeasure() : Error("a process has no memory for measuring speeds") {}
};

// What make() makes of memory, before messages that others would wait for. Where one process has no memory, all throw
// NoMemoryToMeasure.
template <class Make>
auto made_on_all(const Communicator& comm, Make make) {
  auto made = made_on_all_or_none(comm, std::move(make));
  if (!made) throw NoMemoryToMeasure();
  return std::move(*made);
}

}  // namespace het
