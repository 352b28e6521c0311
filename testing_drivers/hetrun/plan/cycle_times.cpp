#include "testing_drivers/hetrun/plan/cycle_times.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <sstream>

#include "testing_drivers/hetrun/usage_error.hpp"

namespace het::run {
namespace {

bool parse(std::string_view word, double& value) {
  const auto [end, code] = std::from_chars(word.data(), word.data() + word.size(), value);
  return code == std::errc() && end == word.data() + word.size();
}

// Lines of a file, the cycle-time as the last word of each, as one list.
std::string list_of_file(const std::string& name) {
  std::ifstream file(name);
  std::string list, line;
  while (std::getline(file, line)) {
    std::istringstream words(line.substr(0, line.find('#')));
    std::string word, last;
    while (words >> word) last = word;
    if (!last.empty()) list += (list.empty() ? "" : ",") + last;
  }
  return list;
}

// Stands in for hetblacs_parse_cycle_times of the public header.
int hetblacs_parse_cycle_times(const char* text, double* times, int capacity, char* error, int error_size) {
  int count = 0;
  std::istringstream items{text};
  std::string item;
  while (std::getline(items, item, ',')) {
    const size_t star = item.find('*');
    double repeat = 1, value = 0;
    const bool good = (star == std::string::npos || parse(std::string_view(item).substr(0, star), repeat)) &&
                      parse(std::string_view(item).substr(star == std::string::npos ? 0 : star + 1), value);
    if (!good || !(value > 0) || !std::isfinite(value) || repeat < 1 || repeat != std::floor(repeat) ||
        count + repeat > capacity) {
      std::snprintf(error, static_cast<size_t>(error_size), "'%s' is not a positive number", item.c_str());
      return -1;
    }
    for (int i = 0; i < static_cast<int>(repeat); ++i) times[count++] = value;
  }
  if (count == 0) std::snprintf(error, static_cast<size_t>(error_size), "the list is empty");
  return count == 0 ? -1 : count;
}

}  // namespace

std::vector<double> read_cycle_times(const std::string& text) {
  constexpr int most_ranks = 4096;
  const std::string list = std::ifstream(text).good() ? list_of_file(text) : text;
  std::vector<double> times(most_ranks);
  char error[256] = "";
  const int count = hetblacs_parse_cycle_times(list.c_str(), times.data(), most_ranks, error, sizeof error);
  if (count < 0) throw UsageError(fmt::format("--cycle-times {}: {}", text, error));
  times.resize(count);
  return times;
}

}  // namespace het::run
