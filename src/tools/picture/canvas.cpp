#include "src/tools/picture/canvas.hpp"

namespace het {

Canvas::Canvas(cairo_surface_t* surface) : cairo_(cairo_create(surface)) {
  // The same text metrics on every surface.
  cairo_font_options_t* options = cairo_font_options_create();
  cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
  cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
  cairo_set_font_options(cairo_, options);
  cairo_font_options_destroy(options);
}

void Canvas::fill(const Box& box, Colour colour) {
  cairo_set_antialias(cairo_, CAIRO_ANTIALIAS_NONE);  // no seams between neighbours
  cairo_set_source_rgb(cairo_, colour.red, colour.green, colour.blue);
  cairo_rectangle(cairo_, box.x, box.y, box.width, box.height);
  cairo_fill(cairo_);
  cairo_set_antialias(cairo_, CAIRO_ANTIALIAS_DEFAULT);
}

void Canvas::line(double x0, double y0, double x1, double y1, double width, Colour colour, double opacity) {
  cairo_set_source_rgba(cairo_, colour.red, colour.green, colour.blue, opacity);
  cairo_set_line_width(cairo_, width);
  cairo_move_to(cairo_, x0, y0);
  cairo_line_to(cairo_, x1, y1);
  cairo_stroke(cairo_);
}

void Canvas::hatch(const Box& box, Colour colour) {
  constexpr double distance = 7;
  cairo_save(cairo_);
  cairo_rectangle(cairo_, box.x, box.y, box.width, box.height);
  cairo_clip(cairo_);
  for (double x = -box.height; x < box.width; x += distance)
    line(box.x + x, box.y + box.height, box.x + x + box.height, box.y, 1, colour);
  cairo_restore(cairo_);
}

void Canvas::frame(const Box& box, double width, Colour colour) {
  cairo_set_source_rgb(cairo_, colour.red, colour.green, colour.blue);
  cairo_set_line_width(cairo_, width);
  cairo_rectangle(cairo_, box.x, box.y, box.width, box.height);
  cairo_stroke(cairo_);
}

void Canvas::choose(const TextStyle& style) {
  cairo_select_font_face(cairo_, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL,
                         style.bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_font_size(cairo_, style.size);
}

double Canvas::text_width(const std::string& text, const TextStyle& style) {
  choose(style);
  cairo_text_extents_t extents;
  cairo_text_extents(cairo_, text.c_str(), &extents);
  return extents.x_advance;
}

void Canvas::text(double x, double y, const std::string& text, const TextStyle& style) {
  const double width = style.anchor == Anchor::start ? 0 : text_width(text, style);
  choose(style);
  cairo_set_source_rgb(cairo_, style.colour.red, style.colour.green, style.colour.blue);
  cairo_move_to(cairo_,
                x - (style.anchor == Anchor::end      ? width
                     : style.anchor == Anchor::middle ? width / 2
                                                      : 0),
                y);
  cairo_show_text(cairo_, text.c_str());
}

void paint_title(Canvas& canvas, const std::string& title, const std::string& subtitle) {
  constexpr double title_y = page_margin + 14, subtitle_y = page_margin + 36;
  canvas.text(page_margin, title_y, title, title_style);
  canvas.text(page_margin, subtitle_y, subtitle, subtitle_style);
}

}  // namespace het
