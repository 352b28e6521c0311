#include "blacs_het/grid/variable_names.hpp"

#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstring>
#include <utility>
#include <vector>

namespace het {
namespace {

char large(char letter) { return static_cast<char>(std::toupper(static_cast<unsigned char>(letter))); }

// Letters to insert, remove or replace, and neighbours to swap, that make b, of large letters, of a.
int letters_apart(std::string_view a, std::string_view b) {
  std::vector<std::vector<int>> apart(a.size() + 1, std::vector<int>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i)
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        apart[i][j] = static_cast<int>(i + j);
        continue;
      }
      apart[i][j] = std::min(
          {apart[i - 1][j] + 1, apart[i][j - 1] + 1, apart[i - 1][j - 1] + (large(a[i - 1]) != b[j - 1])});
      if (i > 1 && j > 1 && large(a[i - 1]) == b[j - 2] && large(a[i - 2]) == b[j - 1])
        apart[i][j] = std::min(apart[i][j], apart[i - 2][j - 2] + 1);
    }
  return apart[a.size()][b.size()];
}

constexpr int most_wrong_letters = 2;

struct Neighbour {
  std::string_view name;
  int apart;
};

Neighbour nearest_of(std::string_view name, std::span<const char* const> names) {
  Neighbour best{names.front(), letters_apart(name, names.front())};
  for (const char* each : names)
    if (const int apart = letters_apart(name, each); apart < best.apart) best = {each, apart};
  return best;
}

// The name of each variable that has a value.
template <class F>
void each_variable(F&& what) {
  for (char** each = environ; each && *each; ++each) {
    const std::string_view variable(*each);
    const auto equals = variable.find('=');
    if (equals != std::string_view::npos && equals + 1 < variable.size()) what(variable.substr(0, equals));
  }
}

// Two wrong letters leave one third of a word whole. Nearly all variables are others.
bool holds_a_part(std::string_view as_written, std::string_view word) {
  std::string name(as_written);
  std::ranges::transform(name, name.begin(), large);
  const std::size_t third = word.size() / (most_wrong_letters + 1);
  for (std::size_t begin = 0; begin + third <= word.size(); begin += third)
    if (name.find(word.substr(begin, third)) != std::string::npos) return true;
  return false;
}

}  // namespace

std::optional<std::string_view> nearest(std::string_view name, std::span<const char* const> names) {
  if (const Neighbour best = nearest_of(name, names); best.apart <= most_wrong_letters) return best.name;
  constexpr std::size_t beginning = 4;
  const auto alike = std::ranges::find_if(names, [&](std::string_view each) {
    return name.size() >= beginning &&
           std::ranges::equal(name.substr(0, beginning), each.substr(0, beginning), {}, large);
  });
  return alike == names.end() ? std::nullopt : std::optional<std::string_view>(*alike);
}

std::optional<std::string_view> meant(std::string_view name, std::span<const char* const> names) {
  const Neighbour best = nearest_of(name, names);
  const int third = static_cast<int>(best.name.size()) / 3;
  return best.apart <= std::min(most_wrong_letters, third) ? std::optional(best.name) : std::nullopt;
}

std::vector<std::string> variables_with(std::string_view prefix) {
  std::vector<std::string> found;
  each_variable([&](std::string_view name) {
    if (name.starts_with(prefix)) found.emplace_back(name.substr(prefix.size()));
  });
  return found;
}

std::optional<std::string> meant_with(std::string_view name, std::string_view prefix,
                                      std::span<const char* const> names) {
  std::optional<std::string> best;
  int least = most_wrong_letters + 1;
  for (const char* each : names) {
    std::string whole = std::string(prefix) + each;
    if (const int apart = letters_apart(name, whole); apart < least) least = apart, best = std::move(whole);
  }
  return best;
}

std::vector<std::string> variables_like(std::string_view prefix, std::span<const char* const> names) {
  std::vector<std::string> found;
  each_variable([&](std::string_view name) {
    if (!name.starts_with(prefix) && holds_a_part(name, prefix) && meant_with(name, prefix, names))
      found.emplace_back(name);
  });
  return found;
}

bool SeenEnvironment::is_same() const {
  if (!places_) return false;
  char** now = environ;
  for (const char* place : *places_) {
    if (!now || *now != place) return false;
    ++now;
  }
  return (!now || !*now) &&
         std::ranges::all_of(ours_, [&](const Ours& each) { return each.text == (*places_)[each.at]; });
}

void SeenEnvironment::remember() {
  places_.emplace();
  ours_.clear();
  for (char** each = environ; each && *each; ++each) {
    if (std::string_view(*each).starts_with(prefix_)) ours_.push_back({places_->size(), *each});
    places_->push_back(*each);
  }
}

}  // namespace het
