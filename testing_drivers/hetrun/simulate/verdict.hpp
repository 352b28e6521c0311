#pragma once
#include <string>

namespace het::run {

// smpirun ends with 0 when ranks wait for ever or call MPI_Abort; what happened stands in SimGrid's log, which comes
// among the program's lines on standard error.
class SimulationLog {
 public:
  // For SimGrid's setting root.fmt: what tells its lines from the program's.
  static const char* format();

  // True when the line is SimGrid's, or one that smpirun adds; then it is not for the user.
  bool take(const std::string& line);

  // Empty when the simulation ran to its end, else why it did not.
  std::string failure() const;
  // It was wrong from the start: SimGrid rejected the platform or a setting.
  bool rejected() const { return rejected_; }

 private:
  void note(const std::string& message);

  bool inside_ = false;  // a message of several lines
  bool ended_ = false;
  bool rejected_ = false;
  std::string failure_;
};

}  // namespace het::run
