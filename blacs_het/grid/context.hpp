#pragma once
#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "blacs_het/grid/config.hpp"
#include "blacs_het/grid/decisions.hpp"
#include "blacs_het/grid/handshake/handshake.hpp"
#include "blacs_het/grid/learning.hpp"
#include "blacs_het/grid/memory/memory_budget.hpp"
#include "blacs_het/grid/speeds/find_speeds.hpp"
#include "blacs_het/plan/decision/size_limits.hpp"
#include "blacs_het/plan/grid_plan.hpp"
#include "blacs_het/plan/learning/agenda.hpp"
#include "src/bindings/blacs.hpp"
#include "src/distribution/distribution.hpp"

namespace het {

// What the library knows of one BLACS context. Opened at the first call on it, for which rank 0 sends a word to each of
// the others; set up at the first call that is looked at: our own communicator, the configuration, then
// speeds and plans. Kept as an attribute of BLACS's communicator, and gone with it at gridexit; context numbers and
// handles, which are reused, identify nothing for longer.
class Context {
 public:
  // The context, opened. Its first call waits for rank 0, later ones look it up. This process must be inside the grid.
  static Context& opened(int blacs_context);
  // The same, set up: collective the first time.
  static Context& of(int blacs_context);
  // The context if there is one. Local.
  static Context* find(int blacs_context);
  // The context if it was among the latest that were opened, else null. Local, some ten nanoseconds.
  static Context* recent(int blacs_context);

  // Handshake, duplicate of the communicator, configuration. Collective the first time, then nothing; while a process
  // is late, again.
  void set_up();

  Opening opening() const { return opening_; }
  // Whether nobody asks to be told of calls: the same on all processes.
  bool silent() const { return config().verbose == 0 && config().report.empty(); }
  // False when a process lacks the library or is late for the handshake, or a setting is wrong: calls are forwarded.
  // Said once on standard error. Given up: for good.
  bool usable() const { return unusable_reason_.empty(); }
  bool given_up() const { return given_up_; }
  const std::string& unusable_reason() const { return unusable_reason_; }

  const blacs::GridInfo& grid() const { return grid_; }
  int processes() const { return grid_.nprow * grid_.npcol; }
  bool is_root() const { return grid_.myrow == 0 && grid_.mycol == 0; }
  // rank = myrow * npcol + mycol
  const Placement& placement() const { return placement_; }
  // Once set up; on rank 0 the configuration counts from the opening on, elsewhere it is the usual one until then.
  const Communicator& comm() const { return comm_; }
  const Config& config() const { return settings_->config; }

  // Which calls are looked at, in mode auto. Equal on all processes; what is large follows the limits of the precision.
  Agenda& agenda() { return agenda_; }
  // Of sizes, as the speeds in the precision have it where they are known.
  const SizeLimits& size_limits(Precision precision) const {
    return in(precision) ? in(precision)->limits : SizeLimits::without_speeds();
  }

  // Collective at its first call for a precision. Whether they are known then: not when the file of cycle-times the user
  // gave leaves out a host, said once on standard error; then unusable. Nor where they are wanted unless the processes look
  // equally fast, and they do; then looks_equal().
  bool find_speeds(Precision precision, const SpeedsWanted& wanted = {});
  // Those that are known. Local.
  const Speeds& speeds(Precision precision) const;
  bool looks_equal() const { return looks_equal_; }
  // Where they looked so, on the process that decides: when to look at them again.
  MeasuringBudget& looks() { return looks_; }
  bool knows_speeds(Precision precision) const { return in(precision).has_value(); }
  // What calls of a precision showed, and what follows from it: new cycle-times, which make new plans and decisions,
  // and corrections. Nothing is learned where the user settled both the speeds and that calls are taken. From
  // find_speeds() on.
  Learning& learning(Precision precision) { return in(precision)->learning; }
  const Learning& learning(Precision precision) const { return in(precision)->learning; }
  void note(Precision precision, CallSeen call);
  // Of the call that was noted last, until conclusions are drawn from it: its precision, what it showed here. Local.
  std::optional<Precision> noted() const { return noted_; }
  Learning::Shown shown() const;
  void forget();
  // Collective, for the same precision and verdict on all processes.
  void follow(Precision precision, Verdict verdict);
  // Collective at its first call.
  Extent memory_bytes();
  // Seconds by which this process's MPI_Wtime is ahead of rank 0's, as barriers show it: within the time of one.
  double clock_ahead();
  // The plan of an internal p x q grid for the speeds of a precision. Local, kept; what follows from it goes to
  // the other processes through decisions().
  const GridPlan& plan(Precision precision, int p, int q);

  // Once set up.
  Decisions& decisions() { return *decisions_; }
  // As much memory as calls of the key with these arguments took before is surely there for the next one. Local.
  bool sure_of_memory(const std::string& key, Extent arguments);
  // Bytes that this process may allocate, where something was refused before; else 0.
  Extent budget_after_refusal() { return decisions_->refused_any() ? memory_bytes() : 0; }

 private:
  Context(MPI_Comm blacs_comm, const blacs::GridInfo& grid);
  void configure();
  std::string faults() const;
  void say_active() const;
  void give_up(const std::string& reason, bool aloud);
  void limit_sizes(Precision precision);

  // What belongs to the speeds in one precision.
  struct InPrecision {
    Speeds speeds;
    Learning learning;
    SizeLimits limits;
    std::map<std::pair<int, int>, GridPlan> plans;
  };
  std::optional<InPrecision>& in(Precision precision) {
    return by_precision_[static_cast<std::size_t>(precision)];
  }
  const std::optional<InPrecision>& in(Precision precision) const {
    return by_precision_[static_cast<std::size_t>(precision)];
  }

  MPI_Comm parent_;
  blacs::GridInfo grid_;
  Communicator comm_;
  Placement placement_;
  Opening opening_ = Opening::none_pass;
  std::shared_ptr<const Settings> opened_with_;  // on rank 0, or in simulations everywhere
  std::shared_ptr<const ParsedConfig> settings_;
  Handshake handshake_;
  bool set_up_ = false, given_up_ = false, looks_equal_ = false;
  MeasuringBudget looks_{usual_sight_seconds, usual_sight_seconds};
  Agenda agenda_{large_flops, first_look_flops};
  std::string unusable_reason_;
  std::array<std::optional<InPrecision>, precisions> by_precision_;
  std::optional<Precision> noted_;  // of the call that there is to learn from
  std::optional<MemoryBudget> memory_;
  std::optional<double> clock_ahead_;
  std::optional<Decisions> decisions_;
};

}  // namespace het
