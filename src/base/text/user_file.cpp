#include "src/base/text/user_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <utility>

namespace het {
namespace {

std::string system_says(bool reading, int error = errno) {
  return fmt::format("cannot be {}: {}", reading ? "read" : "written", std::strerror(error));
}

bool is_same(const struct stat& a, const struct stat& b) {
  return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

// Whether the program has it open, `but` for one descriptor.
bool is_open(const struct stat& status, int but) {
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd", none)) {
    const int file = std::atoi(entry.path().filename().c_str());
    struct stat other {};
    if (file != but && fstat(file, &other) == 0 && is_same(status, other)) return true;
  }
  return false;
}

std::string refusal(const struct stat& status, UserFile::For what, int but) {
  const bool reading = what == UserFile::For::reading;
  if (S_ISDIR(status.st_mode)) return reading ? "is a directory" : system_says(reading, EISDIR);
  const bool taken = S_ISREG(status.st_mode) || (S_ISFIFO(status.st_mode) && is_open(status, but)) ||
                     (!reading && S_ISCHR(status.st_mode));
  return taken ? "" : "is not a regular file";
}

}  // namespace

std::string why_no_regular_file(const std::string& path) {
  struct stat status {};
  return stat(path.c_str(), &status) == 0 ? refusal(status, UserFile::For::reading, -1) : "";
}

// What is thrown after the file is open closes it: it is a UserFile by then.
UserFile::UserFile(const std::string& path, For what) : UserFile() {
  const bool reading = what == For::reading;
  struct stat status {};
  // Before it is opened: that alone wakes who waits at the other end of a pipe. And behind, of what it was by then.
  if (stat(path.c_str(), &status) == 0 && !(why_ = refusal(status, what, -1)).empty()) return;
  const int flags = reading ? O_RDONLY : O_WRONLY | O_CREAT | (what == For::adding ? O_APPEND : 0);
  file_ = open(path.c_str(), flags | O_NONBLOCK | O_CLOEXEC | O_NOCTTY, 0666);
  if (file_ < 0 || fstat(file_, &status) != 0) {
    why_ = system_says(reading);
    return;
  }
  why_ = refusal(status, what, file_);
  if (why_.empty() && what == For::writing && S_ISREG(status.st_mode) && ftruncate(file_, 0) != 0)
    why_ = system_says(reading);
  if (why_.empty()) {
    fcntl(file_, F_SETFL, fcntl(file_, F_GETFL) & ~O_NONBLOCK);
    return;
  }
  close();
}

UserFile::~UserFile() { close(); }

std::string UserFile::close() {
  const int file = std::exchange(file_, -1);
  return file < 0 || ::close(file) == 0 ? "" : system_says(false);
}

std::string UserFile::write(std::string_view text) {
  if (file_ < 0) return why_;
  while (!text.empty()) {
    const ssize_t count = ::write(file_, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return system_says(false);
    text.remove_prefix(static_cast<std::size_t>(count));
  }
  return "";
}

}  // namespace het
