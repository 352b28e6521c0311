#include "testing_drivers/xhet/sweep/parse.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <limits>
#include <optional>
#include <utility>

#include "src/base/text/parse_number.hpp"
#include "src/base/text/text_file.hpp"
#include "testing_drivers/xhet/sweep/command_line.hpp"

namespace het::testing {
namespace {

template <class... Args>
void demand(bool condition, fmt::format_string<Args...> text, Args&&... args) {
  if (!condition) throw InputError{fmt::format(text, std::forward<Args>(args)...)};
}

std::string upper(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return text;
}

}  // namespace

std::string text_or_error(const std::string& path) {
  TextFile file = text_of(path);
  demand(file.why.empty(), "{}: {}", path, file.why);
  demand(!file.text.empty(), "{}: is empty", path);
  return std::move(file.text);
}

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == separator)
      parts.emplace_back();
    else
      parts.back() += c;
  }
  return parts;
}

int parse_integer(const std::string& what, const std::string& text, int least) {
  const std::optional<int> value = parse_number<int>(text);
  demand(!is_beyond<int>(text) || text[0] == '-', "{}: {} is too large, at most {} is allowed", what, text,
         std::numeric_limits<int>::max());
  demand(value.has_value(), "{}: '{}' is not a whole number", what, text);
  demand(*value >= least, "{}: {} is too small, at least {} is needed", what, *value, least);
  return *value;
}

std::vector<int> parse_integers(const std::string& what, const std::string& text, int least) {
  constexpr long most = 10'000;  // each of them is a case to run
  std::vector<int> values;
  for (const std::string& item : split(text, ',')) {
    const auto range = split(item, ':');
    demand(range.size() <= 3, "{}: '{}' is not of the form first:last:step", what, item);
    const int first = parse_integer(what, range[0], least);
    const int last = range.size() > 1 ? parse_integer(what, range[1], least) : first;
    const int step = range.size() > 2 ? parse_integer(what, range[2], 1) : 1;
    demand(first <= last, "{}: '{}' is empty, the last value lies below the first", what, item);
    const long count = (static_cast<long>(last) - first) / step + 1 + static_cast<long>(values.size());
    demand(count <= most, "{}: '{}' makes it {} values, at most {} are allowed", what, item, count, most);
    for (long value = first; value <= last; value += step) values.push_back(static_cast<int>(value));
  }
  return values;
}

std::vector<GridShape> parse_grids(const std::string& what, const std::string& text) {
  std::vector<GridShape> grids;
  for (const std::string& item : split(text, ',')) {
    const auto sides = split(item, 'x');
    demand(sides.size() == 2 && !sides[0].empty() && !sides[1].empty(), "{}: '{}' is not of the form PxQ",
           what, item);
    grids.push_back({parse_integer(what, sides[0], 1), parse_integer(what, sides[1], 1)});
  }
  return grids;
}

void check_grids(const std::vector<GridShape>& grids, int processes) {
  for (const GridShape& grid : grids)
    if (grid.nprow > processes || grid.npcol > processes || grid.size() > processes)
      throw InputError{fmt::format("--grid: {} needs {} processes, {} are running", grid.text(),
                                   static_cast<long>(grid.nprow) * grid.npcol, processes)};
}

std::vector<ProblemSize> sizes_of(const std::vector<int>& m, const std::vector<int>& n,
                                  const std::vector<int>& k) {
  std::vector<ProblemSize> sizes;
  for (std::size_t at = 0; at < n.size(); ++at) {
    const int rows = m.empty() ? n[at] : m[at];
    sizes.push_back({rows, n[at], k.empty() ? std::min(rows, n[at]) : k[at]});
  }
  return sizes;
}

std::vector<std::string> parse_words(const std::string& what, const std::string& text,
                                     const std::vector<std::string>& allowed) {
  std::vector<std::string> words;
  for (const std::string& item : split(text, ',')) {
    const auto same = [&](const std::string& word) { return upper(word) == upper(item); };
    const auto found = std::find_if(allowed.begin(), allowed.end(), same);
    demand(found != allowed.end(), "{}: '{}' is none of {}", what, item, fmt::join(allowed, ", "));
    demand(std::find(words.begin(), words.end(), *found) == words.end(), "{}: {} is there twice", what,
           *found);
    words.push_back(*found);
  }
  return words;
}

std::vector<char> parse_types(const std::string& what, const std::string& text) {
  std::vector<char> types;
  for (const std::string& word : parse_words(what, text, {"s", "d", "c", "z"})) types.push_back(word[0]);
  return types;
}

std::vector<std::string> parse_modes(const std::string& what, const std::string& text) {
  return parse_words(what, text, {"plain", "auto", "always"});
}

}  // namespace het::testing
