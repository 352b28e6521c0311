#include "testing_drivers/hetrun/run/control.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "testing_drivers/hetrun/usage_error.hpp"

namespace het::run {
namespace {

static_assert(sizeof(hetrun_header) == 512 && sizeof(hetrun_record) == 64);

[[noreturn]] void refuse(const std::string& name, const std::string& why, const char* option = "--control") {
  throw UsageError(fmt::format("{} {}: {}", option, name, why));
}

// One of ours, or one that a hetrun was killed over before it had written anything: nothing but zeros.
bool is_control_file(int file) {
  char magic[sizeof hetrun_header::magic] = {};
  const ssize_t got = pread(file, magic, sizeof magic, 0);
  constexpr char nothing[sizeof magic] = {};
  const auto has = [&](const char* text) { return std::memcmp(magic, text, sizeof magic) == 0; };
  return got == 0 || (got == sizeof magic && (has(HETRUN_MAGIC) || has(nothing)));
}

// A running hetrun holds the lock of its control file, and its janitor too, who shares the open file and removes its name.
// File systems without locks have no such protection.
void require_lock(int file, const std::string& name) {
  if (flock(file, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) return;
  close(file);
  refuse(name, "belongs to a running hetrun; it changes by --set, and another run needs another name");
}

// False where the name was removed, or given to another file, between opening and locking.
bool still_named(int file, const std::string& name) {
  struct stat opened {
  }, named{};
  return fstat(file, &opened) == 0 && stat(name.c_str(), &named) == 0 && opened.st_dev == named.st_dev &&
         opened.st_ino == named.st_ino;
}

// A new file, or one that an earlier run left; locked before anybody looks what is in it.
int open_new(const std::string& name) {
  if (name.empty()) return memfd_create("hetrun-control", MFD_CLOEXEC);
  constexpr int tries = 100;  // others make and remove it at the same time
  for (int k = 0; k < tries; ++k) {
    const int made = open(name.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (made < 0 && errno != EEXIST) return made;
    const int file = made >= 0 ? made : open(name.c_str(), O_RDWR | O_CLOEXEC);
    if (file < 0 && errno == ENOENT) continue;
    if (file < 0) return file;
    const bool ours = made >= 0 || is_control_file(file);
    // Somebody else's file is not locked either.
    if (ours) require_lock(file, name);
    if (!ours) {
      close(file);
      refuse(name, "exists and is not a control file of hetrun");
    }
    if (still_named(file, name)) return file;
    close(file);
  }
  refuse(name, "is made and removed by others all the time");
}

double load(const double& value) {
  double result;
  __atomic_load(&value, &result, __ATOMIC_RELAXED);
  return result;
}

}  // namespace

Control::Control(const std::string& name, const Plan& plan, const std::vector<int>& cpus, bool throttle,
                 const std::string& cgroup) {
  file_ = open_new(name);
  if (file_ < 0) refuse(name, std::strerror(errno));
  const int ranks = static_cast<int>(plan.cycle_times.size());
  const size_t bytes = sizeof(hetrun_header) + ranks * sizeof(hetrun_record);
  if (ftruncate(file_, 0) != 0 || ftruncate(file_, static_cast<off_t>(bytes)) != 0)
    refuse(name, std::strerror(errno));
  map(file_, bytes);
  if (name.empty()) {
    path_ = fmt::format("/proc/{}/fd/{}", getpid(), file_);
  } else {
    char* full = realpath(name.c_str(), nullptr);
    path_ = full ? full : name;
    free(full);
  }
  header_->ranks = ranks;
  header_->throttle = throttle;
  header_->dilation = plan.dilation;
  if (cgroup.size() >= sizeof header_->cgroup) refuse(cgroup, "the cgroup's name is too long");
  cgroup.copy(header_->cgroup, cgroup.size());
  for (int rank = 0; rank < ranks; ++rank) {
    record(rank)->cycle_time = plan.cycle_times[rank];
    record(rank)->cpu = cpus[plan.core_of[rank]];
  }
  std::memcpy(header_->magic, HETRUN_MAGIC, sizeof header_->magic);
}

Control::Control(const std::string& name) : path_(name) {
  file_ = open(name.c_str(), O_RDWR | O_CLOEXEC);
  struct stat status {};
  if (file_ < 0 || fstat(file_, &status) != 0) refuse(name, std::strerror(errno), "--set");
  const size_t bytes = static_cast<size_t>(status.st_size);
  if (!is_control_file(file_) || bytes < sizeof(hetrun_header)) {
    close(file_);
    refuse(name, "not a control file of hetrun", "--set");
  }
  map(file_, bytes);
  if (!hetrun_is_whole(header_, bytes)) {
    munmap(header_, bytes);
    close(file_);
    refuse(name, "a damaged control file of hetrun", "--set");
  }
}

void Control::map(int file, size_t bytes) {
  void* at = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (at == MAP_FAILED) refuse(path_, std::strerror(errno));
  header_ = static_cast<hetrun_header*>(at);
  bytes_ = bytes;
}

Control::~Control() {
  if (header_) munmap(header_, bytes_);
  if (file_ >= 0) close(file_);
}

void Control::forget() {
  for (int rank = 0; rank < ranks(); ++rank) {
    hetrun_record& r = *record(rank);
    r.pid = 0;
    r.cpu_ns = r.wall_ns = r.wait_ns = r.slept_ns = r.due_ns = 0;
  }
}

Obtained Control::obtained(int rank) const {
  const hetrun_record& r = *record(rank);
  return {1e-9 * static_cast<double>(r.cpu_ns), 1e-9 * static_cast<double>(r.wall_ns),
          1e-9 * static_cast<double>(r.wait_ns), 1e-9 * static_cast<double>(r.due_ns), r.pid != 0};
}

double Control::duty(int rank) const { return 1 / (load(record(rank)->cycle_time) * header_->dilation); }

void Control::set_cycle_time(int rank, double cycle_time) {
  if (rank < 0 || rank >= ranks())
    throw UsageError(fmt::format("--set: rank {} is not in [0, {})", rank, ranks()));
  double others = 0;
  for (int r = 0; r < ranks(); ++r)
    if (r != rank && record(r)->cpu == record(rank)->cpu) others += duty(r);
  const double wanted = 1 / (cycle_time * header_->dilation);
  if (others + wanted > core_load_limit * (1 + 1e-9))
    throw UsageError(
        fmt::format("--set: cycle-time {} is too fast: the duties on its core would sum to {:.3f}, above {}",
                    cycle_time, others + wanted, core_load_limit));
  __atomic_store(&record(rank)->cycle_time, &cycle_time, __ATOMIC_RELAXED);
}

}  // namespace het::run
