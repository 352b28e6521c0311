#pragma once
#include <future>
#include <string>
#include <vector>

namespace het::test {

// One simulated case, as xhetsim --json prints it.
struct VirtualTime {
  std::string platform, routine, method;
  int n = 0, nb = 0;
  double seconds = 0, predicted = 0;
  std::string grid;          // that held the caller's matrix
  bool in_place = false;     // computed there
  std::string name() const;  // without the seconds
};

struct Simulated {
  int status = 0;
  std::string errors;
  std::vector<VirtualTime> rows;
};

// hetrun --simulate <platform of the build> options... -- xhetsim --json arguments..., or another driver like it.
Simulated simulate(const std::string& platform, const std::vector<std::string>& options,
                   const std::vector<std::string>& arguments,
                   const std::vector<std::string>& environment = {}, const std::string& driver = "xhetsim");

// The same while this process does something else, such as another simulation.
template <class... Arguments>
std::future<Simulated> simulate_meanwhile(Arguments... arguments) {
  return std::async(std::launch::async, [=] { return simulate(arguments...); });
}

// The command line of it, with any program.
std::vector<std::string> simulation_command(const std::string& platform,
                                            const std::vector<std::string>& options,
                                            const std::string& program,
                                            const std::vector<std::string>& arguments);

}  // namespace het::test
