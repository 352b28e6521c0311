#pragma once
#include <sys/types.h>

#include <string>
#include <vector>

namespace het::run::test {

// A command that runs in the background with both outputs in a pipe or in a string.
class Command {
 public:
  explicit Command(const std::vector<std::string>& words, const std::vector<std::string>& environment = {});
  ~Command();  // kills what still runs
  Command(const Command&) = delete;
  Command& operator=(const Command&) = delete;

  std::string read_line();  // next line of standard output, empty at its end
  int wait();               // reads the rest; exit status as a shell reports it
  void signal(int number);
  pid_t process() const { return process_; }

  const std::string& output() const { return output_; }  // standard output
  std::string errors() const;                            // standard error

 private:
  pid_t process_ = -1;
  int pipe_ = -1;
  std::string output_, pending_, errors_, errors_file_;
  int status_ = -1;
};

// One line that a test program printed: phase, rank, and three numbers.
struct Line {
  std::string phase;
  int rank = 0;
  double wall = 0, cpu = 0, asleep = 0;
};
std::vector<Line> lines_of(const std::string& output, const std::string& phase);

// CPU seconds that others than this process's ended children used on this machine since the object was made.
class ForeignLoad {
 public:
  ForeignLoad() : before_(foreign()) {}
  double seconds() const { return foreign() - before_; }

 private:
  static double foreign();
  double before_;
};

// Processes whose command line contains `mark`.
std::vector<pid_t> processes_with(const std::string& mark);

}  // namespace het::run::test
