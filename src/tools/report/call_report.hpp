#pragma once
// The calls that a report of the library (HETSCALAPACK_REPORT) tells of.
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/base/index.hpp"

namespace het {

// Seconds of a call, phase after phase.
struct PhaseSeconds {
  double plan = 0, move_in = 0, compute = 0, move_out = 0, total = 0;
};

// Seconds of each process, by rank: what it did while the call computed. All lists are as long as there are processes,
// or empty where the report has none.
struct ProcessSeconds {
  std::vector<double> busy;       // local computing altogether
  std::vector<double> update;     // local computing outside panels
  std::vector<double> panel;      // factoring panels, waiting included
  std::vector<double> exchange;   // along process columns, waiting included
  std::vector<double> broadcast;  // waiting for panels
};

enum class CallWay {
  in_place,
  moved,
  taken,
  forwarded
};  // taken: a redistribution, which is neither of the first two
std::string_view way_name(CallWay way);

// One line of a report.
struct CallReport {
  std::string routine;
  Extent m = 0, n = 0, k = 0;
  CallWay way = CallWay::forwarded;
  std::string reason;
  PhaseSeconds measured;                  // of one process of the layout
  std::optional<PhaseSeconds> predicted;  // of a call that was taken
  double scalapack = 0;             // predicted seconds of ScaLAPACK itself, 0 where nothing was predicted
  int p = 0, q = 0;                 // grid that computed, 0 x 0 where none is said
  std::vector<int> order;           // ranks by rows of the grid
  std::vector<int> places;          // the inverse: of each rank its index in order, or -1; as empty as order
  std::vector<double> cycle_times;  // by rank
  ProcessSeconds seconds;
  // Seconds that the processes shared: computing of that process, or what the longest of the others accounts for.
  double computing = 0;

  bool taken() const { return way != CallWay::forwarded; }
  std::size_t processes() const { return seconds.busy.size(); }
  // Share of that time in which a process computed, 0 to 1, and the mean over all processes.
  double busy_share(std::size_t rank) const;
  double mean_busy_share() const;
  // Predicted over measured seconds of the way that was taken; none where nothing was predicted, or nothing measured.
  std::optional<double> predicted_over_measured() const;
  // "6000 x 6000", with the inner dimension for a product.
  std::string size_text() const;
};

// Calls, and what is to be said of lines that are left out (each_json_line).
struct ReportedCalls {
  std::vector<CallReport> calls;
  std::vector<std::string> left_out;
};

// Reads a report's text; `name` is for messages. Throws Error naming the line and why, or where no call is left. O(length of
// the text).
ReportedCalls parse_calls(std::string_view text, std::string_view name);
// The file that the path names.
ReportedCalls read_calls(const std::string& path);

}  // namespace het
