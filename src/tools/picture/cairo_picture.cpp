#include "src/tools/picture/cairo_picture.hpp"

#include <cairo-svg.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "src/base/error.hpp"
#include "src/tools/picture/canvas.hpp"

namespace het {
namespace {

constexpr Colour ink{0.13, 0.13, 0.15}, grey{0.42, 0.42, 0.45}, pale{0.80, 0.80, 0.82}, white{1, 1, 1};
constexpr double margin = 28, title_height = 52, row_gutter = 104, col_gutter = 46, strip = 6, gap = 52;
constexpr std::size_t most_drawn = 400;  // blocks along one side; more could not be told apart

const TextStyle title_style{17, true, ink, Anchor::start}, subtitle_style{12, false, grey, Anchor::start};

// "r" and 3 give r with a small 3.
std::string indexed(const char* name, std::size_t k) {
  std::string text = name;
  for (const char digit : std::to_string(k))
    text += std::string{'\xe2', '\x82', static_cast<char>('\x80' + digit - '0')};
  return text;
}

std::string weight_text(const char* name, std::size_t k, const std::vector<double>& weights) {
  return fmt::format("{} = {}", indexed(name, k), short_number(weights[k]));
}

// One grey for each of n owners, dark to light.
Colour shade(std::size_t owner, std::size_t n) {
  const double f = n < 2 ? 0 : static_cast<double>(owner) / static_cast<double>(n - 1);
  return {grey.red + f * (pale.red - grey.red), grey.green + f * (pale.green - grey.green),
          grey.blue + f * (pale.blue - grey.blue)};
}

// How many of the owners are k.
Extent blocks_of(const std::vector<int>& owners, std::size_t k) {
  return std::count(owners.begin(), owners.end(), static_cast<int>(k));
}

struct Layout {
  Box matrix;
  Box processes;  // the small process grid of the legend
  double width, height;
};

Layout layout_of(const BlockPicture& picture, double title_width) {
  const double rows = static_cast<double>(picture.row_owners.size()),
               cols = static_cast<double>(picture.col_owners.size());
  const double stretch = std::sqrt(std::clamp(rows / cols, 0.3, 2.5));
  const int p = picture.arrangement.p(), q = picture.arrangement.q();
  Layout l{};
  const double top = margin + title_height + col_gutter;
  l.matrix = {margin + row_gutter, top, 520 / stretch, 520 * stretch};
  l.processes = {l.matrix.x + l.matrix.width + gap + row_gutter, top, q * std::clamp(300.0 / q, 15.0, 76.0),
                 p * std::clamp(300.0 / p, 15.0, 54.0)};
  const double legend_right = std::max(l.processes.x + l.processes.width, l.processes.x - row_gutter + 300);
  l.width = std::max(legend_right, margin + title_width) + margin;
  l.height = std::max(top + l.matrix.height + 30, top + l.processes.height + 110) + margin;
  return l;
}

// Runs of owners along one side with where they lie: start and length in drawing units.
struct Span {
  std::size_t owner;
  double start, length;
  Extent blocks;
};
std::vector<Span> spans_of(const std::vector<int>& owners, double start, double length) {
  const std::vector<int> drawn = sampled(owners, most_drawn);
  const double unit = length / static_cast<double>(drawn.size());
  std::vector<Span> spans;
  for (const Run& run : runs_of(drawn))
    spans.push_back({static_cast<std::size_t>(run.owner), start + unit * static_cast<double>(run.first),
                     unit * static_cast<double>(run.length()), run.length()});
  return spans;
}

class Painter {
 public:
  Painter(Canvas& canvas, const BlockPicture& picture)
      : canvas_(canvas),
        picture_(picture),
        colours_(picture.arrangement.cycle_times()),
        layout_(layout_of(picture, std::max(canvas.text_width(picture.title, title_style),
                                            canvas.text_width(picture.subtitle, subtitle_style)))) {}

