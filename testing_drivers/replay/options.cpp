#include "testing_drivers/replay/options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>

#include "testing_drivers/support/installed_file.hpp"
#include "testing_drivers/support/option_words.hpp"
#include "testing_drivers/xhet/sweep/parse.hpp"

namespace het::testing {
namespace {

// What is text before it is understood; empty: not given.
struct Given {
  std::string sequence, mix = "mixed", grid, modes, types;
  int seed = 1;
};

void declare(CLI::App& app, Given& given, ReplayOptions& options) {
  auto* overhead =
      app.add_flag("--overhead", options.overhead, "time what the library adds to calls of N = 8");
  app.add_option("--calls", options.calls, "calls of each routine for --overhead (default: 20000)")
      ->check(whole_at_least(100))
      ->needs(overhead);
  // What a sequence is replayed with.
  const auto add = [&](const char* name, auto& value, const char* text) {
    return app.add_option(name, value, text)->excludes(overhead);
  };
  auto* file = add("--sequence", given.sequence, "file of calls: lines 'routine m n k nb count'");
  add("--mix", given.mix, "built-in calls: small, mixed or large (default: mixed)")
      ->check(one_of(mix_names()))
      ->excludes(file);
  add("--seed", given.seed, "sizes and order of a built-in mix follow from it (default: 1)")
      ->check(whole_at_least(0))
      ->excludes(file);
  add("--rounds", options.rounds, "times that the sequence is run (default: 3)")->check(whole_above_zero());
  add("--warmup", options.warmup, "rounds before them that do not count (default: 0)")
      ->check(whole_at_least(0));
  add("--modes", given.modes, "modes out of plain,again,auto,always (default: plain,auto)");
  add("--type", given.types, "types out of s,d,c,z (default: d)");
  auto* limit = add("--limit", options.limit.ratio,
                    "exit 1 if auto / plain (and auto / again) is above, in all or in a class")
                    ->check(above_zero());
  add("--limit-from", options.limit.from, "seconds of plain from which a class is judged (default: all are)")
      ->check(above_zero())
      ->needs(limit);
  add("--limit-added", options.limit.added,
      "seconds that auto may add to a call on average, whatever the limit (default: none)")
      ->check(above_zero())
      ->needs(limit);
  app.add_flag("--check", options.check, "check each result")->excludes(overhead);
  app.add_option("--grid", given.grid, "process grid (default: as square as possible)");
  app.add_flag("--json", options.json, "one JSON object per row instead of the table");
  app.set_version_flag("--version", HET_VERSION);
}

bool has(const std::vector<std::string>& modes, const char* mode) {
  return std::find(modes.begin(), modes.end(), mode) != modes.end();
}

void check_modes(const ReplayOptions& options) {
  if (!has(options.modes, plain_mode) || options.modes.size() < 2)
    throw InputError{"--modes: plain and at least one more mode are needed to compare"};
  if (options.limit.ratio > 0 && !has(options.modes, "auto"))
    throw InputError{"--limit: is about mode auto, which --modes leaves out"};
}

// A bare name that is not here may be one of those that are installed.
std::vector<SequenceLine> sequence_named(const std::string& name) {
  const std::string file = here_or_installed(name, {HET_DATA_FOLDER});
  std::error_code ignored;
  if (std::filesystem::is_directory(file, ignored))
    throw InputError{fmt::format("--sequence {}: is a directory", file)};
  if (!std::filesystem::exists(file, ignored))
    throw InputError{fmt::format(
        "--sequence {}: no such file{}", file,
        file.find('/') == std::string::npos ? ", here or among those in share/hetscalapack" : "")};
  return read_sequence(file);
}

}  // namespace

ReplayOptions parse_replay_options(int argc, char** argv, int processes) {
  CLI::App app("Mixed sequences of ScaLAPACK calls, plain and with the library in the same run",
               "xhetreplay");
  ReplayOptions options;
  Given given;
  declare(app, given, options);
  parse_command_line(app, argc, argv);
  options.sequence = given.sequence.empty() ? mix_of(given.mix, static_cast<std::uint64_t>(given.seed))
                                            : sequence_named(given.sequence);
  options.grid = given.grid.empty() ? squarest(processes) : parse_grids("--grid", given.grid).front();
  check_grids({options.grid}, processes);
  if (!given.modes.empty())
    options.modes = parse_words("--modes", given.modes, {plain_mode, plain_again, "auto", "always"});
  check_modes(options);
  if (!given.types.empty()) options.types = parse_types("--type", given.types);
  return options;
}

}  // namespace het::testing
