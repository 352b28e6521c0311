#include "testing_drivers/replay/replay.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <memory>
#include <set>

#include "testing_drivers/replay/operations/operations.hpp"
#include "testing_drivers/support/hetscalapack.hpp"
#include "testing_drivers/support/timing.hpp"

namespace het::testing {
namespace {

// Whether what the call left is right, on all processes the same.
void check(Problem& problem, MPI_Comm comm, ReplayedCall::InMode& result) {
  take_route(Route::scalapack);
  result.findings = problem.check();
  int right = result.findings->residual <= problem.threshold() &&
                      result.findings->solve_residual.value_or(0) <= problem.threshold() &&
                      problem.surroundings_intact()
                  ? 1
                  : 0;
  MPI_Allreduce(MPI_IN_PLACE, &right, 1, MPI_INT, MPI_MIN, comm);
  result.passed = right != 0;
  result.findings->residual /= problem.threshold() > 0 ? problem.threshold() : 1;
}

ReplayedCall::InMode run_once(Problem& problem, MPI_Comm comm, const std::string& mode, int context,
                              bool checks) {
  ReplayedCall::InMode result;
  const bool plain = is_plain(mode);
  // Where the library reads it: at the first call on a context.
  setenv("HETSCALAPACK_MODE", plain ? "never" : mode.c_str(), 1);
  problem.reset();
  take_route(plain ? Route::scalapack : Route::library);
  look_back();
  result.seconds = timed(comm, [&] { problem.run(context); });
  result.seen = look_back();
  if (checks) check(problem, comm, result);
  return result;
}

// Throws InputError, on all processes, where a wrong setting makes the library leave all calls alone: there is nothing to
// compare. Collective.
void require_the_library(GridShape shape) {
  constexpr const char* report = "HETSCALAPACK_REPORT";
  const char* const given = std::getenv(report);
  const std::string file = given ? given : "";
  unsetenv(report);  // which tells of the calls that are replayed
  setenv("HETSCALAPACK_MODE", "auto", 1);
  const ProcessGrid grid(shape);
  take_route(Route::scalapack);
  const auto product = make_operation({"gemm", {1, 1, 1}, 1, 1}, 'd', grid);
  hetscalapack_call call{};
  if (product) {
    take_route(Route::library_unasked);
    product->reset();
    product->run(grid.context());
    hetscalapack_last_call(&call);
  }
  if (given) setenv(report, file.c_str(), 1);
  const std::string reason = call.reason;
  int wrong = reason.starts_with("HETSCALAPACK_") && !reason.ends_with("leaves it to ScaLAPACK") ? 1 : 0;
  MPI_Bcast(&wrong, 1, MPI_INT, 0, MPI_COMM_WORLD);
  if (wrong) throw InputError{fmt::format("the library leaves all calls alone: {}", reason)};
}

class Replay {
 public:
  explicit Replay(const ReplayOptions& options) : options_(options), summary_(options.modes) {
    for (const std::string& mode : options.modes) grids_.grid(options.grid, mode);
  }

  Summary run() {
    for (int round = -options_.warmup; round < options_.rounds; ++round) {
      number_ = static_cast<std::size_t>(round + options_.warmup);
      for (const SequenceLine& line : options_.sequence)
        for (const char type : options_.types) run_line(line, type, round >= 0);
      if (speaks()) say_round(round);
      seconds_.assign(seconds_.size(), 0);
    }
    return summary_;
  }

 private:
  // Seconds of each mode, as a round ends: the whole is printed when all are over.
  void say_round(int round) {
    std::string text;
    for (std::size_t mode = 0; mode < seconds_.size(); ++mode)
      text += fmt::format("{} {} {:.3g} s", mode > 0 ? "," : "", options_.modes[mode], seconds_[mode]);
    const bool warms_up = round < 0;
    const int number = warms_up ? round + options_.warmup + 1 : round + 1,
              of = warms_up ? options_.warmup : options_.rounds;
    const std::string line =
        fmt::format("xhetreplay: {} {} of {}:{}\n", warms_up ? "warm-up round" : "round", number, of, text);
    std::fputs(line.c_str(), stderr);  // which fmt::print() would end the program for where it cannot
  }

  // In mode always the library takes all that it can: why it left calls, once for each reason.
  void tell_left(const Seen& seen) {
    for (const auto& [routine, reason] : seen.left) {
      if (!speaks() || !told_.insert(reason).second) continue;
      const std::string line =
          fmt::format("xhetreplay: {}, mode always: left to ScaLAPACK: {}\n", routine, reason);
      std::fputs(line.c_str(), stderr);
    }
  }

  void run_line(const SequenceLine& line, char type, bool counts) {
    const ProcessGrid& home = grids_.grid(options_.grid, options_.modes.front());
    take_route(Route::scalapack);
    std::unique_ptr<Problem> problem;
    const auto [m, n, k] = line.size;
    require_memory(MPI_COMM_WORLD, fmt::format("the line '{} {} {} {}'", line.routine, m, n, k),
                   [&] { problem = make_operation(line, type, home); });
    for (int one = 0; one < line.count; ++one, ++number_) {
      if (!problem) continue;
      ReplayedCall call{class_of(line), line.routine, {}};
      call.modes.resize(options_.modes.size());
      for (std::size_t turn = 0; turn < call.modes.size(); ++turn) {
        const std::size_t at = (number_ + turn) % call.modes.size();
        const std::string& mode = options_.modes[at];
        call.modes[at] = run_once(*problem, participants(line, home), mode,
                                  grids_.grid(options_.grid, mode).context(), options_.check);
        seconds_[at] += call.modes[at].seconds;
        if (mode == "always") tell_left(call.modes[at].seen);
      }
      if (counts) summary_.add(call);
    }
  }

  const ReplayOptions& options_;
  ModeGrids grids_;
  Summary summary_;
  std::vector<double> seconds_ = std::vector<double>(options_.modes.size());  // of the round, by mode
  std::size_t number_ = 0;      // of the call, plus that of the round
  std::set<std::string> told_;  // why calls were left
};

}  // namespace

Summary replay(const ReplayOptions& options) {
  require_the_library(options.grid);
  return Replay(options).run();
}

}  // namespace het::testing
