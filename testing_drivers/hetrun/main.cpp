// hetrun: this machine as a cluster of unequal computers, for any MPI program.
#include <fmt/format.h>

#include <CLI/Error.hpp>
#include <cstdlib>
#include <sstream>

#include "src/base/text/message.hpp"
#include "testing_drivers/hetrun/options.hpp"
#include "testing_drivers/hetrun/plan/cores.hpp"
#include "testing_drivers/hetrun/report.hpp"
#include "testing_drivers/hetrun/run/cgroup.hpp"
#include "testing_drivers/hetrun/run/control.hpp"
#include "testing_drivers/hetrun/run/janitor.hpp"
#include "testing_drivers/hetrun/run/launch.hpp"
#include "testing_drivers/hetrun/run/program_file.hpp"
#include "testing_drivers/hetrun/simulate/simulate.hpp"
#include "testing_drivers/hetrun/usage_error.hpp"

namespace het::run {
namespace {

// The dynamic linker knows no way to write these.
void require_preloadable(const std::string& library, const std::string& cure) {
  const auto at = library.find_first_of(" :");
  if (at != std::string::npos)
    throw UsageError(fmt::format("LD_PRELOAD cannot hold {}, since it ends a name at a '{}'; {}", library,
                                 library[at], cure));
}

void require_preloadable(const Options& options) {
  for (const std::string& library : options.preload)
    require_preloadable(library, "let --preload name it by a path, or a link, without blanks and colons");
  require_preloadable(library_beside("libhetthrottle.so"),
                      "hetrun must be installed in a folder without blanks and colons in its path");
}

// The ranks' environment: the throttle before whatever the user preloads.
std::vector<std::string> exports_for(const Options& options, const Control& control) {
  const std::string own = "LD_PRELOAD=";
  std::vector<std::string> exports{fmt::format("{}={}", HETRUN_CONTROL_VARIABLE, control.path())};
  std::string preload = library_beside("libhetthrottle.so");
  for (const std::string& library : options.preload) preload += fmt::format(":{}", library);
  const char* inherited = std::getenv("LD_PRELOAD");
  for (const std::string& variable : options.exports) {
    if (variable.starts_with(own))
      preload += fmt::format(":{}", variable.substr(own.size()));
    else
      exports.push_back(variable);
  }
  if (inherited && *inherited) preload += fmt::format(":{}", inherited);
  exports.push_back(own + preload);
  return exports;
}

Launch probe_launch(const Options& options, const Control& control, std::string& output) {
  Options plain = options;
  plain.preload.clear();
  plain.exports.clear();
  return {
      mpirun_command(control.ranks(), exports_for(plain, control), {program_beside("hetrun-probe"), "1.0"}),
      [&output](const std::string& line) { output += line + '\n'; }, nullptr};
}

std::vector<double> read_probe(const std::string& output, int ranks) {
  std::vector<double> gflops(ranks, 0.0);
  std::istringstream lines(output);
  int rank = 0;
  for (double value = 0; lines >> rank >> value;)
    if (rank >= 0 && rank < ranks) gflops[rank] = value;
  for (double value : gflops)
    if (!(value > 0)) throw UsageError("the probe of the relative speeds printed no result");
  return gflops;
}

std::vector<Obtained> ledgers(const Control& control) {
  std::vector<Obtained> all;
  for (int rank = 0; rank < control.ranks(); ++rank) all.push_back(control.obtained(rank));
  return all;
}

// Says so, once, when the ranks did not get what was asked for.
class Warning {
 public:
  explicit Warning(bool quiet) : done_(quiet) {}
  void look(const Plan& plan, const std::vector<double>& gflops, const std::vector<Obtained>& obtained) {
    const std::string why = done_ ? "" : shortfall(plan, gflops, obtained);
    if (why.empty()) return;
    tell(stderr, "hetrun", fmt::format("warning: {}: this is not the cluster that was asked for", why));
    done_ = true;
  }

 private:
  bool done_;
};

int run_program(const Options& options) {
  require_startable(options.program.front());
  require_preloadable(options);
  const std::vector<int> available = allowed_cores();
  const std::vector<double> capacities = core_capacities(options.cores, static_cast<int>(available.size()));
  Report report{.backend = options.backend,
                .plan = plan_ranks(options.cycle_times, capacities),
                .cpus = {available.begin(), available.begin() + static_cast<long>(capacities.size())},
                .gflops = {},
                .obtained = {}};
  const bool throttle = options.backend == "throttle";
  Traces traces{"", options.control, throttle ? "" : find_cgroup_place()};
  Control control(options.control, report.plan, report.cpus, throttle, traces.cgroup);
  traces.folder = make_folder();
  Janitor janitor(traces);
  // What cannot be written is told before anything runs.
  if (!options.json.empty()) write_json(report, options.json);
  if (!throttle) make_cgroups(traces.cgroup, report.plan);
  prepare_environment(traces.folder);

  if (!options.quiet) print_plan(report);
  Warning warning(options.quiet);
  if (options.probe) {
    std::string output;
    const Outcome probe = start_and_wait(probe_launch(options, control, output), janitor);
    if (probe.status != 0) return probe.status;
    report.gflops = read_probe(output, control.ranks());
    if (!options.quiet) print_speeds(report);
    warning.look(report.plan, report.gflops, throttle ? ledgers(control) : std::vector<Obtained>{});
  }
  if (!options.json.empty()) write_json(report, options.json);

  control.forget();
  const auto command = mpirun_command(control.ranks(), exports_for(options, control), options.program);
  const Outcome outcome = start_and_wait({command, nullptr, nullptr}, janitor);
  if (!throttle || !control.obtained(0).started) return outcome.status;
  report.obtained = ledgers(control);
  if (!options.quiet) print_obtained(report);
  // With --control the duties of the plan may no longer hold.
  if (options.control.empty()) warning.look(report.plan, {}, report.obtained);
  if (!options.json.empty()) write_json(report, options.json);
  return outcome.status;
}

}  // namespace
}  // namespace het::run

int main(int argc, char** argv) {
  using namespace het::run;
  try {
    const Options options = parse_options(argc, argv);
    if (options.set) {
      Control(options.set->file).set_cycle_time(options.set->rank, options.set->cycle_time);
      return 0;
    }
    hold_signals();
    return options.simulation ? simulate(options) : run_program(options);
  } catch (const CLI::Success&) {
    const std::string lost = het::why_lost(stdout);
    if (!lost.empty()) het::tell(stderr, "hetrun", lost);
    return lost.empty() ? 0 : 1;
  } catch (const CannotStart& error) {
    het::tell(stderr, "hetrun", error.what());
    return error.status;
  } catch (const std::exception& error) {
    het::tell(stderr, "hetrun", error.what());
    return 2;
  }
}
