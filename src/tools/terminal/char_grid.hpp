#pragma once
// A sheet of characters for a terminal, with colours that can be left out.
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/tools/picture/speed_colours.hpp"

namespace het {

inline constexpr int terminal_width = 80;

struct CharStyle {
  bool bold = false;
  bool dim = false;
  bool solid = false;                // with colour: the character is not seen, only the background
  std::optional<Colour> background;  // the text on it is black or white
  bool operator==(const CharStyle& other) const;
};

// Text put at places, row and column counted from 0; whatever was there before is overwritten. The same
// characters appear with and without colour.
class CharGrid {
 public:
  // UTF-8 without control characters, one place for each character; what is left of column 0 is not seen. Returns the
  // column behind it.
  int put(int row, int col, std::string_view text, const CharStyle& style = {});
  // The same, so that it ends before column `end`.
  void put_right(int row, int end, std::string_view text, const CharStyle& style = {});
  // A bar of '#' (with colour: of the colour) that fills `share` of `width` places, at least one for more
  // than nothing.
  void bar(int row, int col, int width, double share, const CharStyle& style);
  int rows() const { return static_cast<int>(lines_.size()); }
  // Lines without trailing blanks; with colour as 256-colour escape sequences, reset at each line's end.
  std::string text(bool colour) const;

 private:
  struct Place {
    std::string character = " ";
    CharStyle style;
  };
  static std::string line_text(const std::vector<Place>& line, bool colour);
  std::vector<std::vector<Place>> lines_;
};

}  // namespace het
