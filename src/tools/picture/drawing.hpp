#pragma once
// One drawing, two kinds of file.
#include <functional>
#include <string>

namespace het {

class Canvas;

// In units of the SVG; a PNG has png_scale pixels for each, fewer where the page is too large for that.
inline constexpr double png_scale = 2;

// A page of known size, and what is painted on it.
struct Drawing {
  double width, height;
  std::function<void(Canvas&)> paint;
};

// Lays a page out; the canvas that it is given only measures texts.
using DrawingMaker = std::function<Drawing(Canvas&)>;

// Throw Error when the file cannot be written.
void write_svg(const std::string& path, const DrawingMaker& make);
void write_png(const std::string& path, const DrawingMaker& make);

}  // namespace het
