#pragma once
// Names of processors, as they appear in drawings, tables and words.
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace het {

// At most `most` characters: the beginning and the last four, which often hold the number, with '~' between
// them.
std::string shortened(std::string_view text, std::size_t most);

// Names without the domain, everything from the first dot on, where the same names stay different.
std::vector<std::string> without_domains(const std::vector<std::string>& names);

}  // namespace het
