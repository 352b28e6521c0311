#pragma once
#include <vector>

namespace het::run {

// The cores this process may use, as one processing unit (operating system's number) of each, in hardware
// order: the machine's cores within the allowed set (containers, cpusets) and within this process's own
// binding.
std::vector<int> allowed_cores();

}  // namespace het::run
