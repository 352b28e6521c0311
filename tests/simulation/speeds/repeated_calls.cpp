#include "tests/simulation/speeds/repeated_calls.hpp"

#include <unistd.h>

#include <fstream>
#include <iterator>

#include "tests/hetrun/command.hpp"

namespace het::test {

namespace fs = std::filesystem;

RepeatedCalls::RepeatedCalls()
    : folder_(fs::path(testing::TempDir()) / ("het-repeated-" + std::to_string(getpid()))) {
  fs::create_directory(folder_);
}

RepeatedCalls::~RepeatedCalls() { fs::remove_all(folder_); }

fs::path RepeatedCalls::file(const std::string& name, const std::string& text) const {
  std::ofstream(folder_ / name) << text;
  return folder_ / name;
}

std::string RepeatedCalls::platform_text(const std::string& name) {
  std::ifstream in(HET_TOOLS "/platforms/" + name + ".xml");
  return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<nlohmann::json> RepeatedCalls::report_of(const Calls& calls, const fs::path& platform,
                                                     const std::vector<std::string>& environment) const {
  const fs::path report = folder_ / "report";
  const auto words = [](int number) { return std::to_string(number); };
  run::test::Command command(
      {HET_TOOLS "/bin/hetrun", "--simulate", platform, "--np", words(calls.p * calls.q), "--dry", "--poll",
       calls.poll, "--", HET_SIMULATED "/simulated_repeated", words(calls.count), report, words(calls.p),
       words(calls.q)},
      environment);
  EXPECT_EQ(command.wait(), 0) << command.errors();
  std::vector<nlohmann::json> lines;
  std::ifstream in(report);
  for (std::string line; std::getline(in, line);) lines.push_back(nlohmann::json::parse(line));
  return lines;
}

}  // namespace het::test
