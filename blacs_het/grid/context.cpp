#include "blacs_het/grid/context.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <set>
#include <utility>

#include "blacs_het/grid/handshake.hpp"
#include "src/base/block_cache.hpp"
#include "src/base/error.hpp"
#include "src/base/say.hpp"

namespace het {
namespace {

// A context that is used for ever with ever new sizes must not grow for ever.
constexpr std::size_t most_decisions = 4096, most_ways = 512;

int delete_context(MPI_Comm, int, void* attribute, void*) {
  delete static_cast<Context*>(attribute);
  return MPI_SUCCESS;
}

int context_key() {
  static const int key = [] {
    int made = MPI_KEYVAL_INVALID;
    // Not copied: a duplicate of BLACS's communicator is another context, if any.
    check_mpi(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, delete_context, &made, nullptr),
              "MPI_Comm_create_keyval");
    return made;
  }();
  return key;
}

std::string link_words(const LinkSpeeds& links) {
  const auto words = [](const LinkCosts& link) {
    return fmt::format("{:.4g} GB/s and {:.3g} us", 1e-9 / link.seconds_per_byte, 1e6 * link.latency);
  };
  if (links.between.seconds_per_byte <= 0) return "";
  if (!links.hosts.told_apart()) return "; messages " + words(links.between);
  return fmt::format("; messages between {} hosts {}, {:.4g} GB/s for all ranks of a host; within a host {}",
                     links.hosts.count(), words(links.between), 1e-9 / links.hosts.interface_seconds_per_byte,
                     words(links.hosts.inside));
}

void say_speeds(const Speeds& speeds, Precision precision, bool measured) {
  const KernelRates& rates = speeds.kernels.rates;
  say("hetscalapack: cycle-times {} ({}); the fastest process {:.4g} Gflop/s in long products, p{}gemm's, "
      "half of it for an inner dimension of {:.3g}, {:.2g} of it with vectors{}\n",
      cycle_time_list(speeds.cycle_times), measured ? "measured" : "given", 1e-9 / speeds.seconds_per_flop,
      letter_of(precision), rates.half_speed_k, rates.vectors, link_words(speeds.links));
}

}  // namespace

Context& Context::of(int blacs_context) {
  if (Context* known = find(blacs_context)) return *known;
  const MPI_Comm blacs_comm = blacs::communicator(blacs_context);
  auto* made = new Context(blacs_comm, blacs::grid_info(blacs_context));
  check_mpi(MPI_Comm_set_attr(blacs_comm, context_key(), made), "MPI_Comm_set_attr");
  return *made;
}

Context::Context(MPI_Comm blacs_comm, const blacs::GridInfo& grid)
    : grid_(grid), placement_(Placement::row_major(grid.nprow, grid.npcol)) {
  if (!all_have_library(blacs_comm, handshake_seconds())) {
    give_up("a process lacks the library", false);
    return;
  }
  comm_ = Communicator::duplicate_of(blacs_comm);
  ParsedConfig parsed = parse_config(broadcast_environment(comm_));
  config_ = std::move(parsed.config);
  // Who sets a limit is short of memory.
  if (config_.memory_limit > 0) BlockCache::instance().keep_nothing();
  if (parsed.faults.empty() && config_.grid && config_.grid->first * config_.grid->second > comm_.size())
    parsed.faults = fmt::format("HETSCALAPACK_GRID={}x{}: the context has only {} processes",
                                config_.grid->first, config_.grid->second, comm_.size());
  if (!parsed.faults.empty()) give_up(parsed.faults, is_root());
  static bool active_said = false;
  if (usable_ && config_.verbose >= 1 && is_root() && (config_.verbose >= 2 || !active_said)) {
    active_said = true;
    say("hetscalapack: active on a {} x {} grid\n", grid_.nprow, grid_.npcol);
  }
}

void Context::give_up(const std::string& reason, bool aloud) {
  usable_ = false;
  unusable_reason_ = reason;
  // Programs make contexts by the thousand: each fault is said once.
  static std::set<std::string> said;
  if (aloud && said.insert(reason).second) say("hetscalapack: {}; calls go to ScaLAPACK\n", reason);
}

