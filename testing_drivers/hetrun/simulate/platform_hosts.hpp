#pragma once
#include <string>
#include <vector>

namespace het::run {

struct SimulatedHost {
  std::string name;
  double flops = 0;  // per second
};

// The <host> elements of a SimGrid platform file, in its order. Throws UsageError.
std::vector<SimulatedHost> hosts_of_platform(const std::string& file);

// The host of each rank. `ranks_per_host`: empty for one on each; a list of counts, one for each host ("3,1,0",
// "3*2,6*1"); or "speed", in proportion to the hosts' speeds with one on the slowest; "speed:4", with four on the
// fastest and at least one on each. `most` ranks at most, 0: all of them. Throws UsageError.
std::vector<std::string> placement(const std::vector<SimulatedHost>& hosts, const std::string& ranks_per_host,
                                   int most);

}  // namespace het::run