  const Layout& layout() const { return layout_; }
  void paint() {
    canvas_.fill({0, 0, layout_.width, layout_.height}, white);
    canvas_.text(margin, margin + 14, picture_.title, title_style);
    canvas_.text(margin, margin + 34, picture_.subtitle, subtitle_style);
    const auto rows = spans_of(picture_.row_owners, layout_.matrix.y, layout_.matrix.height);
    const auto cols = spans_of(picture_.col_owners, layout_.matrix.x, layout_.matrix.width);
    blocks(rows, cols);
    row_edge(rows);
    col_edge(cols);
    canvas_.text(layout_.matrix.x, layout_.matrix.y + layout_.matrix.height + 22, picture_.caption,
                 {12, false, grey, Anchor::start});
    process_grid();
    colour_scale();
  }

 private:
  Colour colour(std::size_t i, std::size_t j) const {
    return colours_.colour(picture_.arrangement.cycle_time(static_cast<int>(i), static_cast<int>(j)));
  }
  static Colour text_on(Colour background) { return background.luminance() > 0.5 ? ink : white; }

  void blocks(const std::vector<Span>& rows, const std::vector<Span>& cols);
  void block_lines(const std::vector<Span>& rows, const std::vector<Span>& cols);
  void labels(const std::vector<Span>& rows, const std::vector<Span>& cols);
  void row_edge(const std::vector<Span>& rows);
  void col_edge(const std::vector<Span>& cols);
  void process_grid();
  void process_edges(double cell_width, double cell_height);
  void colour_scale();
  // Lines of text centred in a box, as many as fit; false when not even the first does.
  bool centred(const Box& box, const std::vector<std::string>& lines, double size, Colour colour);

