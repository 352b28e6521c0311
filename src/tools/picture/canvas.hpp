#pragma once
// The few things a picture is made of, on any Cairo surface.
#include <cairo.h>

#include <string>

#include "src/tools/picture/box.hpp"
#include "src/tools/picture/speed_colours.hpp"

namespace het {

inline constexpr Colour ink{0.13, 0.13, 0.15}, grey{0.42, 0.42, 0.45}, pale{0.80, 0.80, 0.82},
    faint{0.93, 0.93, 0.94}, white{1, 1, 1};

inline Colour text_on(Colour background) { return background.wants_dark_text() ? ink : white; }

enum class Anchor { start, middle, end };

struct TextStyle {
  double size = 12;
  bool bold = false;
  Colour colour = ink;
  Anchor anchor = Anchor::start;
};

inline TextStyle anchored(TextStyle style, Anchor anchor) {
  style.anchor = anchor;
  return style;
}

// Of all pages.
inline constexpr double page_margin = 30;
inline constexpr TextStyle title_style{17, true, ink, Anchor::start},
    subtitle_style{12, false, grey, Anchor::start};
// From the middle of a line's height to the baseline of its text.
inline constexpr double to_baseline = 4;

// Draws on a surface that somebody else owns.
class Canvas {
 public:
  explicit Canvas(cairo_surface_t* surface);
  ~Canvas() { cairo_destroy(cairo_); }
  Canvas(const Canvas&) = delete;
  Canvas& operator=(const Canvas&) = delete;

  void fill(const Box& box, Colour colour);
  void line(double x0, double y0, double x1, double y1, double width, Colour colour, double opacity = 1);
  // Diagonal lines.
  void hatch(const Box& box, Colour colour);
  void frame(const Box& box, double width, Colour colour);
  // The baseline's start, middle or end is at (x, y).
  void text(double x, double y, const std::string& text, const TextStyle& style);
  double text_width(const std::string& text, const TextStyle& style);

 private:
  void choose(const TextStyle& style);
  cairo_t* cairo_;
};

// In the upper left corner of a page.
void paint_title(Canvas& canvas, const std::string& title, const std::string& subtitle);

}  // namespace het
