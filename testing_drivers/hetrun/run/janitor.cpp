#include "testing_drivers/hetrun/run/janitor.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <vector>

#include "testing_drivers/hetrun/run/cgroup.hpp"
#include "testing_drivers/hetrun/usage_error.hpp"

namespace het::run {
namespace {

constexpr int patience_ms = 8000, step_ms = 20;

void pause_step() { usleep(step_ms * 1000); }

bool alive(pid_t group) { return kill(-group, 0) == 0 || errno == EPERM; }

// mpirun has been told to end (by hetrun, or by the kernel at hetrun's death) and takes its ranks with it.
void see_off(pid_t mpirun) {
  if (mpirun <= 0) return;
  for (int ms = 0; alive(mpirun) && ms < patience_ms; ms += step_ms) pause_step();
  kill(-mpirun, SIGKILL);
}

[[noreturn]] void clean_up_at_the_end(int pipe, const Traces& traces) {
  pid_t mpirun = 0;
  for (;;) {
    const ssize_t got = read(pipe, &mpirun, sizeof mpirun);
    if (got == 0 || (got < 0 && errno != EINTR)) break;
  }
  see_off(mpirun);
  std::error_code ignored;
  if (!traces.folder.empty()) std::filesystem::remove_all(traces.folder, ignored);
  if (!traces.control_file.empty()) unlink(traces.control_file.c_str());
  for (int ms = 0; !traces.cgroup.empty() && !remove_cgroups(traces.cgroup) && ms < patience_ms;
       ms += step_ms)
    pause_step();
  _exit(0);
}

}  // namespace

Janitor::Janitor(const Traces& traces) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw UsageError(fmt::format("pipe: {}", std::strerror(errno)));
  process_ = fork();
  if (process_ < 0) throw UsageError(fmt::format("fork: {}", std::strerror(errno)));
  if (process_ == 0) {
    close(ends[1]);
    setsid();
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, nullptr);
    const int nothing = open("/dev/null", O_RDWR);
    for (int file : {0, 1, 2})
      dup2(nothing, file);  // a reader of hetrun's output must not wait for this process
    clean_up_at_the_end(ends[0], traces);
  }
  close(ends[0]);
  pipe_ = ends[1];
}

Janitor::~Janitor() {
  close(pipe_);
  while (waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

void Janitor::watch(pid_t mpirun) {
  if (write(pipe_, &mpirun, sizeof mpirun) != sizeof mpirun)
    throw UsageError(fmt::format("the cleaning process has gone: {}", std::strerror(errno)));
}

std::string make_folder(std::uintmax_t bytes) {
  const char* chosen = std::getenv("TMPDIR");
  const std::string memory = "/dev/shm";
  std::vector<std::string> bases{chosen ? chosen : "/tmp"};
  std::error_code failed;
  const auto space = std::filesystem::space(memory, failed);
  if (!failed && space.available / 2 >= bytes) bases.insert(bases.begin(), memory);
  for (const std::string& base : bases) {
    std::string name = fmt::format("{}/hetrun.{}.XXXXXX", base, getpid());
    if (mkdtemp(name.data())) return name;
  }
  throw UsageError(fmt::format("{}: no folder can be made here: {}", bases.back(), std::strerror(errno)));
}

}  // namespace het::run
