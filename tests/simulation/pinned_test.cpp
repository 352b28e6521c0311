// A handful of virtual times that may not change unnoticed. HET_GOLDEN_UPDATE=1 in the environment writes the file anew
// instead: make virtual-times.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>

#include "tests/simulation/rows.hpp"

namespace het::test {
namespace {

std::vector<VirtualTime> measured() {
  const std::string all = "gemm,getrf,geqrf,potrf";
  const std::pair<std::string, std::vector<std::string>> runs[] = {
      {"bprr99-switch10", {"--n", "500,1000", "--method", "het,het:3x3,uniform"}},
      {"bprr99-switch1", {"--n", "700", "--method", "het:3x3,uniform"}},
      {"equal9-switch10", {"--n", "1000", "--method", "uniform"}},
      {"generations2-switch10", {"--n", "800", "--method", "het:4x4,uniform"}}};
  std::vector<std::future<Simulated>> started;
  for (auto [platform, arguments] : runs) {
    arguments.insert(arguments.end(), {"--routine", all, "--nb", "32"});
    started.push_back(
        simulate_meanwhile(platform, std::vector<std::string>{"--dry", "--poll", "1e-6"}, arguments));
  }
  std::vector<VirtualTime> rows;
  for (auto& each : started) {
    const Simulated run = each.get();
    EXPECT_EQ(run.status, 0) << run.errors;
    rows.insert(rows.end(), run.rows.begin(), run.rows.end());
  }
  return rows;
}

std::map<std::string, double> expected() {
  std::map<std::string, double> times;
  std::ifstream file(HET_PINNED);
  for (std::string line; std::getline(file, line);) {
    const std::size_t blank = line.rfind(' ');
    if (!line.starts_with('#') && blank != std::string::npos)
      times[line.substr(0, blank)] = std::stod(line.substr(blank));
  }
  return times;
}

void update(const std::vector<VirtualTime>& rows) {
  std::ofstream file(HET_PINNED);
  file << "# Virtual seconds: platform, routine, n, nb, method, seconds. Written by: make virtual-times\n";
  for (const VirtualTime& row : rows) file << fmt::format("{} {:.10g}\n", row.name(), row.seconds);
}

// Where computing dominates, by more than twice.
void balanced_plans_beat_uniform_ones(const std::vector<VirtualTime>& rows) {
  std::map<std::string, double> times;
  for (const VirtualTime& row : rows) times.emplace(row.name(), row.seconds);
  for (const char* routine : {"pdgemm", "pdgetrf", "pdgeqrf", "pdpotrf"}) {
    const std::string begin = fmt::format("bprr99-switch10 {} 1000 32 ", routine);
    ASSERT_TRUE(times.contains(begin + "het") && times.contains(begin + "uniform")) << begin;
    EXPECT_LT(2 * times.at(begin + "het"), times.at(begin + "uniform")) << routine;
  }
}

TEST(VirtualTimes, AreThoseOfTheFile) {
  const auto rows = measured();
  const char* wanted = std::getenv("HET_GOLDEN_UPDATE");
  if (wanted && *wanted) return update(rows);
  const auto times = expected();
  EXPECT_EQ(rows.size(), times.size()) << "make virtual-times writes the file anew";
  for (const VirtualTime& row : rows) {
    const auto found = times.find(row.name());
    ASSERT_NE(found, times.end()) << row.name() << ": make virtual-times writes the file anew";
    EXPECT_NEAR(row.seconds / found->second, 1, 1e-6)
        << row.name() << ": now " << row.seconds << ", was " << found->second
        << "; when the change is meant: make virtual-times";
  }
  balanced_plans_beat_uniform_ones(rows);
}

}  // namespace
}  // namespace het::test
