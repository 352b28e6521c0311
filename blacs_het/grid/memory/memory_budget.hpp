#pragma once
#include "blacs_het/grid/config.hpp"

namespace het {

// Bytes that the library may allocate on this process: the configured limit, or half of what is free (free_memory)
// divided by the processes of `comm` on this host. Collective the first time (hosts
// are counted). The result differs between processes: use it only through an agreement of all.
class MemoryBudget {
 public:
  MemoryBudget(const Communicator& comm, const Config& config);
  Extent bytes() const;
  // Whether so many bytes, which were there for a call before, are surely there for the next one: twice as many are free, as
  // seen within the last second, or they are within the configured limit, and not memory_is_limited().
  bool sure_of(Extent bytes);

 private:
  Extent configured_, seen_ = 0;
  double seen_at_ = 0;
  int neighbours_ = 1;
  bool memory_is_limited_;
};

}  // namespace het
