#include "testing_drivers/model/options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "testing_drivers/model/plot.hpp"
#include "testing_drivers/model/speeds/speeds.hpp"
#include "testing_drivers/support/option_words.hpp"
#include "testing_drivers/xhet/sweep/parse.hpp"

namespace het::testing {
namespace {

std::vector<std::string> parse_ways(const std::string& text, int processes) {
  std::vector<std::string> ways = split(text, ',');
  for (const std::string& way : ways) {
    if (std::count(ways.begin(), ways.end(), way) > 1)
      throw InputError{fmt::format("--way: {} is there twice", way)};
    if (way == plain_way && usual_timing().simulated)
      throw InputError{"--way plain: there is no ScaLAPACK in virtual time"};
    if (way == plain_way || way == "auto" || way == "caller") continue;
    if (way.find('x') == std::string::npos)
      throw InputError{
          fmt::format("--way: '{}' must be auto, caller, plain or a grid as PxQ or PxQ:METHOD:ORDER", way)};
    for (const GridShape& grid : parse_grids("--way", split(way, ':').front()))
      if (grid.npcol > processes / grid.nprow)
        throw InputError{fmt::format("--way {}: only {} processes are running", way, processes)};
  }
  return ways;
}

std::vector<GridShape> parse_callers(const std::string& text, int processes) {
  if (text.empty()) return {squarest(processes)};
  const auto grids = parse_grids("--grid", text);
  for (const GridShape& grid : grids)
    if (grid.npcol > processes / grid.nprow)
      throw InputError{fmt::format("--grid {}: only {} processes are running", grid.text(), processes)};
  return grids;
}

}  // namespace

ModelOptions parse_model_options(int argc, char** argv, int processes) {
  CLI::App app("Predicted beside measured seconds of matrix product, LU, QR and Cholesky", "xhetmodel");
  const Timing usual = usual_timing();
  ModelOptions options;
  options.reps = usual.reps;
  options.warmup = usual.warmup;
  std::string routines = "gemm,getrf,geqrf,potrf", sizes = "1000", nbs = "64", grids, types = "d",
              ways = usual.simulated ? "auto,caller" : "auto,caller,plain";
  app.set_version_flag("--version", HET_VERSION);
  auto* files = app.add_option("files", options.files,
                               "rows of earlier runs with --json, to be summed up instead of running");
  // What is run.
  const auto add = [&](const char* name, auto& value, const std::string& text) {
    return app.add_option(name, value, text)->excludes(files);
  };
  add("--routine", routines, "routines out of gemm,getrf,geqrf,potrf (default: all)");
  add("--n", sizes, "orders of the square matrices, e.g. 1000:4000:1000 (default: 1000)");
  add("--nb", nbs, "block sizes of the caller's matrix (default: 64)");
  add("--grid", grids, "the caller's process grids, e.g. 2x2,1x4 (default: as square as possible)");
  add("--way", ways,
      "ways to compute: auto and PxQ (moved to that grid), caller (in place), as "
      "HETSCALAPACK_GRID has them, and plain (ScaLAPACK itself) (default: " +
          ways + ")");
  add("--type", types, "types out of s,d,c,z (default: d)");
  add("--reps", options.reps, fmt::format("repetitions (default: {})", usual.reps))
      ->check(whole_above_zero());
  add("--warmup", options.warmup,
      fmt::format("calls that are left out of the median (default: {})", usual.warmup))
      ->check(whole_at_least(0));
  add("--label", options.label, "name of this run in its rows and sums");
  app.add_option("--plot", options.plot, "draw predicted / measured to FILE.png or FILE.svg");
  app.add_flag("--json", options.json, "one JSON object per row and sum instead of the table");
  parse_command_line(app, argc, argv);
  if (!options.plot.empty()) check_picture(options.plot);
  options.routines = parse_words("--routine", routines, {"gemm", "getrf", "geqrf", "potrf"});
  options.sizes = parse_integers("--n", sizes, 1);
  options.nbs = parse_integers("--nb", nbs, 1);
  options.grids = parse_callers(grids, processes);
  options.types = parse_types("--type", types);
  options.ways = parse_ways(ways, processes);
  return options;
}

}  // namespace het::testing
