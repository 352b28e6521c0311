#include "src/driver/meeting/job_that_fits.hpp"

#include <fmt/format.h>

#include <array>
#include <new>

#include "src/base/block_cache.hpp"
#include "src/base/buffer.hpp"
#include "src/base/say.hpp"
#include "src/driver/words.hpp"

namespace het {
namespace {

// How a process fared that took the memory of a call; the worst counts for all.
enum class Fit : Extent { refused, above_budget, fits };

std::string memory_limit(const Config& config) {
  return "HETSCALAPACK_MEMORY_LIMIT=" + config.memory_limit_text;
}

double megabytes(Extent bytes) { return static_cast<double>(bytes) / 1e6; }

// Why a call got no memory: what the user set, or what there is. The process that needs most need not be the one that
// may have least.
std::string too_little_memory(const Config& config, Fit fit, Extent most_needed, Extent least_budget) {
  if (fit == Fit::refused) return "memory: a process could not allocate what it needs";
  const std::string needs =
      fmt::format("memory: a process needs {:.4g} MB, more than ", megabytes(most_needed));
  if (config.memory_limit > 0) return needs + memory_limit(config);
  return needs + fmt::format("its part of half of what is free ({:.4g} MB where there is least)",
                             megabytes(least_budget));
}

Made try_job(Context& context, const Request& x, const Choice& choice, Extent before) {
  Made made;
  const Extent budget = context.memory_bytes();
  Extent needed = 0;
  Fit mine = Fit::refused;
  try {
    made.job = x.make_job(context, choice);
    needed = MemoryMeter::instance().current() - before + made.job->later_bytes();
    mine = needed <= budget ? Fit::fits : Fit::above_budget;
  } catch (const std::bad_alloc&) {
  }
  std::array<Extent, 3> least{static_cast<Extent>(mine), budget, -needed};
  check_mpi(MPI_Allreduce(MPI_IN_PLACE, least.data(), 3, MPI_INT64_T, MPI_MIN, context.comm().get()),
            "MPI_Allreduce");
  const auto worst = static_cast<Fit>(least[0]);
  made.least_budget = least[1];
  made.most_needed = -least[2];
  if (worst == Fit::fits) return made;
  made.job.reset();
  MemoryMeter::instance().reset_peak();  // what a refused way took is not the call's
  BlockCache::instance().free_kept();    // ScaLAPACK may need it
  made.refusal = too_little_memory(context.config(), worst, made.most_needed, made.least_budget);
  return made;
}

// With HETSCALAPACK_VERBOSE=2, on the first process.
void say_got_no_memory(const Context& context, const Call& call, const Choice& choice,
                       const std::string& why) {
  if (context.config().verbose < 2 || !context.is_root()) return;
  const auto& r = call.record;
  const std::string words = call_words(r.routine, r.m, r.n, r.k);
  if (choice.way == Way::in_place)
    say("hetscalapack: {}: not in place ({})\n", words, why);
  else
    say("hetscalapack: {}: not on {} x {} ({})\n", words, choice.layout.p, choice.layout.q, why);
}

}  // namespace

Made job_that_fits(Context& context, const Call& call, const Entry& entry, const Request& x,
                   Agreement& agreed, Extent before) {
  if (agreed.memory_is_sure) return {x.make_job(context, agreed.choice), "", 0};
  Made made;
  const Placed caller{x.part, x.placement};
  while (agreed.choice.way != Way::forward) {
    made = try_job(context, x, agreed.choice, before);
    if (made.job) break;
    say_got_no_memory(context, call, agreed.choice, made.refusal);
    context.decisions().refuse(agreed.key, agreed.choice.taken(), made.least_budget, made.most_needed);
    agreed.choice = decided_choice(context, entry.shape, caller, 0);  // the meeting counted this call
  }
  return made;
}

std::string needed_too_much(const Choice& choice, const Config& config) {
  return fmt::format(
      "memory: such a call needed {}more than it may have ({})",
      choice.needed > 0 ? fmt::format("{:.4g} MB of a process, ", megabytes(choice.needed)) : "",
      config.memory_limit > 0 ? memory_limit(config) : "half of what is free");
}

}  // namespace het
