#pragma once
#include <string>

namespace het {

// Words in lines of at most `width` characters; a longer word has a line of its own.
std::string wrapped(const std::string& text, std::size_t width);

// The same with all lines but the first indented; the width holds without the indent of the first.
std::string indented(const std::string& text, std::size_t width, std::size_t indent);

}  // namespace het
