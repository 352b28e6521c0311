#pragma once
#include <filesystem>

#include "blacs_het/grid/config.hpp"

namespace het {

// Bytes that the library may allocate on this process: the configured limit, or half of what is free (free_memory)
// divided by the processes on this host: those of `comm`, or all that the launcher started where it tells of more, since other
// contexts of the program take their parts too. Collective the first time (hosts are counted). The result differs between
// processes: use it only through an agreement of all. root: where /proc and /sys are.
class MemoryBudget {
 public:
  MemoryBudget(const Communicator& comm, const Config& config, std::filesystem::path root = "/");
  Extent bytes() const;
  // Whether so many bytes, which were there for a call before, are surely there for the next one: they are within the
  // configured limit, if there is one, twice as many of this process's part are free in any case, as seen within the last
  // second, and not memory_is_limited(). Such a call allocates unasked: a process that then gets none ends the program.
  bool sure_of(Extent bytes);

 private:
  Extent part_of_free() const;  // of half of it

  std::filesystem::path root_;
  Extent configured_, seen_ = 0;
  double seen_at_ = 0;
  int neighbours_ = 1;
  bool memory_is_limited_;
};

}  // namespace het
