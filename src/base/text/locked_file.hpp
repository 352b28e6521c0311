#pragma once
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <string>
#include <thread>

namespace het {

// A file, made where there is none, that other writers who lock it leave alone for as long as this lives. Who keeps it locked
// for longer than `patience` is none of us, and not waited for; nor is a file system without locks.
class LockedFile {
 public:
  explicit LockedFile(const std::string& path, std::chrono::milliseconds patience = std::chrono::seconds(10))
      : file_(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666)) {
    const auto until = std::chrono::steady_clock::now() + patience;
    while (file_ >= 0 && flock(file_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK &&
           std::chrono::steady_clock::now() < until)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  ~LockedFile() {
    if (file_ >= 0) close(file_);
  }
  LockedFile(const LockedFile&) = delete;
  LockedFile& operator=(const LockedFile&) = delete;
  // Below 0 where it cannot be opened.
  int get() const { return file_; }

 private:
  int file_;
};

}  // namespace het
