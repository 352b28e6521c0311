#pragma once
// One row for each case and way to compute it: what was predicted beside what was measured.
#include <cstdio>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

namespace het::testing {

// Seconds of a call; ScaLAPACK's own have no parts.
struct CallSeconds {
  double total = 0, move_in = 0, compute = 0, move_out = 0;
};
struct PartOfCall {
  const char* name;
  double CallSeconds::*seconds;
};
inline constexpr PartOfCall parts_of_call[] = {{"total", &CallSeconds::total},
                                               {"move_in", &CallSeconds::move_in},
                                               {"compute", &CallSeconds::compute},
                                               {"move_out", &CallSeconds::move_out}};

struct ModelRow {
  std::string label;    // of the run; "": none
  std::string routine;  // "pdgemm"
  int n = 0, nb = 0;
  std::string grid;  // that holds the caller's matrix: "3x3"
  std::string way;   // as asked for: "auto", "caller", "2x4", "plain"
  std::string used;  // the grid that computed, "in place", or "ScaLAPACK"
  std::optional<CallSeconds> predicted;
  CallSeconds measured;  // of the repetition with the median total

  bool by_scalapack() const { return used == "ScaLAPACK"; }
  // Predicted total / measured total: below 1 the model is too quick.
  std::optional<double> ratio() const;
};

void print_model_header(std::FILE* out);
void print_model_row(const ModelRow& row, std::FILE* out);
std::string json_of(const ModelRow& row);
// The rows among the lines of a file that json_of wrote. Throws InputError, which names `file`.
std::vector<ModelRow> rows_of(std::istream& lines, const std::string& file);

}  // namespace het::testing
