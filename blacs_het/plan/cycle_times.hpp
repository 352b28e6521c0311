#pragma once
// Cycle-times as people write them: lists, and files with host names.
#include <cstddef>
#include <iosfwd>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace het {

// Relative time of one block update; speed = 1/t. Values outside this range are typing errors, not
// processors.
inline constexpr double min_cycle_time = 1e-15;
inline constexpr double max_cycle_time = 1e15;
// More entries than this are a typing error too ("1000000000*1").
inline constexpr int max_processors = 1 << 20;
// Bytes of a file of cycle-times, far above max_processors lines.
inline constexpr std::size_t largest_cycle_time_file = std::size_t{1} << 26;

// Throws Error naming the first value (by its place, counted from 1) that is not a number in the range above.
void require_cycle_times(std::span<const double> cycle_times);

// Reads "1,2,3,6" or "4*1,4*2.2" (count*value); blanks around an entry are allowed.
// Throws Error naming the wrong entry, why, and what is allowed. Never returns an empty list. O(length of
// text + entries).
std::vector<double> parse_cycle_times(std::string_view text);

// The list that `text` is, where there is no file of that name, for `why_no_file`. Throws Error as parse_cycle_times where
// it was meant as a list: it has several entries, or is a number; what has a slash is a path. Else the Error says that it
// was taken as the name of a file, why that is none, and what is allowed: lists, files and `others`.
std::vector<double> parse_list_not_file(std::string_view text, std::string_view why_no_file,
                                        std::string_view others);

// "1,2,3,6" or "4*1,4*2.2", as parse_cycle_times reads it, with four digits of each value.
std::string cycle_time_list(std::span<const double> cycle_times);

struct HostCycleTime {
  std::string host;
  double cycle_time = 0;
  bool operator==(const HostCycleTime&) const = default;
};

// Reads lines "hostname cycle-time"; '#' starts a comment, empty lines are skipped. `name` is for messages.
// A host may be listed once for each of its processors, always with the same cycle-time: the planner takes a processor
// for each line, the library the same line for all processes on that host.
// Throws Error naming file, line and value. Never returns an empty list. O(length log hosts).
std::vector<HostCycleTime> parse_cycle_time_file(std::istream& in, std::string_view name);

}  // namespace het
