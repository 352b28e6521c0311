#include "src/tools/terminal/char_grid.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "src/tools/help/wrapped.hpp"

namespace het {
namespace {

// Nearest colour of the 6 x 6 x 6 cube that every terminal of 256 colours has.
int cube_colour(Colour colour) {
  const auto step = [](double x) {
    constexpr double levels[] = {0, 95 / 255.0, 135 / 255.0, 175 / 255.0, 215 / 255.0, 1};
    int best = 0;
    for (int k = 1; k < 6; ++k)
      if (std::abs(levels[k] - x) < std::abs(levels[best] - x)) best = k;
    return best;
  };
  return 16 + 36 * step(colour.red) + 6 * step(colour.green) + step(colour.blue);
}

std::string escape(const CharStyle& style) {
  std::string codes = "0";
  if (style.bold) codes += ";1";
  if (style.dim) codes += ";2";
  if (style.background) {
    const int back = cube_colour(*style.background);
    codes += fmt::format(";38;5;{};48;5;{}",
                         style.solid                           ? back
                         : style.background->wants_dark_text() ? 16
                                                               : 231,
                         back);
  }
  return "\x1b[" + codes + "m";
}

}  // namespace

bool CharStyle::operator==(const CharStyle& other) const {
  const auto code = [](const CharStyle& s) { return s.background ? cube_colour(*s.background) : -1; };
  return bold == other.bold && dim == other.dim && solid == other.solid && code(*this) == code(other);
}

int CharGrid::put(int row, int col, std::string_view text, const CharStyle& style) {
  if (row >= rows()) lines_.resize(static_cast<std::size_t>(row) + 1);
  auto& line = lines_[static_cast<std::size_t>(row)];
  int at = col;
  for (std::size_t byte = 0; byte < text.size(); ++at) {
    std::size_t end = byte + 1;
    while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) ++end;
    if (at >= 0) {
      const auto place = static_cast<std::size_t>(at);
      if (place >= line.size()) line.resize(place + 1);
      line[place] = {std::string(text.substr(byte, end - byte)), style};
    }
    byte = end;
  }
  return at;
}

void CharGrid::put_right(int row, int end, std::string_view text, const CharStyle& style) {
  put(row, end - static_cast<int>(text_length(text)), text, style);
}

void CharGrid::bar(int row, int col, int width, double share, const CharStyle& style) {
  int filled = static_cast<int>(std::lround(std::clamp(share, 0.0, 1.0) * width));
  if (share > 0) filled = std::max(filled, 1);
  if (share < 1) filled = std::min(filled, width - 1);
  put(row, col, std::string(static_cast<std::size_t>(filled), '#'), style);
}

std::string CharGrid::line_text(const std::vector<Place>& line, bool colour) {
  auto last = line.size();
  while (last > 0 && line[last - 1].character == " " && !(colour && line[last - 1].style.background)) --last;
  std::string text;
  CharStyle now;
  for (std::size_t k = 0; k < last; ++k) {
    if (colour && !(line[k].style == now)) text += escape(line[k].style);
    now = line[k].style;
    text += line[k].character;
  }
  if (colour && !(now == CharStyle{})) text += "\x1b[0m";
  return text + "\n";
}

std::string CharGrid::text(bool colour) const {
  std::string text;
  for (const auto& line : lines_) text += line_text(line, colour);
  return text;
}

}  // namespace het
