#include "blacs_het/grid/misspelled.hpp"

#include <unistd.h>

#include <algorithm>
#include <vector>

namespace het {
namespace {

constexpr int most_wrong_letters = 2;

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

}  // namespace

std::optional<std::string_view> meant(std::string_view name, std::span<const char* const> names) {
  const auto is_name = [&](std::string_view each) { return each == name; };
  if (std::ranges::any_of(names, is_name)) return std::nullopt;
  // Half of a short name may not be wrong.
  const auto near = [&](std::string_view each) {
    return letters_apart(name, each) <= std::min(most_wrong_letters, static_cast<int>(each.size()) / 3);
  };
  const auto found = std::ranges::find_if(names, near);
  return found == names.end() ? std::nullopt : std::optional<std::string_view>(*found);
}

std::string misspelled_variables(std::string_view prefix, std::span<const char* const> names) {
  std::string found;
  for (char** each = environ; each && *each; ++each) {
    const std::string_view variable(*each);
    if (!variable.starts_with(prefix)) continue;
    const std::string_view name = variable.substr(prefix.size(), variable.find('=') - prefix.size());
    if (meant(name, names)) (found += found.empty() ? "" : ",") += name;
  }
  return found;
}

}  // namespace het
