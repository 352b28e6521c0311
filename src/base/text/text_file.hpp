#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace het {

// Bytes of a text that people write, far above what they do.
inline constexpr std::size_t largest_text = std::size_t{1} << 26;

struct TextFile {
  std::string text;
  std::string why;  // it cannot be had, to stand behind the file's name: "is a directory"; empty where it can
  friend bool operator==(const TextFile&, const TextFile&) = default;
};

// Everything in a file of text of at most `largest` bytes. Waits for nobody (UserFile), but for what a pipe that is open
// already brings.
TextFile text_of(const std::string& path, std::size_t largest = largest_text);

// The same of what is open already, from where it stands on, be it a terminal.
TextFile text_in(int file, std::size_t largest = largest_text);

// The text becomes all there is in the file. Returns what is wrong, to stand behind the file's name, else an empty text.
std::string write_text(const std::string& path, std::string_view text);

// Why a file is not there and cannot be made, or cannot be written; empty where it can. Touches nothing.
std::string why_unwritable(const std::string& path);

}  // namespace het
