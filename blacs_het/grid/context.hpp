#pragma once
#include <array>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "blacs_het/grid/config.hpp"
#include "blacs_het/grid/handshake.hpp"
#include "blacs_het/grid/learning.hpp"
#include "blacs_het/grid/memory.hpp"
#include "blacs_het/grid/speeds/speeds.hpp"
#include "blacs_het/plan/grid_plan.hpp"
#include "blacs_het/plan/learning/agenda.hpp"
#include "src/bindings/blacs.hpp"
#include "src/distribution/distribution.hpp"

namespace het {

// What is predicted for calls of one kind, and whether layouts to move to were ranked yet.
struct KnownWays {
  std::optional<Ways> ways;
  bool ranked = false;
  double not_gained = 0;  // seconds that the calls so far could have saved at most had they been
  // By way, the least budget of a process where it got no memory; 0: was not refused.
  std::array<Extent, 3> refused_at{};

  bool is_refused(Way way) const { return refused_at[static_cast<std::size_t>(way)] > 0; }
  // Forgets refusals by processes that had clearly less than now; true when there was one.
  bool forgive(Extent least_budget);
};

// What the library knows of one BLACS context. Opened at the first call on it, for which rank 0 sends a word to each of
// the others; set up at the first call that is more than obviously small: our own communicator, the configuration, then
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

  // Handshake, duplicate of the communicator, configuration. Collective the first time, then nothing.
  void set_up();

  Opening opening() const { return opening_; }
  // Whether nobody asks this process to tell of calls that are left to ScaLAPACK.
  bool silent() const { return config().verbose == 0 && config().report.empty(); }
  // False when a process lacks the library or a setting is wrong: every call is forwarded. Said once on
  // standard error.
  bool usable() const { return usable_; }
  const std::string& unusable_reason() const { return unusable_reason_; }

  const blacs::GridInfo& grid() const { return grid_; }
  int processes() const { return grid_.nprow * grid_.npcol; }
  bool is_root() const { return grid_.myrow == 0 && grid_.mycol == 0; }
  // rank = myrow * npcol + mycol
  const Placement& placement() const { return placement_; }
  // Once set up; on rank 0 the configuration counts from the opening on, elsewhere it is the usual one until then.
  const Communicator& comm() const { return comm_; }
  const Config& config() const { return settings_->config; }

  // Which calls are looked at, in mode auto. Equal on all processes.
  Agenda& agenda() { return agenda_; }

  // Collective at their first call for a precision, local afterwards. speeds() is empty when the cycle-times the user gave
  // do not fit the context, said once on standard error; then unusable.
  // `flops`: operations per process of the call that waits for them; 0: not known.
  const Speeds* speeds(Precision precision, double flops = 0);
  bool knows_speeds(Precision precision) const { return in(precision).has_value(); }
  // What calls of a precision showed, and what follows from it: new cycle-times, which make new plans and decisions, and
  // corrections. Nothing is learned where the user settled both the speeds and that calls are taken. From speeds() on.
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
  // the other processes through decided().
  const GridPlan& plan(Precision precision, int p, int q);

  // The ways to compute the calls of a key, for the speeds in use. On the process that decides; empty until it fills
  // them in.
  KnownWays& ways(const std::string& key);
  double& ranking_seconds() { return ranking_seconds_; }  // that ranking layouts took the last time

  // What rank 0 decides, on every process: `decide` runs on rank 0 alone, once for each key, or, where it learns from past
  // calls, at each call, and the others hear what is new. Keys are equal on all processes. Empty when `decide` threw an
  // Error, which is said, once. Collective. Whatever steers a branch or a size and comes from floating-point numbers goes
  // through here, because different kinds of processors may round differently.
  using Decide = std::function<std::vector<Extent>()>;
  const std::vector<Extent>& decided(const std::string& key, const Decide& decide);
  // Its two halves. What rank 0 has to tell the others of a key: a number, without communication. `anew`: to be decided in
  // any case.
  Extent news_of(const std::string& key, const Decide& decide, bool anew = false);
  // What was decided, where all know that number. Collective where it is not as_before.
  const std::vector<Extent>& spread(const std::string& key, Extent news);
  static constexpr Extent as_before = -1;

  // A call of the key took so much memory on this process; whether as much is surely there for the next one, decided on as
  // before. Local.
  void note_memory(const std::string& key, Extent bytes);
  bool sure_of_memory(const std::string& key);
  // A way to compute calls of the key got no memory, on the process with the least of it so much. It is no candidate until
  // there is more. On all processes.
  void refuse(const std::string& key, Way way, Extent least_budget);
  // Bytes that this process may allocate, where something was refused before; else 0.
  Extent budget_after_refusal() { return refused_ ? memory_bytes() : 0; }

 private:
  Context(MPI_Comm blacs_comm, const blacs::GridInfo& grid);
  void configure();
  std::string faults() const;
  void say_active() const;
  void give_up(const std::string& reason, bool aloud);
  bool decides() const { return config().mode == Mode::automatic; }

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

  MPI_Comm parent_;
  blacs::GridInfo grid_;
  Communicator comm_;
  Placement placement_;
  Opening opening_ = Opening::none_pass;
  std::shared_ptr<const Settings> opened_with_;  // on rank 0, or in simulations everywhere
  std::shared_ptr<const ParsedConfig> settings_;
  bool set_up_ = false, usable_ = true;
  Agenda agenda_{large_flops};
  std::string unusable_reason_;
  std::array<std::optional<InPrecision>, precisions> by_precision_;
  std::optional<Precision> noted_;  // of the call that there is to learn from
  std::optional<MemoryBudget> memory_;
  std::optional<double> clock_ahead_;
  double ranking_seconds_ = 0;
  std::map<std::string, KnownWays> ways_;
  std::map<std::string, std::vector<Extent>> decisions_;
  std::vector<Extent> news_;  // on rank 0, until they are spread
  std::map<std::string, Extent> memory_needed_;
  bool refused_ = false;
};

}  // namespace het
