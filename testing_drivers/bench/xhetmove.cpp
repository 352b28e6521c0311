// xhetmove: time of redistributing a matrix to another block size, ScaLAPACK's P?GEMR2D beside the library's,
// in one run. Prints the medians of interleaved repetitions, the first calls, and their ratios.
#include <fmt/format.h>
#include <mpi.h>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "src/base/text/message.hpp"
#include "testing_drivers/support/hetscalapack.hpp"
#include "testing_drivers/support/matrix.hpp"
#include "testing_drivers/support/option_words.hpp"
#include "testing_drivers/support/timing.hpp"
#include "testing_drivers/xhet/sweep/command_line.hpp"
#include "testing_drivers/xhet/sweep/parse.hpp"

namespace het::testing {
namespace {

struct Options {
  int n = 4000, from = 64, to = 96, reps = 7;
  std::string grid = "2x2", target_grid, type = "d";
  bool json = false;
};

struct Result {
  std::vector<double> seconds;
  double first = 0;
  bool right = true;
  std::string left;  // why the library left the call to ScaLAPACK on this process; empty: it took it
};

// One call of one side of the comparison, timed and checked; the sides take turns.
template <class T, class Move>
void move_once(MPI_Comm comm, const DistributedMatrix<T>& a, DistributedMatrix<T>& b, bool first,
               Result& result, Move&& move) {
  const auto value = [](int i, int j) { return entry<T>(i, j, 1); };
  b.fill([](int, int) { return T(-1); });
  const double seconds = timed(comm, [&] { move(a.data(), b.data()); });
  if (first)
    result.first = seconds;
  else
    result.seconds.push_back(seconds);
  int right = b.equals(value) && b.pads_intact() && a.equals(value) ? 1 : 0;
  MPI_Allreduce(MPI_IN_PLACE, &right, 1, MPI_INT, MPI_MIN, comm);
  result.right = result.right && right != 0;
}

template <class T>
std::pair<Result, Result> compare(const Options& options, GridShape from, GridShape to) {
  int processes = 1;
  MPI_Comm_size(MPI_COMM_WORLD, &processes);
  const ProcessGrid everyone({1, processes}), source(from), target(to);
  std::optional<DistributedMatrix<T>> before, after;
  require_memory(MPI_COMM_WORLD, fmt::format("--n {}", options.n), [&] {
    before.emplace(source, MatrixLayout{options.n, options.n, options.from, options.from, 0, 0});
    after.emplace(target, MatrixLayout{options.n, options.n, options.to, options.to, 0, 0});
  });
  DistributedMatrix<T>&a = *before, &b = *after;
  a.fill([](int i, int j) { return entry<T>(i, j, 1); });
  auto da = a.descriptor(), db = b.descriptor();
  // Outside its grid a process says so in the descriptor.
  if (!source.inside()) da[1] = -1;
  if (!target.inside()) db[1] = -1;
  const int one = 1, context = everyone.context();
  Result plain, ours;
  for (int rep = 0; rep <= options.reps; ++rep) {
    move_once(MPI_COMM_WORLD, a, b, rep == 0, plain, [&](const T* x, T* y) {
      pgemr2d(&options.n, &options.n, x, &one, &one, da.data(), y, &one, &one, db.data(), &context);
    });
    move_once(MPI_COMM_WORLD, a, b, rep == 0, ours, [&](const T* x, T* y) {
      het_pgemr2d(&options.n, &options.n, x, &one, &one, da.data(), y, &one, &one, db.data(), &context);
    });
    hetscalapack_call call{};
    hetscalapack_last_call(&call);
    if (!call.taken) ours.left = *call.reason ? call.reason : "the library has not seen it";
  }
  return {plain, ours};
}

std::pair<Result, Result> compare_type(const Options& options, GridShape from, GridShape to) {
  return with_type(parse_types("--type", options.type).front(),
                   [&](auto type) { return compare<typename decltype(type)::type>(options, from, to); });
}

void print(const Options& options, const Result& plain, const Result& ours) {
  const double was = median(plain.seconds), is = median(ours.seconds);
  const bool passed = plain.right && ours.right, taken = ours.left.empty();
  if (options.json) {
    nlohmann::ordered_json line{
        {"routine", "p" + options.type + "gemr2d"}, {"type", options.type}, {"n", options.n}};
    line.update({{"nb", options.from},
                 {"nb_to", options.to},
                 {"grid", options.grid},
                 {"grid_to", options.target_grid}});
    line.update({{"seconds_plain", was},
                 {"seconds", is},
                 {"ratio", was / is},
                 {"first_plain", plain.first},
                 {"first", ours.first},
                 {"ratio_first", plain.first / ours.first},
                 {"taken", taken},
                 {"passed", passed}});
    fmt::print("{}\n", line.dump());
    return;
  }
  fmt::print(
      "p{}gemr2d n={} nb {} -> {} grid {} -> {}: ScaLAPACK {:.4f} s, here {:.4f} s, ratio {:.2f}; "
      "first call {:.4f} s, {:.4f} s, ratio {:.2f}; {}\n",
      options.type, options.n, options.from, options.to, options.grid, options.target_grid, was, is, was / is,
      plain.first, ours.first, plain.first / ours.first,
      !passed ? "FAILED"
      : taken ? "PASSED"
              : "NOT TAKEN");
}

int run(Options options) {
  if (options.target_grid.empty()) options.target_grid = options.grid;
  const auto from = parse_grids("--grid", options.grid), to = parse_grids("--to-grid", options.target_grid);
  int processes = 1;
  MPI_Comm_size(MPI_COMM_WORLD, &processes);
  for (const auto& [option, grid] : {std::pair("--grid", from.front()), std::pair("--to-grid", to.front())})
    if (grid.size() > processes)
      throw InputError{
          fmt::format("{}: {} needs more than the {} processes that run", option, grid.text(), processes)};
  const auto [plain, ours] = compare_type(options, from.front(), to.front());
  if (speaks()) {
    print(options, plain, ours);
    if (!ours.left.empty())
      tell(stderr, "xhetmove",
           fmt::format("both are ScaLAPACK's own: p{}gemr2d of order {} was left to it: {}", options.type,
                       options.n, ours.left));
  }
  int passed = plain.right && ours.right && ours.left.empty() ? 1 : 0;
  MPI_Allreduce(MPI_IN_PLACE, &passed, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  return passed != 0 ? 0 : 1;
}

int parse_and_run(int argc, char** argv) {
  CLI::App app("Redistribution: ScaLAPACK's and the library's in the same run", "xhetmove");
  Options options;
  app.add_option("--n", options.n, "order of the matrix (default: 4000)")->check(whole_above_zero());
  app.add_option("--nb", options.from, "block size before (default: 64)")->check(whole_above_zero());
  app.add_option("--to", options.to, "block size after (default: 96)")->check(whole_above_zero());
  app.add_option("--grid", options.grid, "process grid (default: 2x2)");
  app.add_option("--to-grid", options.target_grid, "process grid after (default: the same)");
  app.add_option("--type", options.type, "s, d, c or z (default: d)")->check(one_of({"s", "d", "c", "z"}));
  app.add_option("--reps", options.reps, "repetitions after the first call (default: 7)")
      ->check(whole_above_zero());
  app.add_flag("--json", options.json, "one JSON object instead of words");
  app.set_version_flag("--version", HET_VERSION);
  parse_command_line(app, argc, argv);
  return run(options);
}

}  // namespace
}  // namespace het::testing

int main(int argc, char** argv) {
  return het::testing::run_program("xhetmove", argc, argv, het::testing::parse_and_run);
}
