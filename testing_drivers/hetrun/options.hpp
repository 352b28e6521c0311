#pragma once
#include <optional>
#include <string>
#include <vector>

namespace het::run {

struct SetRequest {
  std::string file;
  int rank = 0;
  double cycle_time = 0;
};

// A run in virtual time.
struct Simulation {
  std::string platform;               // file
  int ranks = 0;                      // 0: as many as the hosts take
  std::string ranks_per_host;         // see placement()
  bool dry = false;                   // charge matrix products without doing them
  double poll = 1e-7;                 // seconds of one MPI_Test
  double look = 0;                    // seconds of one look at all messages; above 0, tests cost nothing else
  std::vector<std::string> settings;  // more of SimGrid's, KEY:VALUE
};

struct Options {
  std::vector<double> cycle_times;
  std::string backend = "throttle";
  double cores = 0;  // 0: all that this process may use
  std::vector<std::string> preload;
  std::string control;  // empty: anonymous
  std::vector<std::string> exports;
  std::string json;
  bool probe = true;
  bool quiet = false;
  std::vector<std::string> program;
  std::optional<Simulation> simulation;  // instead of the emulation
  std::optional<SetRequest> set;         // change a running program's control file, nothing else
};

// Throws UsageError for what is wrong, CLI::Success for --help and --version after printing.
Options parse_options(int argc, char** argv);

// Files of the project beside this program: bin/name, lib/name. Throws UsageError when missing.
std::string program_beside(const std::string& name);
std::string library_beside(const std::string& name);

}  // namespace het::run
