#pragma once
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "blacs_het/plan/choice/factor_layout.hpp"
#include "blacs_het/plan/cycle_times.hpp"
#include "blacs_het/plan/methods/method.hpp"
#include "src/base/index.hpp"
#include "src/base/text/text_file.hpp"
#include "src/bindings/mpi.hpp"

namespace het {

enum class Mode { automatic, always, never };

// What the user set, the same on every process of a context: one process reads the environment, all parse its
// text.
struct Config {
  Mode mode = Mode::automatic;
  std::vector<double> cycle_times;              // by rank of MPI_COMM_WORLD; empty unless a list was given
  std::vector<HostCycleTime> host_cycle_times;  // empty unless a file was given
  std::string cycle_times_text;                 // as the user wrote them
  std::optional<std::pair<int, int>> grid;      // internal grid p x q; none: the planner chooses
  Method method = Method::best;                 // that plans the grids
  std::optional<BlockOrder> order;              // of blocks of factorizations; none: the model chooses
  bool in_place = false;  // never moved: computed on the caller's own layout or forwarded
  // Families ("gemm": all precisions) or routines ("pdgemm"):
  std::set<std::string> refused_routines;                 // always forwarded
  std::optional<std::set<std::string>> allowed_routines;  // none: all that are not refused
  int verbose = 0;
  std::string report;             // file name, empty: none
  std::string trace;              // likewise
  double progress = 0;            // seconds before the first line; 0: none
  Extent memory_limit = 0;        // bytes per process; 0: half of what is free
  std::string memory_limit_text;  // as the user wrote it

  bool measured() const { return cycle_times.empty() && host_cycle_times.empty(); }
  bool takes(const std::string& routine) const;
};

// How long this process waits for others that may lack the library: HETSCALAPACK_HANDSHAKE_SECONDS, 30 by default and where
// that is no number above 0 and below 1e9, of which parse_config warns. Local.
double handshake_seconds();

// What the environment of a process says of the library.
struct Environment {
  std::map<std::string, std::string> settings = {};  // by name without HETSCALAPACK_; no value is empty
  // What the name that CYCLE_TIMES may be leads to; none where it says to measure, or nothing.
  std::optional<TextFile> cycle_time_file = {};
  std::vector<std::string> unknown = {};     // names, likewise, of what looks like a setting and is none
  std::vector<std::string> misspelled = {};  // whole names of what seems a setting but for the prefix
  friend bool operator==(const Environment&, const Environment&) = default;
};
// Of this process. Local.
Environment read_environment();

struct ParsedConfig {
  Config config;       // with what is right, so that reports are written whatever else is wrong
  std::string faults;  // empty, or each wrong variable with its value and what is allowed
  // Of each variable that looks like a setting and is none; calls are taken all the same.
  std::vector<std::string> warnings;
};
ParsedConfig parse_config(const Environment& environment);

// What this process's environment sets now: read, and parsed anew only where it is not what it was the last time.
struct Settings {
  Environment environment;
  ParsedConfig parsed;
};
std::shared_ptr<const Settings> current_settings();

// What one process tells the others of a context: how it is set, and what is wrong with that in itself or here (empty where
// nothing is), as hosts differ.
struct ToldSettings {
  Environment environment = {};
  std::string faults = {};
};
// What rank `root` tells, which alone has to give it, on every rank. Bytes that are no text are replaced. Collective.
ToldSettings broadcast_settings(const Communicator& comm, const ToldSettings& told, int root = 0);

}  // namespace het
