// The matrix: each block in the colour of its process, shares along the edges.
#include <algorithm>

#include "src/tools/picture/page.hpp"

namespace het {
namespace {

constexpr std::size_t most_drawn = 400;  // blocks along one side; more could not be told apart
constexpr double strip = 6;              // along the edges, one grey for each grid row or column

// Runs of owners along one side with where they lie: start and length in drawing units.
struct Span {
  std::size_t owner;
  double start, length;
};
std::vector<Span> spans_of(const std::vector<int>& owners, double start, double length) {
  const std::vector<int> drawn = sampled(owners, most_drawn);
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

// Does every owner have one run only, so that an edge has room for its weight and blocks?
bool contiguous(const std::vector<Span>& spans, std::size_t owners) { return spans.size() <= owners; }

// Of owners with several runs the thinnest runs have no label: it would seem to be that of the runs around, too.
bool labelled(bool whole, const Span& run) { return whole || run.length >= 4; }

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
  // Between processes, as wide as the smaller blocks allow.
  const double wide_y = std::clamp(m.height / static_cast<double>(rows.size()) / 6, 0.3, 2.4);
  const double wide_x = std::clamp(m.width / static_cast<double>(cols.size()) / 6, 0.3, 2.4);
  for (std::size_t k = 1; k < rows.size(); ++k)
    canvas.line(m.x, rows[k].start, m.x + m.width, rows[k].start, wide_y, white);
  for (std::size_t k = 1; k < cols.size(); ++k)
    canvas.line(cols[k].start, m.y, cols[k].start, m.y + m.height, wide_x, white);
}

// Each process is named once, in the first of its areas that is large enough.
void paint_names(const Page& page, const std::vector<Span>& rows, const std::vector<Span>& cols) {
  const Arrangement& a = page.picture.arrangement;
  std::vector<char> named(a.cycle_times().size());
  for (const Span& row : rows)
    for (const Span& col : cols) {
      char& done = named[page.at(row.owner, col.owner)];
      if (done || col.length < 40 || row.length < 17) continue;
      const double t = a.cycle_time(static_cast<int>(row.owner), static_cast<int>(col.owner));
      const double size = row.length >= 60 && col.length >= 90 ? 14 : 11;
      done = put_centred(page.canvas, {col.start, row.start, col.length, row.length},
                         {fitted(page.canvas, page.who(row.owner, col.owner), size, col.length - 6),
                          "t = " + short_number(t)},
                         size, text_on(page.colour(row.owner, col.owner)));
    }
}

void paint_row_edge(const Page& page, const std::vector<Span>& rows) {
  const double x = page.layout.matrix.x - strip - 3;
  const std::vector<double>& weights = page.picture.row_weight;
  const std::vector<Extent> blocks = blocks_of(page.picture.row_owners, weights.size());
  const bool whole = contiguous(rows, weights.size());
  const TextStyle first{11, false, ink, Anchor::end}, second{10, false, grey, Anchor::end};
  LabelPlaces places;
  for (const Span& row : rows) {
    page.canvas.fill({x, row.start, strip, row.length}, shade(row.owner, weights.size()));
    const double middle = row.start + row.length / 2;
    const bool two_lines = whole && row.length >= 32;
    if (!labelled(whole, row) || !places.take(middle, two_lines ? 26 : 10.5)) continue;
    page.canvas.text(x - 7, middle + (two_lines ? -2 : 4),
                     whole ? weight_text("r", row.owner, weights) : indexed("r", row.owner), first);
    if (two_lines) page.canvas.text(x - 7, middle + 12, counted(blocks[row.owner], "row"), second);
  }
}

void paint_col_edge(const Page& page, const std::vector<Span>& cols) {
  const double y = page.layout.matrix.y - strip - 3;
  const std::vector<double>& weights = page.picture.col_weight;
  const std::vector<Extent> blocks = blocks_of(page.picture.col_owners, weights.size());
  const bool whole = contiguous(cols, weights.size());
  const TextStyle first{11, false, ink, Anchor::middle}, second{10, false, grey, Anchor::middle};
  LabelPlaces places;
  for (const Span& col : cols) {
    page.canvas.fill({col.start, y, col.length, strip}, shade(col.owner, weights.size()));
    const double middle = col.start + col.length / 2;
    const std::string weight = weight_text("c", col.owner, weights), name = indexed("c", col.owner),
                      count = counted(blocks[col.owner], "column");
    if (!labelled(whole, col)) continue;
    if (const double width = page.canvas.text_width(weight, first) + 4;
        whole && width <= col.length && places.take(middle, width)) {
      page.canvas.text(middle, y - 20, weight, first);
      if (page.canvas.text_width(count, second) + 4 <= col.length)
        page.canvas.text(middle, y - 6, count, second);
    } else if (places.take(middle, page.canvas.text_width(name, first) + 3)) {
      page.canvas.text(middle, y - 6, name, first);
    }
  }
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
  paint_row_edge(page, rows);
  paint_col_edge(page, cols);
  page.canvas.text(m.x, m.y + m.height + 22, page.picture.caption, {12, false, grey, Anchor::start});
}

}  // namespace het
