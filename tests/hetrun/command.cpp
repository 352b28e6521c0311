#include "tests/hetrun/command.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>

namespace het::run::test {
namespace {

// As far as it can be read: a process may end while its file in /proc is.
std::string slurp(const std::filesystem::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

}  // namespace

Command::Command(const std::vector<std::string>& words, const std::vector<std::string>& environment) {
  errors_file_ = (std::filesystem::temp_directory_path() / "hetrun-test-XXXXXX").string();
  const int errors = mkostemp(errors_file_.data(), O_CLOEXEC);
  int ends[2];
  if (errors < 0 || pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("no pipe or no temporary file");
  process_ = fork();
  if (process_ == 0) {
    dup2(ends[1], STDOUT_FILENO);
    dup2(errors, STDERR_FILENO);
    for (const std::string& variable : environment) putenv(strdup(variable.c_str()));
    std::vector<char*> arguments;
    for (const std::string& word : words) arguments.push_back(strdup(word.c_str()));
    arguments.push_back(nullptr);
    execv(arguments[0], arguments.data());
    _exit(127);
  }
  close(errors);
  close(ends[1]);
  pipe_ = ends[0];
}

Command::~Command() {
  if (status_ < 0) {
    kill(process_, SIGTERM);
    wait();
  }
  close(pipe_);
  std::filesystem::remove(errors_file_);
}

std::string Command::read_line() {
  for (;;) {
    const size_t end = pending_.find('\n');
    if (end != std::string::npos) {
      const std::string line = pending_.substr(0, end);
      pending_.erase(0, end + 1);
      return line;
    }
    char part[512];
    const ssize_t got = read(pipe_, part, sizeof part);
    if (got <= 0) return "";
    pending_.append(part, static_cast<size_t>(got));
    output_.append(part, static_cast<size_t>(got));
  }
}

// Reads what comes; a command that says nothing for five minutes hangs and is told to end.
int Command::wait() {
  if (status_ >= 0) return status_;
  char part[4096];
  for (pollfd input{pipe_, POLLIN, 0};;) {
    if (poll(&input, 1, 300'000) == 0) {
      kill(process_, SIGTERM);
      errors_ += "hangs\n";
    }
    const ssize_t got = read(pipe_, part, sizeof part);
    if (got <= 0) break;
    output_.append(part, static_cast<size_t>(got));
  }
  int status = 0;
  waitpid(process_, &status, 0);
  status_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return status_;
}

void Command::signal(int number) { kill(process_, number); }

std::string Command::errors() const { return errors_ + slurp(errors_file_); }

std::vector<Line> lines_of(const std::string& output, const std::string& phase) {
  std::vector<Line> found;
  std::istringstream lines(output);
  for (std::string text; std::getline(lines, text);) {
    std::istringstream words(text);
    Line line;
    if (words >> line.phase >> line.rank >> line.wall >> line.cpu >> line.asleep && line.phase == phase)
      found.push_back(line);
  }
  return found;
}

double ForeignLoad::foreign() {
  std::ifstream in("/proc/stat");
  std::string name;
  double user = 0, nice = 0, system = 0, idle = 0, iowait = 0, irq = 0, softirq = 0, steal = 0;
  in >> name >> user >> nice >> system >> idle >> iowait >> irq >> softirq >> steal;
  rusage own{};
  getrusage(RUSAGE_CHILDREN, &own);
  auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return (user + nice + system + irq + softirq + steal) / static_cast<double>(sysconf(_SC_CLK_TCK)) -
         seconds(own.ru_utime) - seconds(own.ru_stime);
}

std::vector<pid_t> processes_with(const std::string& mark) {
  std::vector<pid_t> found;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    const pid_t process = std::atoi(entry.path().filename().c_str());
    if (process > 0 && process != getpid() && slurp(entry.path() / "cmdline").find(mark) != std::string::npos)
      found.push_back(process);
  }
  return found;
}

}  // namespace het::run::test
