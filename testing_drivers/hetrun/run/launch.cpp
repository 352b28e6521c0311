#include "testing_drivers/hetrun/run/launch.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <thread>

#include "testing_drivers/hetrun/usage_error.hpp"

namespace het::run {
namespace {

using Clock = std::chrono::steady_clock;
constexpr auto patience = std::chrono::seconds(6);

sigset_t handled_signals() {
  sigset_t set;
  sigemptyset(&set);
  for (int number : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGCHLD, SIGTTOU}) sigaddset(&set, number);
  return set;
}

[[noreturn]] void become_command(const Launch& launch, pid_t hetrun, int output, int errors, bool terminal) {
  setpgid(0, 0);
  if (terminal) tcsetpgrp(STDIN_FILENO, getpgrp());
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (getppid() != hetrun) _exit(1);
  const sigset_t set = handled_signals();
  sigprocmask(SIG_UNBLOCK, &set, nullptr);
  if (output >= 0) dup2(output, STDOUT_FILENO);
  if (errors >= 0) dup2(errors, STDERR_FILENO);
  std::vector<char*> arguments;
  for (const std::string& word : launch.command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  execvp(arguments[0], arguments.data());
  fmt::print(stderr, "hetrun: {}: {}\n", launch.command[0], std::strerror(errno));
  _exit(127);
}

// Children of this process: the command, and what outlived it and came to us, its reaper.
std::vector<pid_t> children(pid_t except) {
  std::vector<pid_t> found;
  DIR* proc = opendir("/proc");
  while (dirent* entry = proc ? readdir(proc) : nullptr) {
    const pid_t process = std::atoi(entry->d_name);
    std::string status;
    if (process <= 0 || process == except) continue;
    std::getline(std::ifstream(fmt::format("/proc/{}/stat", process)), status);
    const size_t name_end = status.rfind(')');
    int parent = 0;
    if (name_end != std::string::npos &&
        std::sscanf(status.c_str() + name_end + 1, " %*c %d", &parent) == 1 && parent == getpid())
      found.push_back(process);
  }
  if (proc) closedir(proc);
  return found;
}

// Ranks that mpirun left: a moment to end by themselves, then by force.
void end_the_rest(pid_t janitor) {
  const auto deadline = Clock::now() + std::chrono::milliseconds(500);
  for (std::vector<pid_t> rest; !(rest = children(janitor)).empty(); usleep(5000))
    for (pid_t process : rest) {
      if (Clock::now() > deadline) kill(process, SIGKILL);
      waitpid(process, nullptr, WNOHANG);
    }
}

int shell_status(int status) { return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status); }

// Waits for mpirun; handles the signals that come meanwhile.
void wait_for(pid_t mpirun, Outcome& outcome) {
  const sigset_t set = handled_signals();
  auto deadline = Clock::time_point::max();
  int status = 0;
  while (waitpid(mpirun, &status, WNOHANG) == 0) {
    const timespec step{0, 100'000'000};
    const int number = sigtimedwait(&set, nullptr, &step);
    if (number > 0 && number != SIGCHLD && number != SIGTTOU && !outcome.interrupted) {
      outcome.interrupted = number;
      kill(mpirun, SIGTERM);
      deadline = Clock::now() + patience;
    }
    if (Clock::now() > deadline) kill(-mpirun, SIGKILL);
  }
  outcome.status = shell_status(status);
  if (outcome.interrupted) outcome.status = 128 + outcome.interrupted;
}

// A stream of the command that is read line by line; nothing when nobody takes the lines.
class LineReader {
 public:
  explicit LineReader(const std::function<void(const std::string&)>& take) : take_(take) {
    if (take_ && pipe2(ends_, O_CLOEXEC) != 0)
      throw UsageError(fmt::format("pipe: {}", std::strerror(errno)));
  }
  ~LineReader() {
    if (thread_.joinable()) thread_.join();
    if (ends_[0] >= 0) close(ends_[0]);
  }
  LineReader(const LineReader&) = delete;
  LineReader& operator=(const LineReader&) = delete;

  int write_end() const { return ends_[1]; }
  // To be called in this process once the command has its own copy of the write end.
  void start() {
    if (!take_) return;
    close(ends_[1]);
    thread_ = std::thread([this] { read_lines(); });
  }
  void finish() {
    if (thread_.joinable()) thread_.join();
  }

 private:
  void read_lines() {
    std::string text;
    char part[4096];
    for (ssize_t got; (got = read(ends_[0], part, sizeof part)) > 0;) {
      text.append(part, static_cast<size_t>(got));
      for (size_t end; (end = text.find('\n')) != std::string::npos; text.erase(0, end + 1))
        take_(text.substr(0, end));
    }
    if (!text.empty()) take_(text);
  }

  const std::function<void(const std::string&)>& take_;
  int ends_[2] = {-1, -1};
  std::thread thread_;
};

}  // namespace

std::vector<std::string> mpirun_command(int ranks, const std::vector<std::string>& exports,
                                        const std::vector<std::string>& program) {
  std::vector<std::string> words{HETRUN_MPIEXEC, "-np", std::to_string(ranks)};
  for (const std::string& variable : exports) words.insert(words.end(), {"-x", variable});
  words.insert(words.end(), program.begin(), program.end());
  return words;
}

void prepare_environment(const std::string& folder) {
  const std::pair<const char*, std::string> settings[] = {
      {"OMPI_MCA_rmaps_base_oversubscribe", "1"},
      {"OMPI_MCA_btl_vader_single_copy_mechanism", "none"},
      {"OMPI_MCA_mpi_yield_when_idle", "1"},
      {"OMPI_MCA_hwloc_base_binding_policy", "none"},
      {"OMPI_MCA_orte_tmpdir_base", folder},
      {"OMPI_MCA_btl_vader_backing_directory", folder},
      {"OPENBLAS_NUM_THREADS", "1"},
  };
  for (const auto& [name, value] : settings) setenv(name, value.c_str(), 0);
  if (geteuid() != 0) return;
  setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 0);
  setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 0);
}

void hold_signals() {
  const sigset_t set = handled_signals();
  sigprocmask(SIG_BLOCK, &set, nullptr);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
}

Outcome start_and_wait(const Launch& launch, Janitor& janitor) {
  LineReader output(launch.line), errors(launch.error_line);
  const bool terminal = isatty(STDIN_FILENO) && tcgetpgrp(STDIN_FILENO) == getpgrp();
  const pid_t self = getpid(), command = fork();
  if (command < 0) throw UsageError(fmt::format("fork: {}", std::strerror(errno)));
  if (command == 0) become_command(launch, self, output.write_end(), errors.write_end(), terminal);
  setpgid(command, command);
  janitor.watch(command);
  output.start();
  errors.start();

  Outcome outcome;
  wait_for(command, outcome);
  end_the_rest(janitor.process());
  if (terminal) tcsetpgrp(STDIN_FILENO, getpgrp());
  output.finish();
  errors.finish();
  return outcome;
}

}  // namespace het::run
