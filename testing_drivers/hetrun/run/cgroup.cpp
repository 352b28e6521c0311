#include "testing_drivers/hetrun/run/cgroup.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <vector>

#include "testing_drivers/hetrun/usage_error.hpp"

namespace het::run {
namespace {

namespace fs = std::filesystem;

constexpr long period_us =
    10000;  // short, so that a rank is not frozen for long; the kernel's least quota is 1000

bool contains_word(const fs::path& file, const std::string& word) {
  std::ifstream in(file);
  const std::vector<std::string> words{std::istream_iterator<std::string>(in), {}};
  return std::find(words.begin(), words.end(), word) != words.end();
}

// Mount points of cgroup hierarchies with the cpu controller, version 2 first.
std::vector<fs::path> hierarchies() {
  std::vector<fs::path> second, first;
  std::ifstream mounts("/proc/self/mounts");
  std::string line;
  while (std::getline(mounts, line)) {
    std::istringstream fields(line);
    std::string device, at, kind, options;
    fields >> device >> at >> kind >> options;
    if (kind == "cgroup2" && contains_word(fs::path(at) / "cgroup.controllers", "cpu")) second.push_back(at);
    if (kind == "cgroup" && fs::exists(fs::path(at) / "cpu.cfs_quota_us")) first.push_back(at);
  }
  second.insert(second.end(), first.begin(), first.end());
  return second;
}

void set(const fs::path& file, const std::string& value) {
  std::ofstream out(file);
  if (!(out << value << std::flush))
    throw UsageError(fmt::format("--backend cgroup: cannot write {}", file.string()));
}

}  // namespace

std::string find_cgroup_place() {
  for (const fs::path& at : hierarchies())
    if (access(at.c_str(), W_OK) == 0) return (at / fmt::format("hetrun.{}", getpid())).string();
  throw UsageError("--backend cgroup: no writable cgroup hierarchy with the cpu controller (needs root)");
}

void make_cgroups(const std::string& folder, const Plan& plan) {
  const fs::path top(folder);
  std::error_code failed;
  const bool version2 = fs::exists(top.parent_path() / "cgroup.controllers");
  if (version2) set(top.parent_path() / "cgroup.subtree_control", "+cpu");
  if (!fs::create_directory(top, failed))
    throw UsageError(fmt::format("--backend cgroup: {}: {}", folder, failed.message()));
  if (version2) set(top / "cgroup.subtree_control", "+cpu");
  for (int rank = 0; rank < static_cast<int>(plan.cycle_times.size()); ++rank) {
    const fs::path group = top / fmt::format("rank.{}", rank);
    if (!fs::create_directory(group, failed))
      throw UsageError(fmt::format("--backend cgroup: {}: {}", group.string(), failed.message()));
    // The kernel takes no quota below 1 ms, so a small duty gets a longer period.
    const long period = std::max(period_us, std::lround(std::ceil(1000 / plan.duty(rank))));
    const long quota = std::lround(plan.duty(rank) * static_cast<double>(period));
    if (version2) {
      set(group / "cpu.max", fmt::format("{} {}", quota, period));
    } else {
      set(group / "cpu.cfs_period_us", fmt::format("{}", period));
      set(group / "cpu.cfs_quota_us", fmt::format("{}", quota));
    }
  }
}

bool remove_cgroups(const std::string& folder) {
  std::error_code failed;
  for (int rank = 0; fs::exists(fmt::format("{}/rank.{}", folder, rank), failed); ++rank)
    if (rmdir(fmt::format("{}/rank.{}", folder, rank).c_str()) != 0) return false;
  return rmdir(folder.c_str()) == 0 || !fs::exists(folder, failed);
}

}  // namespace het::run
