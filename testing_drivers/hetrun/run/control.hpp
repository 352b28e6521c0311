#pragma once
#include <string>
#include <vector>

#include "testing_drivers/hetrun/control_layout.h"
#include "testing_drivers/hetrun/plan/plan.hpp"

namespace het::run {

// What a rank got so far, by its own ledger; seconds.
struct Obtained {
  double cpu = 0;   // CPU time outside MPI
  double wall = 0;  // wall time that counts
  double wait = 0;  // wall time in MPI
  double due = 0;   // wall time that this CPU time takes at the duties that were in force
  bool started = false;

  double share() const { return wall > 0 ? cpu / wall : 0; }
  double share_of_duty() const { return wall > 0 ? due / wall : 0; }
};

// The mapped control file (layout: control_layout.h), shared with the ranks.
class Control {
 public:
  // Without a name the file is anonymous memory that the ranks open through /proc: nothing to leave behind. A named file
  // must not exist, or be what an earlier run left: one that is locked belongs to a running hetrun. Removing it is the
  // Janitor's. Throws UsageError.
  Control(const std::string& name, const Plan& plan, const std::vector<int>& cpus, bool throttle,
          const std::string& cgroup);
  // An existing control file, for changing it. Throws UsageError when it is none.
  explicit Control(const std::string& name);
  ~Control();
  Control(const Control&) = delete;
  Control& operator=(const Control&) = delete;

  const std::string& path() const { return path_; }  // as the ranks open it
  int ranks() const { return header_->ranks; }
  void forget();  // clears what ranks wrote, before the next program
  Obtained obtained(int rank) const;
  double duty(int rank) const;

  // Changes the cycle-time of a rank to one above 0, also while it runs. Throws UsageError when the rank does not exist,
  // or the duties on its core would no longer fit.
  void set_cycle_time(int rank, double cycle_time);

 private:
  void map(int file, size_t bytes);
  hetrun_record* record(int rank) const { return reinterpret_cast<hetrun_record*>(header_ + 1) + rank; }

  std::string path_;
  hetrun_header* header_ = nullptr;
  size_t bytes_ = 0;
  int file_ = -1;
};

}  // namespace het::run
