#pragma once
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <string>
#include <thread>

namespace het {

// Takes, changes or gives back (F_RDLCK, F_WRLCK, F_UNLCK) the lock of one byte of an open file, there or not, without
// waiting; it belongs to the open file and those who inherit it. False where others have it; where there are no locks it is
// as good as taken.
inline bool lock_byte(int file, short type, off_t byte) {
  struct flock range {};
  range.l_type = type;
  range.l_whence = SEEK_SET;
  range.l_start = byte;
  range.l_len = 1;
  return fcntl(file, F_OFD_SETLK, &range) == 0 || (errno != EAGAIN && errno != EACCES);
}

// A file, made where there is none, that other writers who lock it leave alone for as long as this lives. Who keeps it locked
// for longer than `patience` is none of us, and not waited for; nor is a file system without locks.
class LockedFile {
 public:
  explicit LockedFile(const std::string& path, std::chrono::milliseconds patience = std::chrono::seconds(10))
      : file_(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666)) {
    const auto until = std::chrono::steady_clock::now() + patience;
    while (file_ >= 0 && !lock_byte(file_, F_WRLCK, 0) && std::chrono::steady_clock::now() < until)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  ~LockedFile() {
    if (file_ < 0) return;
    lock_byte(file_, F_UNLCK, 0);  // also where somebody keeps the file open
    close(file_);
  }
  LockedFile(const LockedFile&) = delete;
  LockedFile& operator=(const LockedFile&) = delete;
  // Below 0 where it cannot be opened.
  int get() const { return file_; }

 private:
  int file_;
};

}  // namespace het
