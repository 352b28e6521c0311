#include "testing_drivers/simulation/options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <limits>

#include "testing_drivers/xhet/sweep/parse.hpp"

namespace het::testing {
namespace {

GridShape parse_grid(const std::string& text, int hosts) {
  if (text.empty()) return squarest(hosts);
  const auto grids = parse_grids("--grid", text);
  if (grids.size() != 1 || grids[0].npcol > hosts / grids[0].nprow)
    throw InputError{fmt::format("--grid {}: one grid of at most {} processes, one on each host, is allowed",
                                 text, hosts)};
  return grids[0];
}

// ScaLAPACK counts the workspace of QR, nb (rows + columns + nb), in int.
void require_workspace(int n, int nb) {
  const double width = nb;
  if (width * (2.0 * n + 5 * width) > std::numeric_limits<int>::max())
    throw InputError{fmt::format("--nb {}: too large for --n {}", nb, n)};
}

}  // namespace

SimulationOptions parse_simulation_options(int argc, char** argv, const std::vector<Host>& hosts) {
  CLI::App app("Virtual time of matrix product, LU, QR and Cholesky on the simulated platform", "xhetsim");
  SimulationOptions options;
  std::string routines = "gemm,getrf,geqrf,potrf", sizes = "4000", nbs = "64", grid, type = "d",
              methods = "het,uniform";
  app.add_option("--routine", routines, "routines out of gemm,getrf,geqrf,potrf (default: all)");
  app.add_option("--n", sizes, "orders of the square matrices, e.g. 1000:4000:1000 (default: 4000)");
  app.add_option("--nb", nbs, "block sizes of the caller's matrix (default: 64)");
  app.add_option("--grid", grid, "the caller's process grid (default: all hosts, as square as possible)");
  app.add_option("--type", type, "s, d, c or z (default: d)");
  app.add_option("--method", methods, method_help());
  app.add_flag("--split", options.split, "show each process's seconds too");
  app.add_flag("--json", options.json, "one JSON object per row instead of the table");
  parse_command_line(app, argc, argv);
  options.routines = parse_words("--routine", routines, {"gemm", "getrf", "geqrf", "potrf"});
  options.sizes = parse_integers("--n", sizes, 1);
  options.nbs = parse_integers("--nb", nbs, 1);
  require_workspace(std::ranges::max(options.sizes), std::ranges::max(options.nbs));
  options.grid = parse_grid(grid, static_cast<int>(hosts.size()));
  const auto types = parse_types("--type", type);
  if (types.size() != 1) throw InputError{fmt::format("--type {}: one of s, d, c, z is allowed", type)};
  options.type = types[0];
  for (const std::string& word : split(methods, ','))
    options.methods.push_back(parse_method(word, hosts, options.grid));
  return options;
}

}  // namespace het::testing
