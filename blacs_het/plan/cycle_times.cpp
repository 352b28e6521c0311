#include "blacs_het/plan/cycle_times.hpp"

#include <istream>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <utility>

#include "src/base/error.hpp"
#include "src/base/text/parse_number.hpp"

namespace het {
namespace {

constexpr std::string_view allowed = "allowed are positive numbers, as in 1,2,3,6 or 4*1,4*2.2";

bool in_range(double t) { return t >= min_cycle_time && t <= max_cycle_time; }  // false for NaN too

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  const auto first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

// 0, which is outside every range, for what T cannot hold: 1e400 is a number, and so is 1e-400.
template <class T>
std::optional<T> number(std::string_view text) {
  return is_beyond<T>(text) ? T{} : parse_number<T>(text);
}

// The same words for lists in text and in numbers.
void require_some(bool some) { require(some, "the list of cycle-times is empty; {}", allowed); }
void require_in_range(double t, std::string_view text, std::string_view where) {
  require(in_range(t), "{}: '{}' is no cycle-time; it must be between {:g} and {:g}", where, text,
          min_cycle_time, max_cycle_time);
}
std::string entry_name(std::size_t place) { return fmt::format("cycle-time entry {}", place); }

// The cycle-time written as `text`; `where` says which entry it is.
double cycle_time_of(std::string_view text, std::string_view where) {
  require(!text.empty(), "{} is empty; {}", where, allowed);
  const auto value = number<double>(text);
  require(value.has_value(), "{}: '{}' is not a number; {}", where, text, allowed);
  require_in_range(*value, text, where);
  return *value;
}

}  // namespace

void require_cycle_times(std::span<const double> cycle_times) {
  require_some(!cycle_times.empty());
  for (std::size_t k = 0; k < cycle_times.size(); ++k)
    if (!in_range(cycle_times[k]))
      require_in_range(cycle_times[k], fmt::format("{}", cycle_times[k]), entry_name(k + 1));
}

std::vector<double> parse_cycle_times(std::string_view text) {
  require_some(!trimmed(text).empty());
  std::vector<double> cycle_times;
  for (std::size_t place = 1;; ++place) {
    const auto comma = text.find(',');
    std::string_view entry = trimmed(text.substr(0, comma));
    const std::string where = entry_name(place);
    int count = 1;
    if (const auto star = entry.find('*'); star != std::string_view::npos) {
      const std::string_view factor = trimmed(entry.substr(0, star));
      const auto value = number<int>(factor);
      require(value && *value >= 1 && *value <= max_processors,
              "{}: '{}' is no number of processors in '{}'; it must be a whole number from 1 to {}", where,
              factor, entry, max_processors);
      count = *value;
      const std::string_view of_each = trimmed(entry.substr(star + 1));
      require(!of_each.empty(), "{}: no cycle-time follows '{}'; {}", where, entry, allowed);
      entry = of_each;
    }
    const double t = cycle_time_of(entry, where);
    require(cycle_times.size() + static_cast<std::size_t>(count) <= max_processors,
            "{}: more than {} processors in all", where, max_processors);
    cycle_times.insert(cycle_times.end(), static_cast<std::size_t>(count), t);
    if (comma == std::string_view::npos) return cycle_times;
    text.remove_prefix(comma + 1);
  }
}

std::vector<double> parse_list_not_file(std::string_view text, std::string_view why_no_file,
                                        std::string_view others) {
  const bool is_path = text.find('/') != std::string_view::npos;
  const bool is_list = trimmed(text).empty() || number<double>(trimmed(text)) ||
                       text.find_first_of(",*") != std::string_view::npos;
  require(is_list && !is_path,
          "taken as the name of a file: {}; allowed are a list, as in 1,2,3,6 or 4*1,4*2.2, a file of lines "
          "'hostname cycle-time', and {}",
          why_no_file, others);
  return parse_cycle_times(text);
}

std::string cycle_time_list(std::span<const double> cycle_times) {
  std::string text;
  for (std::size_t first = 0, end = 0; first < cycle_times.size(); first = end) {
    while (end < cycle_times.size() && cycle_times[end] == cycle_times[first]) ++end;
    text += first > 0 ? "," : "";
    if (end - first > 1) text += fmt::format("{}*", end - first);
    text += fmt::format("{:.4g}", cycle_times[first]);
  }
  return text;
}

std::vector<HostCycleTime> parse_cycle_time_file(std::istream& in, std::string_view name) {
  std::vector<HostCycleTime> entries;
  std::map<std::string, std::pair<std::string, int>> written;  // of each host: the first value and its line
  std::string line;
  for (int number_of_line = 1; std::getline(in, line); ++number_of_line) {
    std::istringstream words(line.substr(0, line.find('#')));
    HostCycleTime entry;
    if (!(words >> entry.host)) continue;
    require(!entry.host.starts_with('{'),
            "{}: is JSON, not lines 'hostname cycle-time'; only hetplan reads the cycle-times of a report",
            name);
    const std::string where = fmt::format("{}, line {}", name, number_of_line);
    std::string value, rest;
    require(static_cast<bool>(words >> value), "{}: host '{}' has no cycle-time; write 'hostname cycle-time'",
            where, entry.host);
    entry.cycle_time = cycle_time_of(value, where);
    require(!(words >> rest), "{}: '{}' follows the cycle-time; write 'hostname cycle-time'", where, rest);
    const auto& [first, line_of_first] = written.try_emplace(entry.host, value, number_of_line).first->second;
    require(cycle_time_of(first, where) == entry.cycle_time,
            "{}: host '{}' has cycle-time {} here and {} in line {}; the processors of a host have one",
            where, entry.host, value, first, line_of_first);
    entries.push_back(std::move(entry));
    require(entries.size() <= max_processors, "{}: more than {} processors", where, max_processors);
  }
  require(!entries.empty(), "{}: no line 'hostname cycle-time' in it", name);
  return entries;
}

}  // namespace het