  Canvas& canvas_;
  const BlockPicture& picture_;
  SpeedColours colours_;
  Layout layout_;
};

bool Painter::centred(const Box& box, const std::vector<std::string>& lines, double size, Colour colour) {
  std::vector<std::string> fitting;
  for (const std::string& text : lines) {
    const bool fits = canvas_.text_width(text, {size, false, colour, Anchor::middle}) + 4 <= box.width &&
                      static_cast<double>(fitting.size() + 1) * size * 1.3 <= box.height;
    if (!fits) break;
    fitting.push_back(text);
  }
  double y = box.y + box.height / 2 - static_cast<double>(fitting.size()) * size * 0.65 + size * 1.02;
  for (const std::string& text : fitting) {
    canvas_.text(box.x + box.width / 2, y, text, {size, false, colour, Anchor::middle});
    y += size * 1.3;
  }
  return !fitting.empty();
}

void Painter::blocks(const std::vector<Span>& rows, const std::vector<Span>& cols) {
  for (const Span& row : rows)
    for (const Span& col : cols)
      canvas_.fill({col.start, row.start, col.length, row.length}, colour(row.owner, col.owner));
  block_lines(rows, cols);
  labels(rows, cols);
  canvas_.frame(layout_.matrix, 1, grey);
}

void Painter::block_lines(const std::vector<Span>& rows, const std::vector<Span>& cols) {
  const Box& m = layout_.matrix;
  const double unit_y = m.height / static_cast<double>(picture_.row_owners.size());
  const double unit_x = m.width / static_cast<double>(picture_.col_owners.size());
  if (unit_y >= 5)
    for (double y = m.y + unit_y; y < m.y + m.height - 1; y += unit_y)
      canvas_.line(m.x, y, m.x + m.width, y, 0.7, white, 0.4);
  if (unit_x >= 5)
    for (double x = m.x + unit_x; x < m.x + m.width - 1; x += unit_x)
      canvas_.line(x, m.y, x, m.y + m.height, 0.7, white, 0.4);
  // Between processes, as wide as the smaller blocks allow.
  const double wide_y = std::clamp(m.height / static_cast<double>(rows.size()) / 6, 0.3, 2.4);
  const double wide_x = std::clamp(m.width / static_cast<double>(cols.size()) / 6, 0.3, 2.4);
  for (std::size_t k = 1; k < rows.size(); ++k)
    canvas_.line(m.x, rows[k].start, m.x + m.width, rows[k].start, wide_y, white);
  for (std::size_t k = 1; k < cols.size(); ++k)
    canvas_.line(cols[k].start, m.y, cols[k].start, m.y + m.height, wide_x, white);
}

// Each process is named once, in the first of its areas that is large enough.
void Painter::labels(const std::vector<Span>& rows, const std::vector<Span>& cols) {
  const Arrangement& a = picture_.arrangement;
  std::vector<char> named(a.cycle_times().size());
  for (const Span& row : rows)
    for (const Span& col : cols) {
      char& done = named[row.owner * static_cast<std::size_t>(a.q()) + col.owner];
      if (done || col.length < 24 || row.length < 12) continue;
      const std::string place = fmt::format("({},{})", row.owner, col.owner);
      const std::string time = fmt::format(
          "t = {}", short_number(a.cycle_time(static_cast<int>(row.owner), static_cast<int>(col.owner))));
      const double size = row.length >= 60 && col.length >= 80   ? 14
                          : row.length >= 30 && col.length >= 52 ? 11
                                                                 : 9;
      done = centred({col.start, row.start, col.length, row.length}, {place, time}, size,
                     text_on(colour(row.owner, col.owner)));
    }
}

void Painter::row_edge(const std::vector<Span>& rows) {
  const double x = layout_.matrix.x - strip - 3;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const Span& row = rows[k];
    canvas_.fill({x, row.start, strip, row.length}, shade(row.owner, picture_.row_weight.size()));
    const double middle = row.start + row.length / 2;
    if (row.length < 11) continue;
    const bool two_lines = row.length >= 32;
    canvas_.text(x - 8, middle + (two_lines ? -2 : 4), weight_text("r", row.owner, picture_.row_weight),
                 {11, false, ink, Anchor::end});
    if (two_lines)
      canvas_.text(x - 8, middle + 12, counted(row.blocks, "row"), {10, false, grey, Anchor::end});
  }
}

void Painter::col_edge(const std::vector<Span>& cols) {
  const double y = layout_.matrix.y - strip - 3;
  for (const Span& col : cols) {
    canvas_.fill({col.start, y, col.length, strip}, shade(col.owner, picture_.col_weight.size()));
    const std::string weight = weight_text("c", col.owner, picture_.col_weight);
    const std::string blocks = counted(col.blocks, "column");
    const TextStyle first{11, false, ink, Anchor::middle}, second{10, false, grey, Anchor::middle};
    const double middle = col.start + col.length / 2;
    const bool all = canvas_.text_width(weight, first) + 4 <= col.length;
    const std::string name = indexed("c", col.owner);
    if (all)
      canvas_.text(middle, y - 20, weight, first);
    else if (canvas_.text_width(name, first) + 1 <= col.length)
      canvas_.text(middle, y - 6, name, first);
    if (all && canvas_.text_width(blocks, second) + 4 <= col.length)
      canvas_.text(middle, y - 6, blocks, second);
  }
}

void Painter::process_grid() {
  const Arrangement& a = picture_.arrangement;
  const Box& g = layout_.processes;
  const double width = g.width / a.q(), height = g.height / a.p();
  for (int i = 0; i < a.p(); ++i)
    for (int j = 0; j < a.q(); ++j) {
      const Box cell{g.x + j * width, g.y + i * height, width, height};
      const Colour background = colours_.colour(a.cycle_time(i, j));
      const bool idle =
          std::find(picture_.row_owners.begin(), picture_.row_owners.end(), i) == picture_.row_owners.end() ||
          std::find(picture_.col_owners.begin(), picture_.col_owners.end(), j) == picture_.col_owners.end();
      canvas_.fill(cell, background);
      centred(cell,
              {fmt::format("({},{})", i, j),
               idle ? "no block" : fmt::format("t = {}", short_number(a.cycle_time(i, j)))},
              width >= 60 && height >= 34 ? 11 : 8, text_on(background));
      canvas_.frame(cell, 2, white);
    }
  process_edges(width, height);
}

void Painter::process_edges(double width, double height) {
  const Box& g = layout_.processes;
  const TextStyle row_style{11, false, ink, Anchor::end}, row_blocks{10, false, grey, Anchor::end};
  for (std::size_t i = 0; i < picture_.row_weight.size() && height >= 13; ++i) {
    const double middle = g.y + (static_cast<double>(i) + 0.5) * height;
    const bool two_lines = height >= 30;
    canvas_.text(g.x - 6, middle + (two_lines ? -2 : 4), weight_text("r", i, picture_.row_weight), row_style);
    if (two_lines)
      canvas_.text(g.x - 6, middle + 12, counted(blocks_of(picture_.row_owners, i), "row"), row_blocks);
  }
  const TextStyle col_style{11, false, ink, Anchor::middle}, col_blocks{10, false, grey, Anchor::middle};
  for (std::size_t j = 0; j < picture_.col_weight.size() && width >= 13; ++j) {
    const double x = g.x + (static_cast<double>(j) + 0.5) * width;
    const std::string weight = weight_text("c", j, picture_.col_weight);
    const std::string blocks = counted(blocks_of(picture_.col_owners, j), "column");
    if (canvas_.text_width(weight, col_style) + 4 <= width &&
        canvas_.text_width(blocks, col_blocks) + 2 <= width) {
      canvas_.text(x, g.y - 21, weight, col_style);
      canvas_.text(x, g.y - 7, blocks, col_blocks);
    } else {
      canvas_.text(x, g.y - 7, indexed("c", j), {9, false, ink, Anchor::middle});
      const std::string value = short_number(picture_.col_weight[j]);
      if (canvas_.text_width(value, col_blocks) + 2 <= width) canvas_.text(x, g.y - 21, value, col_blocks);
    }
  }
}

void Painter::colour_scale() {
  const double x = layout_.processes.x - row_gutter + 8,
               y = layout_.processes.y + layout_.processes.height + 42, width = 260;
  if (colours_.all_equal()) {
    canvas_.fill({x, y, 18, 14}, SpeedColours::at(colours_.place(colours_.fastest())));
    canvas_.text(x + 26, y + 12,
                 fmt::format("all processes: cycle-time {}", short_number(colours_.fastest())),
                 {11, false, grey, Anchor::start});
    return;
  }
  canvas_.text(x, y - 7, "cycle-time t (logarithmic)", {11, false, grey, Anchor::start});
  constexpr int steps = 65;
  for (int k = 0; k < steps; ++k)
    canvas_.fill({x + width * k / steps, y, width * (steps - k) / steps, 14},
                 SpeedColours::at(k / (steps - 1.0)));
  canvas_.text(x, y + 30, "fast " + short_number(colours_.fastest()), {11, false, ink, Anchor::start});
  canvas_.text(x + width, y + 30, short_number(colours_.slowest()) + " slow", {11, false, ink, Anchor::end});
}

struct SurfaceDelete {
  void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
};
using Surface = std::unique_ptr<cairo_surface_t, SurfaceDelete>;

Layout measured(const BlockPicture& picture) {
  const Surface scratch(cairo_image_surface_create(CAIRO_FORMAT_RGB24, 1, 1));
  Canvas canvas(scratch.get());
  return Painter(canvas, picture).layout();
}

void paint_on(cairo_surface_t* surface, const BlockPicture& picture) {
  Canvas canvas(surface);
  Painter(canvas, picture).paint();
}

void require_written(cairo_status_t status, const std::string& path) {
  require(status == CAIRO_STATUS_SUCCESS, "picture '{}' cannot be written: {}", path,
          cairo_status_to_string(status));
}

}  // namespace

