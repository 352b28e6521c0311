#include "tests/simulation/rows.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/hetrun/command.hpp"

namespace het::test {

std::string VirtualTime::name() const {
  return fmt::format("{} {} {} {} {}", platform, routine, n, nb, method);
}

std::vector<std::string> simulation_command(const std::string& platform,
                                            const std::vector<std::string>& options,
                                            const std::string& program,
                                            const std::vector<std::string>& arguments) {
  std::vector<std::string> words{HET_TOOLS "/bin/hetrun", "--simulate",
                                 fmt::format("{}/platforms/{}.xml", HET_TOOLS, platform)};
  words.insert(words.end(), options.begin(), options.end());
  words.insert(words.end(), {"--", fmt::format("{}/{}", HET_SIMULATED, program)});
  words.insert(words.end(), arguments.begin(), arguments.end());
  return words;
}

Simulated simulate(const std::string& platform, const std::vector<std::string>& options,
                   const std::vector<std::string>& arguments, const std::vector<std::string>& environment,
                   const std::string& driver) {
  std::vector<std::string> words{"--json"};
  words.insert(words.end(), arguments.begin(), arguments.end());
  run::test::Command command(simulation_command(platform, options, driver, words), environment);
  Simulated result;
  result.status = command.wait();
  result.errors = command.errors();
  if (result.status != 0) return result;
  std::istringstream lines(command.output());
  for (std::string line; std::getline(lines, line);) {
    const auto row = nlohmann::json::parse(line);
    result.rows.push_back({platform, row["routine"], row["method"], row["n"], row["nb"],
                           row["seconds"].get<double>(), row.value("predicted", 0.0), row["grid"],
                           row["in_place"]});
  }
  return result;
}

}  // namespace het::test
