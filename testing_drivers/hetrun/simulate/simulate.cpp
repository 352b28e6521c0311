#include "testing_drivers/hetrun/simulate/simulate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "testing_drivers/hetrun/run/janitor.hpp"
#include "testing_drivers/hetrun/run/launch.hpp"
#include "testing_drivers/hetrun/simulate/driver_file.hpp"
#include "testing_drivers/hetrun/simulate/platform_hosts.hpp"
#include "testing_drivers/hetrun/simulate/verdict.hpp"
#include "testing_drivers/hetrun/usage_error.hpp"

namespace het::run {
namespace {

// Settings for which times are exact and mean something: nothing is measured on this machine; links have the bandwidth
// and latency of the platform file; each message costs its sender and receiver a microsecond; collectives are the usual
// trees, without the selectors that know of nodes and send P^2 messages to set up each communicator.
constexpr const char* settings[] = {"smpi/simulate-computation:no",
                                    "smpi/display-timing:yes",
                                    "smpi/host-speed:1e9",
                                    "smpi/bw-factor:0:1",
                                    "smpi/lat-factor:0:1",
                                    "network/crosstraffic:0",
                                    "smpi/wtime:0",
                                    "smpi/iprobe:1e-7",
                                    "smpi/grow-injected-times:no",
                                    "smpi/coll-selector:ompi",
                                    "smpi/allreduce:rdb",
                                    "smpi/bcast:binomial_tree",
                                    "smpi/reduce:binomial",
                                    "smpi/barrier:ompi_recursivedoubling",
                                    "smpi/os:0:1e-6:0",
                                    "smpi/ois:0:1e-6:0",
                                    "smpi/or:0:1e-6:0"};

void write_lines(const std::string& file, const std::vector<std::string>& lines) {
  std::ofstream out(file);
  for (const std::string& line : lines) out << line << '\n';
  if (!out.flush()) throw UsageError(fmt::format("{}: cannot be written", file));
}

std::vector<std::string> smpirun_command(const Options& options, const std::string& driver, int ranks,
                                         const std::string& folder) {
  const Simulation& simulation = *options.simulation;
  std::vector<std::string> words{"smpirun",   "-quiet",
                                 "-np",       std::to_string(ranks),
                                 "-platform", std::filesystem::absolute(simulation.platform).string(),
                                 "-hostfile", folder + "/hosts"};
  for (const char* setting : settings) words.push_back(fmt::format("--cfg={}", setting));
  words.push_back(fmt::format("--cfg=smpi/test:{}", simulation.look > 0 ? 0 : simulation.poll));
  for (const std::string& setting : simulation.settings) words.push_back(fmt::format("--cfg={}", setting));
  for (const char* log : {"root.thres:warning", "smpi.thres:info"})
    words.push_back(fmt::format("--log={}", log));
  words.push_back(fmt::format("--log=root.fmt:{}", SimulationLog::format()));
  words.push_back(driver);
  // SimGrid answers --help itself.
  for (size_t i = 1; i < options.program.size(); ++i)
    words.push_back(options.program[i] == "--help" ? "-h" : options.program[i]);
  return words;
}

// smpirun splits words at blanks.
void refuse_blanks(const std::vector<std::string>& words) {
  for (const std::string& word : words)
    if (word.empty() || word.find_first_of(" \t\n*?[") != std::string::npos)
      throw UsageError(
          fmt::format("'{}': smpirun hands on no empty words and none with blanks, *, ? or [", word));
}

// SimGrid keeps a copy of the program for each rank while it runs.
std::string folder_for(const std::string& driver, size_t ranks) {
  return make_folder(std::filesystem::file_size(driver) * ranks);
}

void set_environment(const Options& options, const std::string& folder) {
  prepare_environment(folder);
  setenv("TMPDIR", folder.c_str(), 1);
  setenv("HETSCALAPACK_SIM_LOOK", fmt::format("{}", options.simulation->look).c_str(), 1);
  if (options.simulation->dry) setenv("HETSCALAPACK_SIM_DRY", "1", 1);
  for (const std::string& variable : options.exports) {
    const size_t equals = variable.find('=');
    if (equals != std::string::npos)
      setenv(variable.substr(0, equals).c_str(), variable.substr(equals + 1).c_str(), 1);
  }
}

// What smpirun adds to the program's standard output is not handed on.
void hand_on(const std::string& line) {
  if (line.starts_with("Execution failed with code ")) return;
  fmt::print("{}\n", line);
  std::fflush(stdout);
}

int verdict(const std::string& program, const Outcome& outcome, const SimulationLog& log) {
  if (outcome.interrupted) return outcome.status;
  // Ranks that end early with a code have said why, and leave others waiting.
  const bool said = outcome.status > 0 && outcome.status < 128;
  const std::string failure = log.failure();
  if (said || failure.empty()) return outcome.status;
  fmt::print(stderr, "hetrun: {}: {}\n", program, failure);
  if (log.rejected()) return 2;
  return outcome.status != 0 ? outcome.status : 1;
}

}  // namespace

int simulate(const Options& options) {
  require_smpirun();
  refuse_blanks(options.program);
  refuse_blanks(options.simulation->settings);
  const auto hosts = hosts_of_platform(options.simulation->platform);
  const std::vector<std::string> ranks =
      placement(hosts, options.simulation->ranks_per_host, options.simulation->ranks);
  const std::string driver = simulated_driver(options.program.front());
  Traces traces{folder_for(driver, ranks.size()), "", ""};
  Janitor janitor(traces);
  write_lines(traces.folder + "/hosts", ranks);
  set_environment(options, traces.folder);
  const auto words = smpirun_command(options, driver, static_cast<int>(ranks.size()), traces.folder);
  SimulationLog log;
  const auto hand_on_error = [&log](const std::string& line) {
    if (!log.take(line)) fmt::print(stderr, "{}\n", line);
  };
  const Outcome outcome = start_and_wait({words, hand_on, hand_on_error}, janitor);
  return verdict(options.program.front(), outcome, log);
}

}  // namespace het::run
