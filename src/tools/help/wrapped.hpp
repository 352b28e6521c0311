#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace het {

// Whether a character (code point) of UTF-8 starts with this byte; the number of them in valid UTF-8.
inline bool starts_character(char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }
std::size_t text_length(std::string_view text);

// Words in lines of at most `width` characters; a longer word has a line of its own.
std::string wrapped(const std::string& text, std::size_t width);

// The same with all lines but the first indented; the width holds without the indent of the first.
std::string indented(const std::string& text, std::size_t width, std::size_t indent);

}  // namespace het
