#pragma once
// The processors of a plan, in each of the forms in which they are given.
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/base/index.hpp"

namespace het {

// The call that a line of a report (HETSCALAPACK_REPORT) tells of; what the line does not say is empty or 0.
struct ReportedCall {
  std::string routine;  // pdgetrf
  Extent m = 0, n = 0, k = 0;
  int p = 0, q = 0;  // the grid that it ran on
  bool operator==(const ReportedCall&) const = default;
};

struct Processors {
  std::vector<double> cycle_times;
  std::vector<std::string> names;    // one each, printable, or none at all
  std::optional<ReportedCall> call;  // where a report was given
  // What is to be said of its lines that are left out because they are cut off.
  std::vector<std::string> left_out = {};
  bool operator==(const Processors&) const = default;
};

// Reads a list (1,2,3,6 or 4*1,4*2.2), a report's line itself ({"cycle_times": ...}), or the file that the
// text names: lines "hostname cycle-time", or a report, of which the last call with a grid counts (the last
// call with cycle-times where none has one). Throws Error starting with `option`, naming the wrong value and
// why. O(length of the text + processors).
Processors read_processors(std::string_view option, const std::string& text);

// Reads a report: one JSON object per line; those that are cut off are left out. `name` is for messages. Throws Error as above.
Processors parse_report(std::string_view text, std::string_view name);

}  // namespace het
