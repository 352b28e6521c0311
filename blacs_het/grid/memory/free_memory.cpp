#include "blacs_het/grid/memory/free_memory.hpp"

#include <algorithm>
#include <fstream>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace het {
namespace {

namespace fs = std::filesystem;

constexpr Extent unlimited = std::numeric_limits<Extent>::max();

// The number that a file holds; none where there is no such file, or a word ("max").
std::optional<Extent> number_in(const fs::path& file) {
  std::ifstream stream(file);
  Extent number = 0;
  return stream >> number ? std::optional(number) : std::nullopt;
}

// The number behind a word that begins a line.
std::optional<Extent> number_behind(const fs::path& file, std::string_view word) {
  std::ifstream stream(file);
  for (std::string first; stream >> first; stream.ignore(std::numeric_limits<std::streamsize>::max(), '\n'))
    if (Extent number = 0; first == word && stream >> number) return number;
  return std::nullopt;
}

// Names of the files of a version of control groups, below the folder where it is mounted.
struct Version {
  std::string_view mounted, limit, usage, inactive;
};
constexpr Version version_1{"sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes",
                            "total_inactive_file"},
    version_2{"sys/fs/cgroup", "memory.max", "memory.current", "inactive_file"};

Extent free_in(const fs::path& group, const Version& version) {
  const auto limit = number_in(group / version.limit), usage = number_in(group / version.usage);
  if (!limit || !usage) return unlimited;
  const Extent inactive = number_behind(group / "memory.stat", version.inactive).value_or(0);
  return std::max<Extent>(*limit - *usage + std::min(inactive, *usage), 0);
}

// `path`: of the group, from where the version is mounted; in a container it may be that of another place, and the folder
// is the container's own group.
Extent free_in_all(const fs::path& root, std::string_view path, const Version& version) {
  const fs::path mounted = root / version.mounted;
  Extent free = free_in(mounted, version);
  fs::path group = mounted;
  for (const fs::path& name : fs::path(path).relative_path())
    free = std::min(free, free_in(group /= name, version));
  return free;
}

}  // namespace

Extent free_memory(const fs::path& root) {
  constexpr Extent kibi = 1024;
  const auto available = number_behind(root / "proc/meminfo", "MemAvailable:");
  Extent free = available ? *available * kibi : unlimited;
  // Lines "number:controllers:path"; version 2 has no controllers.
  std::ifstream groups(root / "proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {
    const auto first = line.find(':'), second = line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string controllers = "," + line.substr(first + 1, second - first - 1) + ",";
    const std::string_view path = std::string_view(line).substr(second + 1);
    if (controllers == ",,") free = std::min(free, free_in_all(root, path, version_2));
    if (controllers.find(",memory,") != std::string::npos)
      free = std::min(free, free_in_all(root, path, version_1));
  }
  return free;
}

}  // namespace het
