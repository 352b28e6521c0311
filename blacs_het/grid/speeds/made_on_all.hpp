#pragma once
// Memory that all processes of a communicator take, or none.
#include <new>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "blacs_het/grid/speeds/gathered.hpp"
#include "src/base/error.hpp"

namespace het {

// Thrown on all processes alike.
class NoMemoryToMeasure : public Error {
 public:
  NoMemoryToMeasure() : Error("a process has no memory for measuring speeds") {}
};

// What make() makes of memory, before messages that others would wait for. None on all of them where one has no memory.
template <class Make>
auto made_on_all_or_none(const Communicator& comm, Make make) {
  std::optional<decltype(make())> made;
  try {
    made.emplace(make());
  } catch (const std::bad_alloc&) {
    made.reset();
  }
  if (max_over_processes(comm, made ? 0 : 1) > 0) made.reset();
  return made;
}

// The same; where one process has no memory, all throw NoMemoryToMeasure.
template <class Make>
auto made_on_all(const Communicator& comm, Make make) {
  auto made = made_on_all_or_none(comm, std::move(make));
  if (!made) throw NoMemoryToMeasure();
  return std::move(*made);
}

// One value of each process, by rank: on rank 0, elsewhere none of them. On all of them nothing, where rank 0 has no memory
// for that.
template <class T>
std::optional<std::vector<T>> gathered_or_none(const Communicator& comm, const T& mine) {
  auto all = made_on_all_or_none(comm, [&] { return room_on_root<T>(comm, 1); });
  if (all) gather_to_root(comm, std::span<const T>(&mine, 1), *all);
  return all;
}

}  // namespace het
