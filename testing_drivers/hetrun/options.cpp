#include "testing_drivers/hetrun/options.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <sstream>
#include <string_view>

#include "src/base/text/parse_number.hpp"
#include "src/base/text/user_file.hpp"
#include "src/tools/help/help_format.hpp"
#include "testing_drivers/hetrun/plan/cycle_times.hpp"
#include "testing_drivers/hetrun/usage_error.hpp"
#include "testing_drivers/support/installed_file.hpp"
#include "testing_drivers/support/option_words.hpp"

namespace het::run {
namespace {

namespace fs = std::filesystem;

std::string beside(const std::vector<fs::path>& places, const std::string& name) {
  const fs::path here = fs::read_symlink("/proc/self/exe").parent_path();
  for (const fs::path& place : places)
    if (fs::exists(here / place / name)) return (here / place / name).lexically_normal().string();
  throw UsageError(
      fmt::format("{} is missing: not in {}", name, (here / places.front()).lexically_normal().string()));
}

SetRequest read_set(const std::vector<std::string>& words) {
  const auto rank = parse_number<int>(words[1]);
  if (!rank || *rank < 0)
    throw UsageError(
        fmt::format("--set: '{}' is no rank; it must be a whole number, 0 for the first", words[1]));
  return {words[0], *rank, one_cycle_time("--set", words[2])};
}

// SimGrid itself would abort.
std::string setting_of_simgrid(const std::string& text) {
  const size_t colon = text.find(':');
  const bool good = colon != std::string::npos && colon > 0 && colon + 1 < text.size();
  return good ? "" : fmt::format("'{}' is not KEY:VALUE", text);
}

// The options of --simulate; those of the emulation are refused beside it, and these without it.
void declare_simulation(CLI::App& app, Simulation& simulation) {
  auto* simulate =
      app.add_option("--simulate", simulation.platform,
                     "run the simulated build of a driver on this SimGrid platform, in virtual time, without "
                     "the options above but -x and -q; a name without a folder may be one of those that are "
                     "installed")
          ->type_name("PLATFORM");
  for (const char* name :
       {"--cycle-times", "--backend", "--cores", "--preload", "--control", "--json", "--set"})
    simulate->excludes(app.get_option(name));
  app.add_option("--np", simulation.ranks, "ranks of the simulation (default: one for each host)")
      ->type_name("N")
      ->check(testing::whole_above_zero())
      ->needs(simulate);
  app.add_option("--ranks-per-host", simulation.ranks_per_host,
                 "ranks on each host, 3,1,0 or 3*2,6*1; or speed: in proportion, one on the slowest; "
                 "speed:4: four on the fastest")
      ->type_name("LIST")
      ->needs(simulate);
  app.add_flag("--dry", simulation.dry, "charge matrix products without doing them: same times, no results")
      ->needs(simulate);
  app.add_option("--poll", simulation.poll,
                 "virtual seconds of one MPI_Test (1e-9 to 0.5; default: 1e-7); 1e-6 simulates faster")
      ->type_name("SECONDS")
      ->check(testing::number_between(1e-9, 0.5))
      ->needs(simulate);
  app.add_option("--look", simulation.look,
                 "virtual seconds of a look at all messages instead, rarer while nothing comes: simulates "
                 "several times faster (1e-9 to 0.5); --poll is for each message")
      ->type_name("SECONDS")
      ->check(testing::number_between(1e-9, 0.5))
      ->excludes("--poll")
      ->needs(simulate);
  app.add_option("--simgrid", simulation.settings, "another setting of SimGrid, e.g. smpi/bcast:flattree")
      ->type_name("KEY:VALUE")
      ->check(setting_of_simgrid)
      ->type_size(1)
      ->allow_extra_args(false)
      ->needs(simulate);
  for (CLI::Option* option : app.get_options())
    if (option == simulate || option->get_needs().contains(simulate)) option->group("Virtual time");
}

}  // namespace

std::string program_beside(const std::string& name) { return beside({"."}, name); }
std::string library_beside(const std::string& name) {
  return beside(
      {"../lib", "../lib/hetscalapack", HETRUN_LIBRARY_FOLDER, HETRUN_LIBRARY_FOLDER "/hetscalapack"}, name);
}

namespace {

// Where the ranks find it, whatever folder they start in. What the dynamic linker would only warn of is refused.
std::string library_to_preload(const std::string& library) {
  if (!fs::exists(library)) throw UsageError(fmt::format("--preload {}: no such file", library));
  char magic[4] = {};
  const UserFile file(library, UserFile::For::reading);
  const bool whole = file.get() >= 0 && read(file.get(), magic, sizeof magic) == sizeof magic;
  if (!whole || std::string_view(magic, sizeof magic) != "\177ELF")
    throw UsageError(fmt::format("--preload {}: not a shared library", library));
  return fs::absolute(library).string();
}

// What mpirun would only warn of.
void check_exports(const std::vector<std::string>& exports) {
  for (const std::string& variable : exports) {
    const size_t equals = variable.find('=');
    if (variable.empty() || equals == 0) throw UsageError(fmt::format("-x {}: not VAR=VALUE", variable));
    if (equals == std::string::npos && !std::getenv(variable.c_str()))
      throw UsageError(fmt::format("-x {0}: not set here; -x {0}=VALUE sets it", variable));
  }
}

// Everything from the first unknown option on is what remains.
void check_unknown_option(const std::vector<std::string>& remaining) {
  if (!remaining.empty() && remaining.front().starts_with('-'))
    throw UsageError(fmt::format(
        "{}: unknown option; hetrun --help lists those there are, and the program's own follow its "
        "name",
        remaining.front()));
}

// CLI11 takes an empty library for one that is left out. `end` is where the program begins.
void check_preload(char** argv, char** end) {
  for (char** word = argv; word < end; ++word) {
    const bool empty = std::string_view(*word) == "--preload=" ||
                       (std::string_view(*word) == "--preload" && word + 1 < end && *word[1] == '\0');
    if (empty) throw UsageError("--preload: is empty; a value is needed, or none");
  }
}

// It changes a running hetrun; whatever else is there would be another run.
void check_set_alone(const CLI::App& app, bool program) {
  const auto refuse = [](const std::string& other) {
    throw UsageError(fmt::format("--set goes alone, and {} is given too", other));
  };
  for (const CLI::Option* const option : app.get_options())
    if (option->count() > 0 && option->get_name() != "--set") refuse(option->get_name());
  if (!app.remaining().empty() || program) refuse("a program");
}

// The program and its arguments: named before the dashes, which then are its own, or behind them.
std::vector<std::string> program_of(std::vector<std::string> remaining, char** dashes, char** end) {
  if (remaining.empty() && dashes != end) ++dashes;
  remaining.insert(remaining.end(), dashes, end);
  return remaining;
}

// What the command line says that Options has in another form.
struct Given {
  std::string times, library;
  std::vector<std::string> set;
  Simulation simulation;
  CLI::Option *cores = nullptr, *preload = nullptr;
};

void declare(CLI::App& app, Options& options, Given& given) {
  app.add_option("--cycle-times", given.times,
                 "time per unit of work of each rank: 1,2,3,6 or 4*1,4*2.2 or a file")
      ->type_name("LIST");
  app.add_option("--backend", options.backend,
                 "throttle (no root; the default) or cgroup (CPU quotas, as a cross-check)")
      ->type_name("NAME")
      ->check(testing::one_of({"throttle", "cgroup"}));
  given.cores =
      app.add_option("--cores", options.cores, "use no more than this many cores; may be fractional")
          ->type_name("X");
  given.preload = app.add_option("--preload", given.library,
                                 "preload LIB into the ranks; without LIB: libhetscalapack.so")
                      ->expected(0, 1)
                      ->type_name("[LIB]");
  app.add_option("--control", options.control, "make the control file here, for --set")->type_name("FILE");
  app.add_option("-x", options.exports,
                 "give the ranks this environment variable; without a value: the one set here")
      ->type_name("VAR[=VALUE]")
      ->type_size(1)
      ->allow_extra_args(false);
  app.add_flag_callback(
      "--no-probe", [&options] { options.probe = false; }, "do not measure the relative speeds first");
  app.add_option("--json", options.json, "write plan, speeds and shares obtained as JSON")->type_name("FILE");
  app.add_flag("-q,--quiet", options.quiet, "print nothing but errors");
  app.add_option("--set", given.set, "change the cycle-time of RANK in the control file of a running hetrun")
      ->expected(3)
      ->type_name("FILE RANK CYCLE_TIME");
  declare_simulation(app, given.simulation);
}

void parse(CLI::App& app, int words, char** argv) {
  testing::refuse_misplaced_values(app);
  app.formatter(std::make_shared<HelpFormat>());
  try {
    app.parse(words, argv);
  } catch (const CLI::Success& success) {
    std::ostringstream text;
    app.exit(success, text, text);
    std::fputs(text.str().c_str(), stdout);
    throw;
  } catch (const CLI::ParseError& error) {
    throw UsageError(testing::in_words(error));
  }
}

// The platform as it is installed, and as the build makes it.
Simulation simulation_of(Simulation simulation, bool probe) {
  if (!probe) throw UsageError("--simulate and --no-probe exclude each other; give one of them");
  simulation.platform =
      testing::here_or_installed(simulation.platform, {HETRUN_DATA_FOLDER "/platforms", "../platforms"});
  return simulation;
}

void check_run(const Options& options, const Given& given) {
  if (given.times.empty() && !options.simulation) throw UsageError("--cycle-times or --simulate is missing");
  if (given.cores->count() > 0 && !(options.cores > 0))
    throw UsageError(fmt::format("--cores {}: a number above 0 is needed", options.cores));
}

}  // namespace

Options parse_options(int argc, char** argv) {
  Options options;
  Given given;
  char** const end = argv + argc;
  char** const dashes =
      std::find_if(argv, end, [](const char* word) { return std::string_view(word) == "--"; });

  CLI::App app{"Runs an MPI program on this machine as if its ranks were computers of unequal speed."};
  app.name("hetrun");
  app.footer(
      "One rank is started per cycle-time. The program and its arguments follow after --; what follows the "
      "program's name is the program's.");
  app.set_version_flag("--version", HETRUN_VERSION);
  app.prefix_command();
  declare(app, options, given);
  parse(app, static_cast<int>(dashes - argv), argv);

  check_unknown_option(app.remaining());
  check_preload(argv, dashes - app.remaining().size());
  if (!given.set.empty()) {
    check_set_alone(app, dashes != end);
    options.set = read_set(given.set);
    return options;
  }
  if (!given.simulation.platform.empty()) options.simulation = simulation_of(given.simulation, options.probe);
  check_exports(options.exports);
  options.program = program_of(app.remaining(), dashes, end);
  check_run(options, given);
  if (!options.simulation) options.cycle_times = read_cycle_times(given.times);
  if (options.program.empty())
    throw UsageError("no program given: its name follows --, as in hetrun --cycle-times 1,2 -- ./program");
  if (given.preload->count() > 0)
    options.preload.push_back(given.library.empty() ? library_beside("libhetscalapack.so")
                                                    : library_to_preload(given.library));
  return options;
}

}  // namespace het::run