Box box_of_block(const BlockPicture& picture, Extent bi, Extent bj) {
  const Box m = measured(picture).matrix;
  const double width = m.width / static_cast<double>(picture.col_owners.size());
  const double height = m.height / static_cast<double>(picture.row_owners.size());
  return {m.x + width * static_cast<double>(bj), m.y + height * static_cast<double>(bi), width, height};
}

void write_svg(const std::string& path, const BlockPicture& picture) {
  const Layout layout = measured(picture);
  const Surface surface(cairo_svg_surface_create(path.c_str(), layout.width, layout.height));
  require_written(cairo_surface_status(surface.get()), path);
  paint_on(surface.get(), picture);
  cairo_surface_finish(surface.get());
  require_written(cairo_surface_status(surface.get()), path);
}

void write_png(const std::string& path, const BlockPicture& picture) {
  const Layout layout = measured(picture);
  const Surface surface(cairo_image_surface_create(CAIRO_FORMAT_RGB24,
                                                   static_cast<int>(layout.width * png_scale),
                                                   static_cast<int>(layout.height * png_scale)));
  cairo_surface_set_device_scale(surface.get(), png_scale, png_scale);
  paint_on(surface.get(), picture);
  require_written(cairo_surface_write_to_png(surface.get(), path.c_str()), path);
}

}  // namespace het
