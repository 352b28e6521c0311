#include "blacs_het/grid/context.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>

#include "blacs_het/grid/handshake/handshake.hpp"
#include "blacs_het/grid/speeds/speeds_text.hpp"
#include "src/base/block_cache.hpp"
#include "src/base/error.hpp"
#include "src/base/say.hpp"
#include "src/base/text/own_file.hpp"
#include "src/base/text/text_file.hpp"
#include "src/bindings/charge.hpp"
#include "src/bindings/next_symbol.hpp"

namespace het {
namespace {

// Contexts by the lowest bits of their numbers: the attribute takes longer to find than a tiny call may take.
struct Slot {
  int number = -1;
  MPI_Fint comm = 0;
  Context* context = nullptr;
};
std::array<Slot, 16> slots;
Slot& slot_of(int blacs_context) { return slots[static_cast<unsigned>(blacs_context) % slots.size()]; }

// Called by MPI, whose C frames no exception may pass; destructors throw none.
int delete_context(MPI_Comm, int, void* attribute, void*) noexcept {
  for (Slot& slot : slots)
    if (slot.context == attribute) slot = {};
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

void say_speeds(const Speeds& speeds, Precision precision, bool measured) {
  say("hetscalapack: {}\n", platform_line(speeds, precision, measured));
  say("hetscalapack: {}\n", kernels_line(speeds));
}

// Told before there is a call to be written, or to be forwarded to a library that is not found otherwise: after hours.
void say_useless(const Settings& settings) {
  const Config& config = settings.parsed.config;
  if (settings.environment.settings.contains("SCALAPACK"))
    if (const std::string why = why_no_scalapack(); !why.empty())
      say_once(
          "HETSCALAPACK_SCALAPACK={}; it is not used, only a ScaLAPACK that the program itself has loaded",
          why);
  const auto check = [](const char* name, const OwnFile& own, const std::string& path) {
    if (path.empty()) return;
    std::string why = why_unwritable(path);
    if (why.empty()) why = why_left_alone(own, path);
    if (!why.empty()) say_once("HETSCALAPACK_{}={}: {}", name, path, why);
  };
  check("REPORT", report_file, config.report);
  check("TRACE", trace_file, config.trace);
}

}  // namespace

Context& Context::opened(int blacs_context) {
  const MPI_Fint handle = blacs::communicator_handle(blacs_context);
  const MPI_Comm blacs_comm = MPI_Comm_f2c(handle);
  Context* context = find(blacs_context);
  if (!context) {
    context = new Context(blacs_comm, blacs::grid_info(blacs_context));
    check_mpi(MPI_Comm_set_attr(blacs_comm, context_key(), context), "MPI_Comm_set_attr");
  }
  slot_of(blacs_context) = {blacs_context, handle, context};
  return *context;
}

Context& Context::of(int blacs_context) {
  Context& context = opened(blacs_context);
  context.set_up();
  return context;
}

// The number may belong to another context meanwhile, where MPI keeps an ended one's attributes for a while.
Context* Context::recent(int blacs_context) {
  const Slot& slot = slot_of(blacs_context);
  if (slot.number != blacs_context || !slot.context) return nullptr;
  return slot.comm == blacs::communicator_handle(blacs_context) ? slot.context : nullptr;
}

Context::Context(MPI_Comm blacs_comm, const blacs::GridInfo& grid)
    : parent_(blacs_comm),
      grid_(grid),
      placement_(Placement::row_major(grid.nprow, grid.npcol)),
      handshake_(blacs_comm) {
  static const auto usual = std::make_shared<const ParsedConfig>();
  settings_ = usual;
  if (is_root() || charge::virtual_time) {
    opened_with_ = current_settings();
    settings_ = {opened_with_, &opened_with_->parsed};
    const bool passes = faults().empty() && config().mode != Mode::always;
    if (passes) opening_ = config().mode == Mode::never ? Opening::all_pass : Opening::small_pass;
  }
  if (is_root()) {
    for (const std::string& warning : opened_with_->parsed.warnings) say_once("{}", warning);
    say_useless(*opened_with_);
  }
  const double patience = is_root() ? 0 : 2 * handshake_seconds();  // who tells does not wait
  const auto heard = handshake_.hear_opening(opening_, patience);
  if (!heard) {
    give_up("a process lacks the library", false);
    return;
  }
  opening_ = *heard;
  if (opening_ != Opening::none_pass) say_active();
}

void Context::set_up() {
  if (set_up_ || given_up_) return;
  const auto answer = handshake_.shake(handshake_seconds());
  if (answer == Handshake::Answer::no) return give_up("a process lacks the library", false);
  unusable_reason_ = answer == Handshake::Answer::later ? "a process is late, or lacks the library" : "";
  if (!usable()) return;
  set_up_ = true;
  comm_ = Communicator::duplicate_of(parent_);
  configure();
  if (usable() && opening_ == Opening::none_pass) say_active();
}

void Context::configure() {
  ToldSettings told;
  if (is_root()) told = {opened_with_->environment, faults()};
  told = broadcast_settings(comm_, told);
  if (!is_root()) settings_ = std::make_shared<const ParsedConfig>(parse_config(told.environment));
  decisions_.emplace(comm_, config().mode == Mode::automatic);
  // Who sets a limit is short of memory.
  if (config().memory_limit > 0) BlockCache::instance().keep_nothing();
  if (!told.faults.empty()) give_up(told.faults, is_root());
}

// What is wrong with the settings in themselves, or here. Hosts differ: one process says it for all.
std::string Context::faults() const {
  if (!settings_->faults.empty()) return settings_->faults;
  const auto& grid = config().grid;
  if (!grid || grid->first * grid->second <= processes()) return wrong_cycle_times(config());
  return fmt::format("HETSCALAPACK_GRID={}x{}: the context has only {} process{}", grid->first, grid->second,
                     processes(), processes() == 1 ? "" : "es");
}

void Context::say_active() const {
  static bool said = false;
  if (config().verbose < 1 || !is_root() || (said && config().verbose < 2)) return;
  said = true;
  say("hetscalapack: active on a {} x {} grid\n", grid_.nprow, grid_.npcol);
}

void Context::give_up(const std::string& reason, bool aloud) {
  given_up_ = true;
  unusable_reason_ = reason;
  if (aloud) say_once("{}; calls go to ScaLAPACK", reason);
}

bool Context::find_speeds(Precision precision, const SpeedsWanted& wanted) {
  std::optional<InPrecision>& mine = in(precision);
  if (!mine && usable()) {
    try {
      const double begin = MPI_Wtime();
      const auto found = het::find_speeds(comm_, config(), precision, wanted);
      looks_equal_ = !found;
      looks_.measured(Measured::cycle_times, MPI_Wtime() - begin, false);
      if (!found) return false;
      mine.emplace(
          InPrecision{*found, Learning(*found, precision, config()), SizeLimits::without_speeds(), {}});
      limit_sizes(precision);
      if (config().verbose >= 2 && is_root()) say_speeds(*found, precision, config().measured());
    } catch (const Error& error) {
      give_up(error.what(), is_root());
    }
  }
  return mine.has_value();
}

const Speeds& Context::speeds(Precision precision) const {
  require(in(precision).has_value(), "speeds before they are found");
  return in(precision)->speeds;
}

void Context::limit_sizes(Precision precision) {
  InPrecision& mine = *in(precision);
  mine.limits = SizeLimits(mine.speeds.limits);
  agenda_.set_large(precision, mine.limits.large());
}

Extent Context::memory_bytes() {
  if (!memory_) memory_.emplace(comm_, config());
  return memory_->bytes();
}

const GridPlan& Context::plan(Precision precision, int p, int q) {
  std::optional<InPrecision>& mine = in(precision);
  require(mine.has_value(), "plan before speeds");
  const auto known = mine->plans.find({p, q});
  if (known != mine->plans.end()) return known->second;
  return mine->plans.emplace(std::pair(p, q), plan_in_call(mine->speeds.cycle_times, p, q, config().method))
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
  if (config().mode != Mode::automatic && !config().measured()) return;
  in(precision)->learning.note(std::move(call));
  noted_ = precision;
}

Learning::Shown Context::shown() const {
  return noted_ ? in(*noted_)->learning.shown(in(*noted_)->speeds, comm().rank()) : Learning::Shown{};
}

void Context::forget() {
  if (noted_) in(*noted_)->learning.forget();
  noted_.reset();
}

void Context::follow(Precision precision, Verdict verdict) {
  InPrecision& mine = *in(precision);
  if (!mine.learning.follow(verdict, comm_, mine.speeds)) return;
  mine.plans.clear();
  limit_sizes(precision);
  decisions_->clear();
  if (config().verbose >= 2 && is_root()) say("hetscalapack: {}\n", followed_line(mine.speeds, precision));
}

bool Context::sure_of_memory(const std::string& key, Extent arguments) {
  const auto needed = decisions_->memory_needed(key, arguments);
  return needed && memory_ && memory_->sure_of(*needed);
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
