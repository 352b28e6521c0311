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
  std::optional<SetRequest> set;  // change a running program's control file, nothing else
};

// Throws UsageError for what is wrong, CLI::Success for --help and --version after printing.
Options parse_options(int argc, char** argv);

// Files of the project beside this program: bin/name, lib/name. Throws UsageError when missing.
std::string program_beside(const std::string& name);
std::string library_beside(const std::string& name);

}  // namespace het::run
