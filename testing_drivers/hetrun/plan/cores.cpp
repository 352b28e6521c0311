#include "testing_drivers/hetrun/plan/cores.hpp"

#include <hwloc.h>

#include "testing_drivers/hetrun/usage_error.hpp"

namespace het::run {

std::vector<int> allowed_cores() {
  hwloc_topology_t topology;
  if (hwloc_topology_init(&topology) != 0 || hwloc_topology_load(topology) != 0)
    throw UsageError("hwloc cannot read the topology of this machine");
  hwloc_bitmap_t ours = hwloc_bitmap_alloc(), units = hwloc_bitmap_alloc();
  if (hwloc_get_cpubind(topology, ours, HWLOC_CPUBIND_PROCESS) != 0) hwloc_bitmap_fill(ours);
  hwloc_bitmap_and(ours, ours, hwloc_topology_get_allowed_cpuset(topology));

  const auto kind = hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_CORE) > 0 ? HWLOC_OBJ_CORE : HWLOC_OBJ_PU;
  std::vector<int> result;
  for (hwloc_obj_t core = nullptr; (core = hwloc_get_next_obj_by_type(topology, kind, core));) {
    hwloc_bitmap_and(units, core->cpuset, ours);
    if (!hwloc_bitmap_iszero(units)) result.push_back(hwloc_bitmap_first(units));
  }
  hwloc_bitmap_free(units);
  hwloc_bitmap_free(ours);
  hwloc_topology_destroy(topology);
  if (result.empty()) throw UsageError("no core that this process may use");
  return result;
}

}  // namespace het::run
