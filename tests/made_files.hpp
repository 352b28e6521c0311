#pragma once
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace het::test {

// Files of this process in a folder that lives as long as the object: stands in for the root of /proc and /sys.
class MadeFiles {
 public:
  MadeFiles() { std::filesystem::remove_all(root_); }
  MadeFiles(const MadeFiles&) = delete;
  MadeFiles& operator=(const MadeFiles&) = delete;
  ~MadeFiles() { std::filesystem::remove_all(root_); }

  void write(const std::string& file, const std::string& text) const {
    std::filesystem::create_directories((root_ / file).parent_path());
    std::ofstream(root_ / file) << text;
  }
  const std::filesystem::path& root() const { return root_; }

 private:
  const std::filesystem::path root_ =
      std::filesystem::temp_directory_path() / ("het_made_files_" + std::to_string(getpid()));
};

}  // namespace het::test
