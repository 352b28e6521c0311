#pragma once
// One row per case and mode: what a driver measured, as a table or as JSON lines.
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>

#include "testing_drivers/xhet/sweep/options.hpp"

namespace het::testing {

struct Row {
  std::string routine, mode, trans, reason;
  char type = 'd';
  ProblemSize size;
  int nb = 0;
  GridShape grid;
  bool taken = false, in_place = false;
  double seconds = 0, seconds_min = 0, seconds_first = 0;             // median and least of the repetitions
  double plan = 0, move_in = 0, compute = 0, move_out = 0, busy = 0;  // medians of the slowest process's
  double gflops = 0;
  std::optional<double> speedup;   // median of plain / median of this
  double bound = 0;                // best possible speedup of the plan, 0 unknown
  std::optional<double> residual;  // empty: not checked
  std::optional<bool> passed;
  std::int64_t bytes_moved = 0, bytes_allocated = 0;  // of all processes; most on any process
};

class RowPrinter {
 public:
  RowPrinter(bool json, bool has_trans, std::FILE* out) : json_(json), has_trans_(has_trans), out_(out) {}
  // The header comes before the first row of a table.
  void print(const Row& row);

 private:
  void print_header();

  bool json_, has_trans_;
  std::FILE* out_;
  bool started_ = false;
};

}  // namespace het::testing
