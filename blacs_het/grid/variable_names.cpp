#include "blacs_het/grid/variable_names.hpp"

#include <unistd.h>

#include <algorithm>
#include <vector>

namespace het {
namespace {

// Letters to insert, remove or replace, and neighbours to swap, that make b of a.
int letters_apart(std::string_view a, std::string_view b) {
  std::vector<std::vector<int>> apart(a.size() + 1, std::vector<int>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i)
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        apart[i][j] = static_cast<int>(i + j);
        continue;
      }
      apart[i][j] =
          std::min({apart[i - 1][j] + 1, apart[i][j - 1] + 1, apart[i - 1][j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
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

}  // namespace

std::optional<std::string_view> nearest(std::string_view name, std::span<const char* const> names) {
  if (const Neighbour best = nearest_of(name, names); best.apart <= most_wrong_letters) return best.name;
  constexpr std::size_t beginning = 4;
  const auto alike = std::ranges::find_if(names, [&](std::string_view each) {
    return name.size() >= beginning && each.starts_with(name.substr(0, beginning));
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
  for (char** each = environ; each && *each; ++each) {
    const std::string_view variable(*each);
    const auto equals = variable.find('=');
    if (!variable.starts_with(prefix) || equals == std::string_view::npos || equals + 1 == variable.size())
      continue;
    found.emplace_back(variable.substr(prefix.size(), equals - prefix.size()));
  }
  return found;
}

}  // namespace het
