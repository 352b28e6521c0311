#include "testing_drivers/xhet/sweep/options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "testing_drivers/support/option_words.hpp"
#include "testing_drivers/xhet/sweep/parse.hpp"

namespace het::testing {
namespace {

// What the command line says, as text; empty: not given.
struct Given {
  std::string file, m, n, k, nb, grid, type, mode;
  std::map<std::string, std::string> words;
};

void declare(CLI::App& app, const DriverSpec& spec, Given& given, DriverOptions& options) {
  app.add_option("file", given.file, "ScaLAPACK-style input file; options overrule it");
  app.add_option("--n", given.n, "columns, e.g. 1000:4000:1000,5000 (first:last:step)");
  const auto has = [&](char size) { return spec.sizes.find(size) != std::string::npos; };
  if (has('m')) app.add_option("--m", given.m, "rows: one value or as many as --n (default: n)");
  if (has('k')) app.add_option("--k", given.k, "inner dimension: one value or as many as --n (default: n)");
  app.add_option("--nb", given.nb, "block sizes (default: 64)");
  app.add_option("--grid", given.grid, "process grids, e.g. 2x2,1x4 (default: as square as possible)");
  app.add_option("--type", given.type, "types out of s,d,c,z (default: d)");
  for (const WordOption& word : spec.words)
    app.add_option("--" + word.name, given.words[word.name],
                   fmt::format("{} (default: {})", word.help, word.allowed.front()));
  app.add_option("--mode", given.mode, "modes out of plain,auto,always (default: all)");
  if (spec.scaled) {
    app.add_option("--alpha", options.alpha, "real factor (default: 1)")->check(finite());
    app.add_option("--beta", options.beta, "real factor (default: 0)")->check(finite());
  }
  app.add_option("--offset", options.offset, "operands start at row and column 1 + offset (default: 0)")
      ->check(whole_at_least(0));
  app.add_option("--reps", options.reps, "repetitions, the modes interleaved (default: 3)")
      ->check(whole_above_zero());
  app.add_option("--warmup", options.warmup, "calls per mode that are left out of the median (default: 1)")
      ->check(whole_at_least(0));
  app.add_flag("--check", options.check, "check the result, the operands and the pads around them");
  app.add_flag("--json", options.json, "one JSON object per row instead of the table");
}

// The values of an option, one for all sizes or one for each; none when it was not given.
std::vector<int> along(const std::string& what, const std::string& text, const std::vector<int>& n,
                       int least) {
  if (text.empty()) return {};
  auto values = parse_integers(what, text, least);
  if (values.size() == 1) values.assign(n.size(), values.front());
  if (values.size() != n.size())
    throw InputError{fmt::format("{}: {} values for {} values of --n; one or as many are allowed", what,
                                 values.size(), n.size())};
  return values;
}

// ScaLAPACK factors only sub-matrices that start with a block.
void check_offset(const DriverOptions& options) {
  for (const int nb : options.nbs)
    if (options.offset % nb != 0)
      throw InputError{fmt::format("--offset: {} is no multiple of the block size {}", options.offset, nb)};
}

}  // namespace

DriverOptions parse_options(const DriverSpec& spec, int argc, char** argv, int processes) {
  CLI::App app(spec.purpose, spec.name);
  DriverOptions options;
  Given given;
  app.set_version_flag("--version", HET_VERSION);
  declare(app, spec, given, options);
  parse_command_line(app, argc, argv);
  const DriverOptions command_line = options;
  if (!given.file.empty()) read_input_file(spec, given.file, options);
  if (app.count("--reps") > 0) options.reps = command_line.reps;
  options.check = options.check || command_line.check;
  if (given.n.empty() && !(given.m + given.k).empty()) throw InputError{"--m, --k: only together with --n"};
  if (!given.n.empty()) {
    const auto n = parse_integers("--n", given.n, 1);
    auto k = along("--k", given.k, n, 0);
    // Of a product, k is n when not given.
    if (k.empty() && spec.sizes == "mnk") k = n;
    options.sizes = sizes_of(along("--m", given.m, n, 1), n, k);
  }
  if (!given.nb.empty()) options.nbs = parse_integers("--nb", given.nb, 1);
  if (!given.grid.empty()) options.grids = parse_grids("--grid", given.grid);
  if (options.grids.empty()) options.grids = {squarest(processes)};
  if (!given.type.empty()) options.types = parse_types("--type", given.type);
  for (const WordOption& word : spec.words) {
    auto& chosen = options.words[word.name];
    if (const std::string& text = given.words[word.name]; !text.empty())
      chosen = parse_words("--" + word.name, text, word.allowed);
    else if (chosen.empty())
      chosen = {word.allowed.front()};
  }
  if (!given.mode.empty()) options.modes = parse_modes("--mode", given.mode);
  // Whatever is wrong of what is given is said before what is missing.
  if (options.sizes.empty())
    throw InputError{
        "--n: no problem size given; it takes sizes, as in 1000 or 1000:4000:1000 (first:last:step)"};
  check_grids(options.grids, processes);
  if (spec.factors) check_offset(options);
  return options;
}

}  // namespace het::testing
