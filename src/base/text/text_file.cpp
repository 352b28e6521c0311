#include "src/base/text/text_file.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <vector>

#include "src/base/error.hpp"

namespace het {

std::string contents_of(const std::string& path, std::size_t largest) {
  std::error_code ignored;
  require(!std::filesystem::is_directory(path, ignored), "'{}' is a directory", path);
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  require(file.good(), "file '{}' cannot be read: {}", path, std::strerror(errno));
  std::string text;
  std::vector<char> chunk(1 << 16);
  while (file.read(chunk.data(), static_cast<std::streamsize>(chunk.size())), file.gcount() > 0) {
    text.append(chunk.data(), static_cast<std::size_t>(file.gcount()));
    require(text.size() <= largest, "file '{}' is longer than {} bytes", path, largest);
  }
  require(text.find('\0') == std::string::npos, "file '{}' holds a zero byte; it is no text", path);
  require(!file.bad(), "file '{}' cannot be read to its end", path);
  return text;
}

std::string why_unwritable(const std::string& path) {
  std::error_code ignored;
  const std::filesystem::path file(path);
  if (std::filesystem::is_directory(file, ignored))
    return fmt::format("cannot be written: {}", std::strerror(EISDIR));
  // Also where what stands before the last name is no folder.
  const bool there = std::filesystem::exists(file, ignored);
  const auto asked = there ? file : file.parent_path() / ".";
  if (access(asked.c_str(), there ? W_OK : W_OK | X_OK) == 0) return "";
  return fmt::format("cannot be written: {}", std::strerror(errno));
}

}  // namespace het
