#include "src/base/text/own_file.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>

namespace het {

std::string why_left_alone(const OwnFile& own, const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return "";
  std::ifstream in(path, std::ios::binary);
  std::string begin(own.begin.size(), '\0');
  in.read(begin.data(), static_cast<std::streamsize>(begin.size()));
  if (in.gcount() == 0 || begin == own.begin) return "";
  return fmt::format("is no {}, and left alone", own.kind);
}

}  // namespace het
