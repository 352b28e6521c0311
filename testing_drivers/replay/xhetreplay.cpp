// xhetreplay: a mixed sequence of ScaLAPACK calls as a long-running program makes them, plain and with the library in
// the same run, call by call in turn.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <mpi.h>

#include "testing_drivers/replay/overhead.hpp"
#include "testing_drivers/replay/replay.hpp"

namespace het::testing {
namespace {

// Says what is above the limit, and what is not judged by it; whether nothing is above.
bool within_limit(const Summary& summary, const ReplayOptions& options) {
  const Judgement found = summary.judge(options.limit);
  for (const std::string& text : found.above)
    fmt::print(stderr, "xhetreplay: {}, above the limit {}\n", text, options.limit.ratio);
  if (!found.not_judged.empty())
    fmt::print(stderr, "xhetreplay: not judged, less than {} s of plain: {}\n", options.limit.from,
               fmt::join(found.not_judged, ", "));
  return found.above.empty();
}

// 0, or 1 when a result is wrong or a limit is passed.
int run(const ReplayOptions& options) {
  tell_overruled("xhetreplay", "HETSCALAPACK_MODE", options.overhead ? "--overhead" : "--modes");
  if (options.overhead) {
    print_overhead(options, stdout);
    return 0;
  }
  const Summary summary = replay(options);
  int code = 0;
  if (speaks()) {
    summary.print(options.json, stdout);
    if (!summary.passed()) code = 1;
    if (options.limit.ratio > 0 && !within_limit(summary, options)) code = 1;
  }
  MPI_Bcast(&code, 1, MPI_INT, 0, MPI_COMM_WORLD);
  return code;
}

int parse_and_run(int argc, char** argv) {
  int processes = 1;
  MPI_Comm_size(MPI_COMM_WORLD, &processes);
  return run(parse_replay_options(argc, argv, processes));
}

}  // namespace
}  // namespace het::testing

int main(int argc, char** argv) {
  return het::testing::run_program("xhetreplay", argc, argv, het::testing::parse_and_run);
}
