#include "src/tools/picture/page/page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "src/tools/help/wrapped.hpp"
#include "src/tools/input/host_names.hpp"

namespace het {
namespace {

constexpr double title_height = 56, gap = 46;
constexpr double matrix_side = 520, processes_side = 330, narrowest_legend = 360;
constexpr double flattest = 0.3, tallest = 2.5;  // rows over columns of the drawn matrix
constexpr double beside = 6;                     // room beside a line of text in its box

// Wide enough for names and cycle-times, not wider.
double cell_width(Canvas& canvas, const BlockPicture& picture) {
  constexpr TextStyle style{11, false, ink, Anchor::start};
  double wanted = 88;
  for (const std::string& name : picture.names)
    wanted = std::max(wanted, canvas.text_width(name, style) + 18);
  for (const double t : picture.arrangement.cycle_times())
    wanted = std::max(wanted, canvas.text_width("t = " + short_number(t), style) + 18);
  return std::clamp(std::min(wanted, 420.0 / picture.arrangement.q()), 18.0, 130.0);
}

}  // namespace

std::string drawing_note(const BlockPicture& picture) {
  const std::size_t rows = picture.row_owners.size(), cols = picture.col_owners.size();
  std::string note;
  if (rows > most_drawn_blocks || cols > most_drawn_blocks)
    note = sampling_text(picture, std::min(rows, most_drawn_blocks), std::min(cols, most_drawn_blocks),
                         "\u00d7");
  const double ratio = static_cast<double>(rows) / static_cast<double>(cols);
  if (ratio < flattest || ratio > tallest) note += note.empty() ? "not to scale" : "; not to scale";
  return note;
}

PageLayout layout_of(Canvas& canvas, const BlockPicture& picture) {
  const double rows = static_cast<double>(picture.row_owners.size()),
               cols = static_cast<double>(picture.col_owners.size());
  const double stretch = std::sqrt(std::clamp(rows / cols, flattest, tallest));
  const int p = picture.arrangement.p(), q = picture.arrangement.q();
  PageLayout l{};
  const double top = page_margin + title_height + col_gutter;
  l.matrix = {page_margin + row_gutter, top, matrix_side / stretch, matrix_side * stretch};
  const double legend = l.matrix.x + l.matrix.width + gap;
  l.processes = {legend + row_gutter, top, q * cell_width(canvas, picture),
                 p * std::clamp(processes_side / p, 18.0, 72.0)};
  const double below = l.processes.y + l.processes.height;
  l.scale = {legend, below + 62, narrowest_legend - 100, 14};
  l.rates = {legend, below + 136, narrowest_legend, 24.0 * static_cast<double>(picture.rates.size())};
  const double right = std::max({l.processes.x + l.processes.width, legend + narrowest_legend,
                                 page_margin + canvas.text_width(picture.title, title_style),
                                 page_margin + canvas.text_width(picture.subtitle, subtitle_style)});
  l.width = right + page_margin;
  l.height = std::max(top + l.matrix.height + (drawing_note(picture).empty() ? 26 : 42),
                      l.rates.y + l.rates.height) +
             page_margin;
  return l;
}

std::string Page::who(std::size_t i, std::size_t j, double size, double width) const {
  return picture.names.empty() ? fmt::format("({}, {})", i, j)
                               : fitted(canvas, picture.names[place(i, j)], size, width);
}

std::string Page::time(std::size_t i, std::size_t j) const { return "t = " + short_number(cycle_time(i, j)); }

std::string fitted(Canvas& canvas, const std::string& name, double size, double width) {
  constexpr std::size_t least = 8;  // keeps the end, too
  std::size_t most = text_length(name);
  while (most > least && canvas.text_width(shortened(name, most), {size, false, ink, Anchor::start}) > width)
    --most;
  return shortened(name, most);
}

std::size_t lines_that_fit(Canvas& canvas, const Box& box, const Lines& lines, double size) {
  const auto most = static_cast<std::size_t>(std::max(box.height / (1.3 * size), 0.0));
  std::size_t k = 0;
  while (k < std::min(most, lines.size()) &&
         canvas.text_width(lines[k], {size, false, ink, Anchor::start}) + beside <= box.width)
    ++k;
  return k;
}

bool put_centred(Canvas& canvas, const Box& box, const Lines& lines, double size, Colour colour) {
  const std::size_t count = lines_that_fit(canvas, box, lines, size);
  double y = box.y + box.height / 2 - static_cast<double>(count) * size * 0.65 + size * 1.02;
  for (std::size_t k = 0; k < count; ++k, y += size * 1.3)
    canvas.text(box.x + box.width / 2, y, lines[k], {size, false, colour, Anchor::middle});
  return count > 0;
}

void paint_page(Canvas& canvas, const BlockPicture& picture) {
  const Page page{canvas, picture, SpeedColours(picture.arrangement.cycle_times()),
                  layout_of(canvas, picture)};
  const PageLayout& l = page.layout;
  canvas.fill({0, 0, l.width, l.height}, white);
  paint_title(canvas, picture.title, picture.subtitle);
  paint_matrix(page);
  paint_processes(page);
  paint_scale(page);
  paint_rates(page);
}

}  // namespace het
