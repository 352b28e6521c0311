#include "testing_drivers/xhet/sweep/rows.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace het::testing {
namespace {

// Keys in the order of writing. A residual that is not a number becomes null beside "passed": false.
std::string json_line(const Row& row, bool has_trans) {
  nlohmann::ordered_json line;
  line["routine"] = row.routine;
  line["type"] = std::string(1, row.type);
  line["m"] = row.size.m;
  line["n"] = row.size.n;
  line["k"] = row.size.k;
  if (has_trans) line["trans"] = row.trans;
  line["nb"] = row.nb;
  line["grid"] = row.grid.text();
  line["mode"] = row.mode;
  line["taken"] = row.taken;
  line["in_place"] = row.in_place;
  line["reason"] = row.reason;
  line["seconds"] = row.seconds;
  line["seconds_min"] = row.seconds_min;
  line["seconds_first"] = row.seconds_first;
  line["plan"] = row.plan;
  line["move_in"] = row.move_in;
  line["compute"] = row.compute;
  line["move_out"] = row.move_out;
  line["busy"] = row.busy;
  line["gflops"] = row.gflops;
  line["speedup"] = row.speedup ? nlohmann::ordered_json(*row.speedup) : nullptr;
  line["bound"] = row.bound;
  line["bytes_moved"] = row.bytes_moved;
  line["bytes_allocated"] = row.bytes_allocated;
  line["residual"] = row.residual ? nlohmann::ordered_json(*row.residual) : nullptr;
  line["passed"] = row.passed ? nlohmann::ordered_json(*row.passed) : nullptr;
  return line.dump();
}

std::string number_or_dash(fmt::format_string<double&> format, std::optional<double> value) {
  return value ? fmt::format(format, *value) : "-";
}

}  // namespace

void RowPrinter::print_header() {
  fmt::print(out_,
             "{:9} {:>6} {:>6} {:>6} {}{:>4} {:>5} {:7} {:5} {:>10} {:>10} {:>8} {:>8} {:>9} {:>8} {:>8} "
             "{:>7} {:>6} "
             "{:>9} {}\n",
             "ROUTINE", "M", "N", "K", has_trans_ ? "OP " : "", "NB", "GRID", "MODE", "TAKEN", "SECONDS",
             "MIN", "PLAN", "MOVE-IN", "COMPUTE", "MOVE-OUT", "GFLOP/S", "SPEEDUP", "BOUND", "RESIDUAL",
             "CHECK");
}

void RowPrinter::print(const Row& row) {
  if (json_) {
    fmt::print(out_, "{}\n", json_line(row, has_trans_));
  } else {
    if (!started_) print_header();
    const char* verdict = !row.passed ? "-" : *row.passed ? "PASSED" : "FAILED";
    fmt::print(out_,
               "{:9} {:>6} {:>6} {:>6} {}{:>4} {:>5} {:7} {:5} {:>10.6f} {:>10.6f} {:>8.5f} {:>8.5f} "
               "{:>9.5f} {:>8.5f} "
               "{:>8.2f} {:>7} {:>6.2f} {:>9} {}\n",
               row.routine, row.size.m, row.size.n, row.size.k, has_trans_ ? row.trans + " " : "", row.nb,
               row.grid.text(), row.mode, row.taken ? "yes" : "no", row.seconds, row.seconds_min, row.plan,
               row.move_in, row.compute, row.move_out, row.gflops, number_or_dash("{:.3f}", row.speedup),
               row.bound, number_or_dash("{:.2e}", row.residual), verdict);
  }
  started_ = true;
  std::fflush(out_);
}

}  // namespace het::testing
