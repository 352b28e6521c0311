#pragma once
#include "blacs_het/grid/config.hpp"

namespace het {

// Bytes that the library may allocate on this process: the configured limit, or half of what the operating
// system says is available divided by the processes of `comm` on this host. Collective the first time (hosts
// are counted). The result differs between processes: use it only through an agreement of all.
class MemoryBudget {
 public:
  MemoryBudget(const Communicator& comm, const Config& config);
  Extent bytes() const;

 private:
  Extent configured_;
  int neighbours_ = 1;
};

}  // namespace het
