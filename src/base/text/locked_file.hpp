#pragma once
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <string>

namespace het {

// A file, made where there is none, that other writers who lock it leave alone for as long as this lives.
class LockedFile {
 public:
  explicit LockedFile(const std::string& path)
      : file_(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666)) {
    if (file_ >= 0) flock(file_, LOCK_EX);
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
