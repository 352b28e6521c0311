// The matrix: each block in the colour of its process, shares along the edges.
#include <algorithm>

#include "src/tools/picture/page/page.hpp"

namespace het {
namespace {

constexpr double strip = 6;  // along the edges, one grey for each grid row or column

// Runs of owners along one side, in units of the picture.
std::vector<Span> spans_of(const std::vector<int>& owners, double start, double length) {
  const std::vector<int> drawn = sampled(owners, most_drawn_blocks);
  const double unit = length / static_cast<double>(drawn.size());
  std::vector<Span> spans;
  for (const OwnerRun& run : runs_of(drawn))
    spans.push_back({static_cast<std::size_t>(run.owner), start + unit * static_cast<double>(run.first),
                     unit * static_cast<double>(run.length())});
  return spans;
}

// One grey for each of n owners, dark to light.
Colour shade(std::size_t owner, std::size_t n) {
  const double f = n < 2 ? 0 : static_cast<double>(owner) / static_cast<double>(n - 1);
  return {grey.red + f * (pale.red - grey.red), grey.green + f * (pale.green - grey.green),
          grey.blue + f * (pale.blue - grey.blue)};
}

// Runs that are thinner than this cannot be told apart by eye.
constexpr double thinnest = 4;
bool told_apart(const std::vector<Span>& spans, double length) {
  return length >= thinnest * static_cast<double>(spans.size());
}

// Between processes, as wide as the thinner one allows; none where so many would lighten the colours.
struct Separator {
  double place, width;
};
std::vector<Separator> separators(const std::vector<Span>& spans, double length) {
  std::vector<Separator> lines;
  for (std::size_t k = 1; k < spans.size() && told_apart(spans, length); ++k)
    lines.push_back({spans[k].start, std::min(std::min(spans[k - 1].length, spans[k].length) / 6, 2.4)});
  return lines;
}

void paint_lines(const Page& page, const std::vector<Span>& rows, const std::vector<Span>& cols) {
  const Box& m = page.layout.matrix;
  Canvas& canvas = page.canvas;
  const double unit_y = m.height / static_cast<double>(page.picture.row_owners.size());
  const double unit_x = m.width / static_cast<double>(page.picture.col_owners.size());
  if (unit_y >= 5)
    for (double y = m.y + unit_y; y < m.y + m.height - 1; y += unit_y)
      canvas.line(m.x, y, m.x + m.width, y, 0.7, white, 0.35);
  if (unit_x >= 5)
    for (double x = m.x + unit_x; x < m.x + m.width - 1; x += unit_x)
      canvas.line(x, m.y, x, m.y + m.height, 0.7, white, 0.35);
  const auto between = separators(rows, m.height), beside = separators(cols, m.width);
  for (const Separator& s : between) canvas.line(m.x, s.place, m.x + m.width, s.place, s.width, white);
  for (const Separator& s : beside) canvas.line(s.place, m.y, s.place, m.y + m.height, s.width, white);
}

double widest_time(const Page& page, double size) {
  double widest = 0;
  for (const double t : page.picture.arrangement.cycle_times())
    widest =
        std::max(widest, page.canvas.text_width("t = " + short_number(t), {size, false, ink, Anchor::start}));
  return widest;
}

// Each process is named once, in the first of its areas that is large enough; with its cycle-time where there is room
// for any, so that areas of one size say the same.
void paint_names(const Page& page, const std::vector<Span>& rows, const std::vector<Span>& cols) {
  std::vector<char> named(page.picture.arrangement.cycle_times().size());
  constexpr double small_size = 11, large_size = 14;
  const double small_time = widest_time(page, small_size), large_time = widest_time(page, large_size);
  for (const Span& row : rows)
    for (const Span& col : cols) {
      char& done = named[page.place(row.owner, col.owner)];
      if (done || col.length < 40 || row.length < 17) continue;
      const bool large = row.length >= 60 && col.length >= 90;
      const double size = large ? large_size : small_size;
      Lines lines{page.who(row.owner, col.owner, size, col.length - 6)};
      if ((large ? large_time : small_time) + 6 <= col.length)
        lines.push_back(page.time(row.owner, col.owner));
      done = put_centred(page.canvas, {col.start, row.start, col.length, row.length}, lines, size,
                         text_on(page.colour(row.owner, col.owner)));
    }
}

// Of owners that are met again and again runs too thin to be told apart have no labels.
void paint_edge(const Page& page, const LabelledSide& edge) {
  const Box& m = page.layout.matrix;
  const std::size_t owners = (edge.rows ? page.picture.row_weight : page.picture.col_weight).size();
  for (const Span& span : edge.spans)
    page.canvas.fill(edge.rows ? Box{m.x - strip - 3, span.start, strip, span.length}
                               : Box{span.start, m.y - strip - 3, span.length, strip},
                     shade(span.owner, owners));
  if (each_once(edge.spans) || told_apart(edge.spans, edge.rows ? m.height : m.width))
    paint_labels(page, edge);
}

}  // namespace

void paint_matrix(const Page& page) {
  const Box& m = page.layout.matrix;
  const auto rows = spans_of(page.picture.row_owners, m.y, m.height);
  const auto cols = spans_of(page.picture.col_owners, m.x, m.width);
  for (const Span& row : rows)
    for (const Span& col : cols)
      page.canvas.fill({col.start, row.start, col.length, row.length}, page.colour(row.owner, col.owner));
  paint_lines(page, rows, cols);
  paint_names(page, rows, cols);
  page.canvas.frame(m, 1, grey);
  paint_edge(page, {true, rows, m.x - strip - 10, false});
  paint_edge(page, {false, cols, m.y - strip - 9, false});
  page.canvas.text(m.x, m.y + m.height + 22, page.picture.caption, {12, false, grey, Anchor::start});
  page.canvas.text(m.x, m.y + m.height + 38, drawing_note(page.picture), {11, false, grey, Anchor::start});
}

}  // namespace het
