#pragma once
// One row per case and mode: what a driver measured, as a table or as JSON lines.
#include <hetscalapack/hetscalapack.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <map>
#include <optional>
#include <string>

#include "testing_drivers/xhet/sweep/options.hpp"

namespace het::testing {

// The parts of a call's time, as the library tells them.
struct Phase {
  const char* key;     // JSON
  const char* header;  // of the table's column; empty: only in JSON
  double hetscalapack_call::*seconds;
  bool of_factors;  // only factorizations have it
};
inline constexpr std::array phases{
    Phase{"plan", "PLAN", &hetscalapack_call::plan, false},
    Phase{"move_in", "MOVE-IN", &hetscalapack_call::move_in, false},
    Phase{"compute", "COMPUTE", &hetscalapack_call::compute, false},
    Phase{"move_out", "MOVE-OUT", &hetscalapack_call::move_out, false},
    Phase{"busy", "", &hetscalapack_call::busy, false},
    Phase{"panel", "PANEL", &hetscalapack_call::panel, true},
    Phase{"broadcast", "BCAST", &hetscalapack_call::broadcast, true},
    Phase{"exchange", "EXCHANGE", &hetscalapack_call::exchange, true},
    Phase{"update", "UPDATE", &hetscalapack_call::update, true},
};
using PhaseSeconds = std::array<double, phases.size()>;

struct Row {
  std::string routine, mode, reason;
  std::map<std::string, std::string> words;
  char type = 'd';
  ProblemSize size;
  int nb = 0;
  GridShape grid;
  bool taken = false, in_place = false;
  double seconds = 0, seconds_min = 0, seconds_first = 0;  // median and least of the repetitions
  PhaseSeconds split{};  // of the repetition that is the median, of the busiest process
  double gflops = 0;
  std::optional<double> speedup;                   // median of plain / median of this
  std::optional<double> bound;                     // best possible speedup of the plan; empty: there is none
  std::optional<double> residual, solve_residual;  // empty: not checked; there is no solve
  int info = 0;
  std::optional<bool> passed;
  std::int64_t bytes_moved = 0, bytes_allocated = 0;  // of all processes; most on any process
};

class RowPrinter {
 public:
  RowPrinter(const DriverSpec& spec, bool json, std::FILE* out) : spec_(spec), json_(json), out_(out) {}
  // The header comes before the first row of a table.
  void print(const Row& row);

 private:
  const DriverSpec& spec_;
  bool json_;
  std::FILE* out_;
  bool started_ = false;
};

}  // namespace het::testing
