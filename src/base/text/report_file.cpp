#include "src/base/text/report_file.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <optional>

#include "src/base/text/locked_file.hpp"
#include "src/base/text/own_file.hpp"
#include "src/base/text/user_file.hpp"

namespace het {
namespace {

// Whether a program that was killed, or a full disk, left part of a line at the end.
bool ends_within_a_line(const std::string& path) {
  std::ifstream in(path, std::ios::binary | std::ios::ate);
  if (!in || in.tellg() <= 0) return false;
  in.seekg(-1, std::ios::end);
  return in.get() != '\n';
}

}  // namespace

std::string add_to_report(const std::string& path, const std::string& line) {
  std::error_code none;
  std::optional<LockedFile> locked;
  bool torn = false;
  if (!std::filesystem::exists(path, none) || std::filesystem::is_regular_file(path, none)) {
    locked.emplace(path);
    if (std::string why = why_left_alone(report_file, path); !why.empty()) return why;
    torn = ends_within_a_line(path);
  }
  UserFile file(path, UserFile::For::adding);
  const std::string why = file.write(fmt::format("{}{}\n", torn ? "\n" : "", line));
  return why.empty() ? file.close() : why;
}

}  // namespace het
