#pragma once
// Runs the tool itself.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "src/base/text/message.hpp"
#include "src/tools/help/wrapped.hpp"

namespace het::test {

struct Result {
  int exit_code;
  std::string out, err;
};

inline std::string contents(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

// A folder of its own for each test, removed at the end.
class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "hetplan-XXXXXX").string();
    if (mkdtemp(name.data())) path_ = name;
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  std::string file(const std::string& name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

// The arguments as bash takes them.
inline Result hetplan(const std::string& arguments) {
  const Folder folder;
  std::ofstream(folder.file("command"))
      << HET_HETPLAN << ' ' << arguments << " >" << folder.file("out") << " 2>" << folder.file("err");
  const std::string command = "bash " + folder.file("command");
  const int status = std::system(command.c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, contents(folder.file("out")),
          contents(folder.file("err"))};
}

// BPRR99's nine processors.
inline const char* const nine = "grid --cycle-times 7.8,1,1,4,1,6.3,7.8,7.95,8 ";

// Lines of at most 80 characters, and no control characters.
inline void expect_fits_a_terminal(const std::string& text) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    EXPECT_LE(text_length(line), 80u) << line;
    EXPECT_TRUE(is_printable(line)) << line;
  }
}

}  // namespace het::test
