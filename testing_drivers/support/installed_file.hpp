#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace het::testing {

// Where the file of this name is. A bare name that is not in the current folder is looked for in `folders`, which are
// relative to this program's; as it is where it is in none of them.
inline std::string here_or_installed(const std::string& name, const std::vector<std::string>& folders) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  if (name.find('/') != std::string::npos || fs::exists(name, ignored)) return name;
  const fs::path program = fs::read_symlink("/proc/self/exe", ignored).parent_path();
  for (const std::string& folder : folders) {
    const fs::path file = (program / folder / name).lexically_normal();
    if (fs::is_regular_file(file, ignored)) return file.string();
  }
  return name;
}

}  // namespace het::testing
