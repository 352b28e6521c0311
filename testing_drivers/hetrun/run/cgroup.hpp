#pragma once
#include <string>

#include "testing_drivers/hetrun/plan/plan.hpp"

namespace het::run {

// Where the ranks' cgroups will be: a folder named after this process in a hierarchy that has the cpu
// controller and can be written (version 2, else version 1). Nothing is made yet. Throws UsageError when
// there is none.
std::string find_cgroup_place();

// Makes folder/rank.0, rank.1, ... with a quota of duty * period each (cpu.max, or cpu.cfs_quota_us in
// version 1). Throws UsageError when the controller cannot be used.
void make_cgroups(const std::string& folder, const Plan& plan);

// Removes them; false while a process is still inside.
bool remove_cgroups(const std::string& folder);

}  // namespace het::run
