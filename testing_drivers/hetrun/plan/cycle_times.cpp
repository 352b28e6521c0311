#include "testing_drivers/hetrun/plan/cycle_times.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "hetscalapack/hetblacs.h"
#include "testing_drivers/hetrun/usage_error.hpp"

namespace het::run {
namespace {

constexpr int most_ranks = 4096;

// The last word of each line as one list; # starts a comment.
std::string list_of_file(std::istream& file) {
  std::string list, line;
  while (std::getline(file, line)) {
    std::istringstream words(line.substr(0, line.find('#')));
    std::string word, last;
    while (words >> word) last = word;
    if (!last.empty()) list += fmt::format("{}{}", list.empty() ? "" : ",", last);
  }
  return list;
}

// Several entries, or a number; what has a slash is a path.
bool is_meant_as_list(const std::string& text) {
  char* end = nullptr;
  std::strtod(text.c_str(), &end);
  const bool is_list = *end == '\0' || text.find_first_of(",*") != std::string::npos;
  return is_list && text.find('/') == std::string::npos;
}

}  // namespace

std::vector<double> read_cycle_times(const std::string& text) {
  std::error_code ignored;
  if (std::filesystem::is_directory(text, ignored))
    throw UsageError(fmt::format("--cycle-times {}: is a directory", text));
  errno = 0;
  std::ifstream file(text);
  const bool is_file = file.good();
  if (!is_file && !is_meant_as_list(text))
    throw UsageError(
        fmt::format("--cycle-times {}: taken as the name of a file, which cannot be read: {}; allowed are a "
                    "list, as in 1,2,3,6 or 4*1,4*2.2, and a file of lines 'name cycle-time'",
                    text, std::strerror(errno)));
  const std::string list = is_file ? list_of_file(file) : text;
  if (is_file && list.empty()) throw UsageError(fmt::format("--cycle-times {}: is empty", text));
  std::vector<double> times(most_ranks);
  char error[256] = "";
  const int count = hetblacs_parse_cycle_times(list.c_str(), times.data(), most_ranks, error, sizeof error);
  if (count < 0) throw UsageError(fmt::format("--cycle-times {}: {}", text, error));
  if (count > most_ranks)
    throw UsageError(fmt::format("--cycle-times {}: {} ranks, more than {}", text, count, most_ranks));
  times.resize(count);
  return times;
}

}  // namespace het::run
