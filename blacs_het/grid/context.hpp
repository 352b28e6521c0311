#pragma once
#include <array>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "blacs_het/grid/config.hpp"
#include "blacs_het/grid/learning.hpp"
#include "blacs_het/grid/memory.hpp"
#include "blacs_het/grid/speeds/speeds.hpp"
#include "blacs_het/plan/grid_plan.hpp"
#include "src/bindings/blacs.hpp"
#include "src/distribution/distribution.hpp"

namespace het {

// What is predicted for calls of one kind, and whether layouts to move to were ranked yet.
struct KnownWays {
  std::optional<Ways> ways;
  bool ranked = false;
  double not_gained = 0;  // seconds that the calls so far could have saved at most had they been
};

// What the library knows of one BLACS context: our own communicator, the configuration, speeds and plans.
// Made at the first call on the context, kept as an attribute of BLACS's communicator, and gone with it at
// gridexit; context numbers and handles, which are reused, identify nothing.
class Context {
 public:
  // The context's state; the first call makes it (collective: handshake, duplicate, configuration), later
  // ones look it up (local). This process must be inside the grid.
  static Context& of(int blacs_context);
  // The state if there is one. Local.
  static Context* find(int blacs_context);

  // False when a process lacks the library or a setting is wrong: every call is forwarded. Said once on
  // standard error.
  bool usable() const { return usable_; }
  const std::string& unusable_reason() const { return unusable_reason_; }

  const Communicator& comm() const { return comm_; }
  const Config& config() const { return config_; }
  const blacs::GridInfo& grid() const { return grid_; }
  // rank = myrow * npcol + mycol
  const Placement& placement() const { return placement_; }
  bool is_root() const { return comm_.rank() == 0; }

  // Collective at their first call for a precision, local afterwards. speeds() is empty when the cycle-times the user gave
  // do not fit the context, said once on standard error; then unusable.
  // `flops`: operations per process of the call that waits for them; 0: not known.
  const Speeds* speeds(Precision precision, double flops = 0);
  // What calls showed of a precision's speeds, of which learn() draws the conclusions: new cycle-times, which make new
  // plans and decisions, and corrections. Collective where there is something new, with the seconds of the slowest process.
  // Nothing is learned where the user settled both the speeds and that calls are taken. After speeds().
  const Learning& learning(Precision precision) const { return in(precision)->learning; }
  void note(Precision precision, CallSeen call);
  double unlearned_seconds() const { return noted_ ? in(*noted_)->learning.seconds() : 0; }
  void learn(double slowest_seconds);
  Extent memory_bytes();
  // Seconds by which this process's MPI_Wtime is ahead of rank 0's, as barriers show it: within the time of one.
  double clock_ahead();
  // Adds the operations per process of a call; all of the calls so far. Local, equal on all processes.
  double work_seen(double flops) { return work_seen_ += flops; }
  // The plan of an internal p x q grid for the speeds of a precision. Local, kept; what follows from it goes to
  // the other processes through decided().
  const GridPlan& plan(Precision precision, int p, int q);

  // The ways to compute the calls of a key, for the speeds in use. On the process that decides; empty until it fills
  // them in.
  KnownWays& ways(const std::string& key);
  double& ranking_seconds() { return ranking_seconds_; }  // that ranking layouts took the last time

  // What rank 0 decides, on every process: `decide` runs on rank 0 alone, once for each key, or, where it learns from past
  // calls, at each call, and the others hear what is new. Keys are equal on all processes. Empty when `decide` threw an
  // Error, which is said, once. Collective where it is asked. Whatever steers a branch or a size and comes from
  // floating-point numbers goes through here, because different kinds of processors may round differently.
  const std::vector<Extent>& decided(const std::string& key,
                                     const std::function<std::vector<Extent>()>& decide);

 private:
  Context(MPI_Comm blacs_comm, const blacs::GridInfo& grid);
  void give_up(const std::string& reason, bool aloud);
  bool decides() const { return config_.mode == Mode::automatic; }

  // What belongs to the speeds in one precision.
  struct InPrecision {
    Speeds speeds;
    Learning learning;
    std::map<std::pair<int, int>, GridPlan> plans;
  };
  std::optional<InPrecision>& in(Precision precision) {
    return by_precision_[static_cast<std::size_t>(precision)];
  }
  const std::optional<InPrecision>& in(Precision precision) const {
    return by_precision_[static_cast<std::size_t>(precision)];
  }

  blacs::GridInfo grid_;
  Communicator comm_;
  Placement placement_;
  Config config_;
  bool usable_ = true;
  double work_seen_ = 0;
  std::string unusable_reason_;
  std::array<std::optional<InPrecision>, precisions> by_precision_;
  std::optional<Precision> noted_;  // of the call that there is to learn from
  std::optional<MemoryBudget> memory_;
  std::optional<double> clock_ahead_;
  double ranking_seconds_ = 0;
  std::map<std::string, KnownWays> ways_;
  std::map<std::string, std::vector<Extent>> decisions_;
};

}  // namespace het
