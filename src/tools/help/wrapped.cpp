#include "src/tools/help/wrapped.hpp"

#include <algorithm>
#include <sstream>

namespace het {

std::size_t text_length(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), starts_character));
}

std::string wrapped(const std::string& text, std::size_t width) { return indented(text, width, 0); }

std::string indented(const std::string& text, std::size_t width, std::size_t indent) {
  std::istringstream words(text);
  std::string result, line;
  for (std::string word, next; words >> word;) {
    if (words >> std::ws && words.peek() == '%' && words >> next)
      word += " " + next;  // stays beside its number
    if (!line.empty() && text_length(line) + 1 + text_length(word) > width - indent) {
      result += line + "\n" + std::string(indent, ' ');
      line.clear();
    }
    line += (line.empty() ? "" : " ") + word;
  }
  return result + line;
}

}  // namespace het
