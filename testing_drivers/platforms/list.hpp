#pragma once
// The platforms that have names.
#include <string>
#include <vector>

#include "testing_drivers/platforms/platform.hpp"

namespace het::platforms {

struct NamedPlatform {
  std::string name;  // of the file, without .xml: platform-network
  Platform platform;
};

// Reads a TOML file with tables [[platform]]: name, about, cycle_times, networks (a list) and, where wanted, first_site
// and load. Throws UsageError.
std::vector<NamedPlatform> read_list(const std::string& file);

}  // namespace het::platforms
