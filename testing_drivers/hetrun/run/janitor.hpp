#pragma once
#include <sys/types.h>

#include <cstdint>
#include <string>

namespace het::run {

// What a run leaves on the machine and must not.
struct Traces {
  std::string folder;        // Open MPI's session and shared memory, private to this run
  std::string control_file;  // empty: none
  std::string cgroup;        // folder of the ranks' cgroups, empty: none
};

// A process of its own, in a session of its own, that cleans up when hetrun is gone, however it went: it
// reads a pipe whose other end only hetrun holds. Cleaning up happens there and nowhere else.
class Janitor {
 public:
  explicit Janitor(const Traces& traces);
  ~Janitor();  // lets it clean up, waits until that is done
  Janitor(const Janitor&) = delete;
  Janitor& operator=(const Janitor&) = delete;

  void watch(pid_t mpirun);  // to be ended too, with its process group, should it outlive hetrun
  pid_t process() const { return process_; }

 private:
  pid_t process_;
  int pipe_;
};

// A fresh private folder, in memory where that has room for `bytes` and as much again. Throws UsageError.
std::string make_folder(std::uintmax_t bytes = 0);

}  // namespace het::run
