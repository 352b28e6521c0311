#include "testing_drivers/hetrun/plan/cycle_times.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "hetscalapack/hetblacs.h"
#include "src/base/text/text_file.hpp"
#include "testing_drivers/hetrun/usage_error.hpp"

namespace het::run {
namespace {

constexpr int most_ranks = 4096;

// The last word of each line; # starts a comment.
std::vector<double> times_of_file(std::istream& file, const std::string& name) {
  std::vector<double> times;
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    std::istringstream words(line.substr(0, line.find('#')));
    std::string word, last;
    while (words >> word) {
      if (times.empty() && last.empty() && word.starts_with('{'))
        throw UsageError(fmt::format(
            "--cycle-times {}: is JSON; only hetplan reads reports, here a file has lines 'name cycle-time'",
            name));
      last = word;
    }
    if (last.empty()) continue;
    times.push_back(one_cycle_time(fmt::format("--cycle-times {}, line {}", name, number), last));
  }
  if (times.empty()) throw UsageError(fmt::format("--cycle-times {}: is empty", name));
  return times;
}

std::vector<double> times_of_list(const std::string& text) {
  std::vector<double> times(most_ranks);
  char error[256] = "";
  const int count = hetblacs_parse_cycle_times(text.c_str(), times.data(), most_ranks, error, sizeof error);
  if (count < 0) throw UsageError(fmt::format("--cycle-times {}: {}", text, error));
  if (count <= most_ranks) return {times.begin(), times.begin() + count};
  throw UsageError(fmt::format("--cycle-times {}: {} ranks, more than {}", text, count, most_ranks));
}

// Several entries, or a number; what has a slash is a path.
bool is_meant_as_list(const std::string& text) {
  char* end = nullptr;
  std::strtod(text.c_str(), &end);
  const bool is_list = *end == '\0' || text.find_first_of(",*") != std::string::npos;
  return is_list && text.find('/') == std::string::npos;
}

}  // namespace

double one_cycle_time(const std::string& what, const std::string& word) {
  double value = 0;
  // A single one of the lists of hetblacs.
  if (word.find_first_of(",*") == std::string::npos &&
      hetblacs_parse_cycle_times(word.c_str(), &value, 1, nullptr, 0) == 1)
    return value;
  throw UsageError(fmt::format("{}: '{}' is no cycle-time; it must be between 1e-15 and 1e+15", what, word));
}

std::vector<double> read_cycle_times(const std::string& text) {
  const TextFile file = text_of(text);
  const bool is_file = file.why.empty();
  std::error_code ignored;
  if (!is_file && std::filesystem::exists(text, ignored))
    throw UsageError(fmt::format("--cycle-times {}: {}", text, file.why));
  if (!is_file && !is_meant_as_list(text))
    throw UsageError(
        fmt::format("--cycle-times {}: taken as the name of a file, which {}; allowed are a "
                    "list, as in 1,2,3,6 or 4*1,4*2.2, and a file of lines 'name cycle-time'",
                    text, file.why));
  if (!is_file) return times_of_list(text);
  std::istringstream lines(file.text);
  std::vector<double> times = times_of_file(lines, text);
  if (times.size() <= static_cast<size_t>(most_ranks)) return times;
  throw UsageError(fmt::format("--cycle-times {}: {} ranks, more than {}", text, times.size(), most_ranks));
}

}  // namespace het::run
