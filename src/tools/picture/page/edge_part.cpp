// Along the rows and columns of matrix and process grid: names, shares and numbers of blocks.
#include <fmt/format.h>

#include <algorithm>

#include "src/tools/picture/page/edge_labels.hpp"
#include "src/tools/picture/page/page.hpp"

namespace het {
namespace {

constexpr double line_distance = 14;

struct Line {
  std::string text;
  TextStyle style;
};
using Label = std::vector<Line>;

// "r" and 3 give r with a small 3.
std::string indexed(bool rows, std::size_t k) {
  std::string text = rows ? "r" : "c";
  for (const char digit : std::to_string(k))
    text += std::string{'\xe2', '\x82', static_cast<char>('\x80' + digit - '0')};
  return text;
}

TextStyle style(const LabelledSide& edge, double size, Colour colour) {
  return {size, false, colour, edge.rows ? Anchor::end : Anchor::middle};
}

Line value_of(const LabelledSide& edge, double weight) {
  return {short_number(weight), style(edge, 10, grey)};
}

// What is said of an owner, in wordings from the richest to the shortest. Of one that is met once, those up to
// this one have its share beside its name.
constexpr std::size_t last_with_share = 1;
std::vector<Label> wordings(const LabelledSide& edge, std::size_t owner, double weight, Extent blocks,
                            bool once) {
  const Line name{indexed(edge.rows, owner), style(edge, 11, ink)}, small{name.text, style(edge, 9, ink)};
  if (!once) return {{name}, {small}};
  const Line share{fmt::format("{} = {}", name.text, short_number(weight)), name.style},
      count{counted(blocks, edge.rows ? "row" : "column"), style(edge, 10, grey)};
  if (edge.rows) return {{share, count}, {share}, {small}};
  return {{share, count}, {share}, {value_of(edge, weight), name}, {name}, {small}};
}

// Along the edge, with the room to the next label.
double length_of(Canvas& canvas, const Label& label, bool rows) {
  if (rows)
    return static_cast<double>(label.size() - 1) * (line_distance + 5) + 1.15 * label.back().style.size;
  double widest = 0;
  for (const Line& line : label)
    widest = std::max(widest, canvas.text_width(line.text, line.style) + 0.3 * line.style.size);
  return widest;
}

// The length of the longest label, for each wording.
std::vector<double> lengths_of(Canvas& canvas, const std::vector<std::vector<Label>>& labels, bool rows) {
  std::vector<double> lengths(labels.front().size());
  for (const auto& of_span : labels)
    for (std::size_t w = 0; w < lengths.size(); ++w)
      lengths[w] = std::max(lengths[w], length_of(canvas, of_span[w], rows));
  return lengths;
}

void paint_label(Canvas& canvas, const LabelledSide& edge, double middle, const Label& label) {
  const double before = static_cast<double>(label.size() - 1) * line_distance;
  const double first = edge.rows ? middle - before / 2 + 0.36 * label.front().style.size : edge.end - before;
  for (std::size_t l = 0; l < label.size(); ++l) {
    const double y = first + static_cast<double>(l) * line_distance;
    canvas.text(edge.rows ? edge.end : middle, y, label[l].text, label[l].style);
  }
}

// From a label to the span that it is for.
void paint_tick(Canvas& canvas, const LabelledSide& edge, double middle) {
  if (edge.rows)
    canvas.line(edge.end + 3, middle, edge.end + 7, middle, 0.8, grey);
  else
    canvas.line(middle, edge.end + 3, middle, edge.end + 6, 0.8, grey);
}

// Above names that have no room for them, by the same rule.
void paint_values(Canvas& canvas, const LabelledSide& edge, const std::vector<double>& weights) {
  std::vector<std::vector<Label>> values;
  for (const Span& span : edge.spans) values.push_back({{value_of(edge, weights[span.owner])}});
  const EdgeLabels chosen = edge_labels(edge.spans, lengths_of(canvas, values, edge.rows));
  LabelledSide above = edge;
  above.end -= line_distance;
  for (const std::size_t s : chosen.spans)
    paint_label(canvas, above, edge.spans[s].middle(), values[s].front());
}

}  // namespace

void paint_labels(const Page& page, const LabelledSide& edge) {
  const std::vector<double>& weights = edge.rows ? page.picture.row_weight : page.picture.col_weight;
  const std::vector<Extent> blocks =
      blocks_of(edge.rows ? page.picture.row_owners : page.picture.col_owners, weights.size());
  const bool once = each_once(edge.spans);
  std::vector<std::vector<Label>> labels;
  for (const Span& span : edge.spans)
    labels.push_back(wordings(edge, span.owner, weights[span.owner], blocks[span.owner], once));
  const EdgeLabels chosen = edge_labels(edge.spans, lengths_of(page.canvas, labels, edge.rows));
  for (const std::size_t s : chosen.spans) {
    const double middle = edge.spans[s].middle();
    paint_label(page.canvas, edge, middle, labels[s][chosen.wording]);
    if (!chosen.within) paint_tick(page.canvas, edge, middle);
  }
  const bool names_alone = labels.front()[chosen.wording].size() == 1 && chosen.wording > last_with_share;
  if (edge.values && once && names_alone && chosen.spans.size() == edge.spans.size())
    paint_values(page.canvas, edge, weights);
}

}  // namespace het
