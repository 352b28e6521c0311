#include "src/base/text/message.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace het {
namespace {

// Length in bytes of the printable character at the start of the text, 0 where there is none.
std::size_t character_length(std::string_view text) {
  const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(text[k]); };
  if (byte(0) < 0x80) return byte(0) >= 0x20 && byte(0) != 0x7f ? 1 : 0;
  const std::size_t length = byte(0) >= 0xf0 ? 4 : byte(0) >= 0xe0 ? 3 : 2;
  if (byte(0) < 0xc2 || byte(0) > 0xf4 || text.size() < length) return 0;
  unsigned code = byte(0) & (0x7fu >> length);
  for (std::size_t k = 1; k < length; ++k) {
    if ((byte(k) & 0xc0) != 0x80) return 0;
    code = code << 6 | (byte(k) & 0x3fu);
  }
  constexpr unsigned shortest[] = {0, 0, 0xa0, 0x800, 0x10000};  // 0x80 to 0x9f are control characters
  const bool surrogate = code >= 0xd800 && code < 0xe000;
  return code >= shortest[length] && code <= 0x10ffff && !surrogate ? length : 0;
}

// The last start of a character at or before a place.
std::size_t start_before(std::string_view text, std::size_t at) {
  while (at > 0 && (static_cast<unsigned char>(text[at]) & 0xc0) == 0x80) --at;
  return at;
}

constexpr std::size_t longest_word = 200, kept_of_word = 60, longest_line = 2000, kept_at_ends = 900;

// Quotes and marks behind a long word stay: they belong to the sentence.
std::string short_word(std::string_view word) {
  if (word.size() <= longest_word) return std::string(word);
  const auto last = word.find_last_not_of("',;:.)");
  const std::string_view behind =
      last == std::string_view::npos || word.size() - last > 4 ? "" : word.substr(last + 1);
  return fmt::format("{}...{}", word.substr(0, start_before(word, kept_of_word)), behind);
}

}  // namespace

bool is_printable(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

std::string printable(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    result += length == 0 ? std::string_view("?") : text.substr(0, length);
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return result;
}

std::string one_line(std::string_view text) {
  std::string blank(text);
  std::replace(blank.begin(), blank.end(), '\n', ' ');
  const std::string all = printable(blank);
  std::string line;
  for (std::string_view rest = all; !rest.empty();) {
    const std::size_t end = std::min(rest.find(' '), rest.size());
    line += short_word(rest.substr(0, end));
    line += end < rest.size() ? " " : "";
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  if (line.size() <= longest_line) return line;
  return fmt::format("{} ... {}", line.substr(0, start_before(line, kept_at_ends)),
                     line.substr(start_before(line, line.size() - kept_at_ends)));
}

void tell(std::FILE* err, std::string_view program, std::string_view what) {
  const std::string line = fmt::format("{}: {}\n", program, one_line(what));
  std::fputs(line.c_str(), err);
  std::fflush(err);
}

std::string why_lost(std::FILE* out) {
  errno = 0;
  if (std::fflush(out) == 0 && std::ferror(out) == 0) return "";
  const std::string what = "standard output cannot be written";
  return errno == 0 ? what : fmt::format("{}: {}", what, std::strerror(errno));
}

void hold_closed_output() {
  if (fcntl(STDOUT_FILENO, F_GETFD) >= 0 || errno != EBADF) return;
  // Open for reading alone: writing fails as it did.
  const int file = open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (file < 0 || file == STDOUT_FILENO) return;
  dup2(file, STDOUT_FILENO);
  close(file);
}

}  // namespace het
