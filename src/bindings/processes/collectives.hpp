#pragma once
// Numbers of all processes of a communicator, and memory that all of them take, or none. Collective.
#include <new>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "src/bindings/mpi.hpp"

namespace het {

// Equal on all of them to the last bit: one value of each process, by rank, gathered and broadcast by one process.
std::vector<double> gather(const Communicator& comm, double value);
double max_over_processes(const Communicator& comm, double value);

// Values of each process, of each as many, by rank: on rank 0, elsewhere none. `all`: room for them there.
template <class T>
void gather_to_root(const Communicator& comm, std::span<const T> mine, std::vector<T>& all) {
  static_assert(std::is_trivially_copyable_v<T>);
  const int bytes = message_bytes(static_cast<Extent>(mine.size_bytes()));
  check_mpi(MPI_Gather(mine.data(), bytes, MPI_BYTE, all.data(), bytes, MPI_BYTE, 0, comm.get()),
            "MPI_Gather");
}
template <class T>
std::vector<T> room_on_root(const Communicator& comm, std::size_t of_each) {
  return std::vector<T>(comm.rank() == 0 ? of_each * static_cast<std::size_t>(comm.size()) : 0);
}
template <class T>
std::vector<T> gather_to_root(const Communicator& comm, std::span<const T> mine) {
  std::vector<T> all = room_on_root<T>(comm, mine.size());
  gather_to_root(comm, mine, all);
  return all;
}

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

// One value of each process, by rank: on rank 0, elsewhere none of them. On all of them nothing, where rank 0 has no memory
// for that.
template <class T>
std::optional<std::vector<T>> gathered_or_none(const Communicator& comm, const T& mine) {
  auto all = made_on_all_or_none(comm, [&] { return room_on_root<T>(comm, 1); });
  if (all) gather_to_root(comm, std::span<const T>(&mine, 1), *all);
  return all;
}

}  // namespace het
