#pragma once
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace het {

// The name that a user meant who wrote `name`: the first of `names` from which it differs in at most two letters, and in no
// more than a third of them; two that are swapped count as one. None where there is no such name, or where it is one of
// them. O(names * length^2).
std::optional<std::string_view> meant(std::string_view name, std::span<const char* const> names);

// Of the variables of this process's environment that begin with `prefix`: those that mean one of `names`, without the
// prefix, separated by commas. Others belong to somebody else. Local.
std::string misspelled_variables(std::string_view prefix, std::span<const char* const> names);

}  // namespace het
