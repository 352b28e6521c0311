#include "src/base/text/text_file.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <vector>

#include "src/base/text/user_file.hpp"

namespace het {

TextFile text_of(const std::string& path, std::size_t largest) {
  const UserFile file(path, UserFile::For::reading);
  return file.get() < 0 ? TextFile{"", file.why()} : text_in(file.get(), largest);
}

TextFile text_in(int file, std::size_t largest) {
  std::string text;
  std::vector<char> chunk(1 << 16);
  for (ssize_t got = 0; (got = read(file, chunk.data(), chunk.size())) != 0;) {
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return {"", fmt::format("cannot be read to its end: {}", std::strerror(errno))};
    text.append(chunk.data(), static_cast<std::size_t>(got));
    if (text.size() > largest) return {"", fmt::format("is longer than {} bytes", largest)};
  }
  if (text.find('\0') != std::string::npos) return {"", "holds a zero byte; it is no text"};
  return {std::move(text), ""};
}

std::string write_text(const std::string& path, std::string_view text) {
  UserFile file(path, UserFile::For::writing);
  const std::string why = file.write(text);
  return why.empty() ? file.close() : why;
}

std::string why_unwritable(const std::string& path) {
  std::error_code ignored;
  const std::filesystem::path file(path);
  // Also where what stands before the last name is no folder.
  if (std::filesystem::exists(file, ignored)) return UserFile(path, UserFile::For::adding).why();
  const auto folder = file.parent_path() / ".";
  if (access(folder.c_str(), W_OK | X_OK) == 0) return "";
  return fmt::format("cannot be written: {}", std::strerror(errno));
}

}  // namespace het