const Speeds* Context::speeds(Precision precision, double flops) {
  std::optional<InPrecision>& mine = in(precision);
  if (!mine && usable_) {
    try {
      const Speeds found = find_speeds(comm_, config_, precision, flops);
      mine.emplace(InPrecision{found, Learning(found, precision, config_.measured()), {}});
      if (config_.verbose >= 2 && is_root()) say_speeds(found, precision, config_.measured());
    } catch (const Error& error) {
      give_up(error.what(), is_root());
    }
  }
  return mine ? &mine->speeds : nullptr;
}

Extent Context::memory_bytes() {
  if (!memory_) memory_.emplace(comm_, config_);
  return memory_->bytes();
}

const GridPlan& Context::plan(Precision precision, int p, int q) {
  std::optional<InPrecision>& mine = in(precision);
  require(mine.has_value(), "plan before speeds");
  const auto known = mine->plans.find({p, q});
  if (known != mine->plans.end()) return known->second;
  return mine->plans.emplace(std::pair(p, q), plan_in_call(mine->speeds.cycle_times, p, q, config_.method))
      .first->second;
}

Context* Context::find(int blacs_context) {
  void* attribute = nullptr;
  int found = 0;
  check_mpi(MPI_Comm_get_attr(blacs::communicator(blacs_context), context_key(), &attribute, &found),
            "MPI_Comm_get_attr");
  return found ? static_cast<Context*>(attribute) : nullptr;
}

void Context::note(Precision precision, CallSeen call) {
  if (!decides() && !config_.measured()) return;
  in(precision)->learning.note(std::move(call));
  noted_ = precision;
}

void Context::learn(double slowest_seconds) {
  if (!noted_) return;
  InPrecision& mine = *in(*std::exchange(noted_, std::nullopt));
  if (!mine.learning.conclude(comm_, slowest_seconds, mine.speeds)) return;
  mine.plans.clear();
  ways_.clear();
  decisions_.clear();
  if (config_.verbose >= 2 && is_root())
    say("hetscalapack: cycle-times are now {}, as calls show\n", cycle_time_list(mine.speeds.cycle_times));
}

KnownWays& Context::ways(const std::string& key) {
  if (ways_.size() >= most_ways && !ways_.contains(key)) ways_.clear();
  return ways_[key];
}

const std::vector<Extent>& Context::decided(const std::string& key,
                                            const std::function<std::vector<Extent>()>& decide) {
  constexpr Extent as_before = -1;
  const auto known = decisions_.find(key);
  if (known != decisions_.end() && !decides()) return known->second;
  const bool failed_before = known != decisions_.end() && known->second.empty();
  std::vector<Extent> decision;
  if (is_root() && !failed_before) try {
      decision = decide();
    } catch (const Error& error) {
      say("hetscalapack: {}; the call goes to ScaLAPACK\n", error.what());
    }
  const bool same = known != decisions_.end() && known->second == decision;
  Extent size = same ? as_before : static_cast<Extent>(decision.size());
  check_mpi(MPI_Bcast(&size, 1, MPI_INT64_T, 0, comm_.get()), "MPI_Bcast");
  if (size == as_before) return known->second;
  decision.resize(static_cast<std::size_t>(size));
  check_mpi(MPI_Bcast(decision.data(), static_cast<int>(size), MPI_INT64_T, 0, comm_.get()), "MPI_Bcast");
  if (decisions_.size() >= most_decisions) decisions_.clear();
  return decisions_[key] = std::move(decision);
}

// The median of what several barriers say: one of them may have been late for one process.
double Context::clock_ahead() {
  if (clock_ahead_) return *clock_ahead_;
  std::array<double, 9> mine{}, roots{};
  for (double& time : mine) {
    check_mpi(MPI_Barrier(comm_.get()), "MPI_Barrier");
    time = MPI_Wtime();
  }
  roots = mine;
  check_mpi(MPI_Bcast(roots.data(), static_cast<int>(roots.size()), MPI_DOUBLE, 0, comm_.get()), "MPI_Bcast");
  for (std::size_t k = 0; k < mine.size(); ++k) mine[k] -= roots[k];
  std::nth_element(mine.begin(), mine.begin() + mine.size() / 2, mine.end());
  clock_ahead_ = mine[mine.size() / 2];
  return *clock_ahead_;
}

}  // namespace het
