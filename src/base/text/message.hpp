#pragma once
#include <cstdio>
#include <string>
#include <string_view>

namespace het {

// True for valid UTF-8 without control characters: what a terminal, a picture and JSON can all show.
bool is_printable(std::string_view text);

// The text with every byte that a terminal might obey, or that is no UTF-8, replaced by '?'.
std::string printable(std::string_view text);

// A message that quotes what others wrote, fit to be shown as one line: printable, its line ends blanks; of a word that is
// longer than any name is (200 bytes) the first 60 and "..."; of what is too long all the same both ends.
std::string one_line(std::string_view text);

// Writes "program: what" to `err`, as one line. Where that cannot be written nobody is told.
void tell(std::FILE* err, std::string_view program, std::string_view what);

// Sends what is on its way to standard output. Returns why that, or something before it, was lost: on a full disk, say, or
// where it is closed; else an empty text. Whoever reads half an answer would not notice.
std::string why_lost(std::FILE* out);

// Where a program was started with its standard output closed: no file that is opened from now on takes that place, and
// is written over by what was meant for people.
void hold_closed_output();

}  // namespace het
