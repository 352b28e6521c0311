#include "src/tools/picture/page/page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "src/tools/input/host_names.hpp"

namespace het {
namespace {

constexpr double margin = 30, title_height = 56, gap = 46;
constexpr double matrix_side = 520, processes_side = 330, narrowest_legend = 360;
const TextStyle title_style{17, true, ink, Anchor::start}, subtitle_style{12, false, grey, Anchor::start};

// Wide enough for names, not wider.
double cell_width(Canvas& canvas, const BlockPicture& picture) {
  double wanted = 88;
  for (const std::string& name : picture.names)
    wanted = std::max(wanted, canvas.text_width(name, {11, false, ink, Anchor::start}) + 14);
  return std::clamp(std::min(wanted, 420.0 / picture.arrangement.q()), 18.0, 130.0);
}

}  // namespace

PageLayout layout_of(Canvas& canvas, const BlockPicture& picture) {
  const double rows = static_cast<double>(picture.row_owners.size()),
               cols = static_cast<double>(picture.col_owners.size());
  const double stretch = std::sqrt(std::clamp(rows / cols, 0.3, 2.5));
  const int p = picture.arrangement.p(), q = picture.arrangement.q();
  PageLayout l{};
  const double top = margin + title_height + col_gutter;
  l.matrix = {margin + row_gutter, top, matrix_side / stretch, matrix_side * stretch};
  const double legend = l.matrix.x + l.matrix.width + gap;
  l.processes = {legend + row_gutter, top, q * cell_width(canvas, picture),
                 p * std::clamp(processes_side / p, 18.0, 72.0)};
  const double below = l.processes.y + l.processes.height;
  l.scale = {legend, below + 62, narrowest_legend - 100, 14};
  l.rates = {legend, below + 136, narrowest_legend, 24.0 * static_cast<double>(picture.rates.size())};
  const double right = std::max({l.processes.x + l.processes.width, legend + narrowest_legend,
                                 margin + canvas.text_width(picture.title, title_style),
                                 margin + canvas.text_width(picture.subtitle, subtitle_style)});
  l.width = right + margin;
  l.title = {margin, margin, right - margin, title_height};
  l.height = std::max(top + l.matrix.height + 26, l.rates.y + l.rates.height) + margin;
  return l;
}

std::string Page::who(std::size_t i, std::size_t j) const {
  return picture.names.empty() ? fmt::format("({}, {})", i, j) : picture.names[at(i, j)];
}

std::string fitted(Canvas& canvas, const std::string& name, double size, double width) {
  std::size_t most = text_length(name);
  while (most > 4 && canvas.text_width(shortened(name, most), {size, false, ink, Anchor::start}) > width)
    --most;
  return shortened(name, most);
}

bool put_centred(Canvas& canvas, const Box& box, const std::vector<std::string>& lines, double size,
                 Colour colour) {
  const TextStyle style{size, false, colour, Anchor::middle};
  std::vector<std::string> fitting;
  for (const std::string& text : lines) {
    const bool fits = canvas.text_width(text, style) + 4 <= box.width &&
                      static_cast<double>(fitting.size() + 1) * size * 1.3 <= box.height;
    if (!fits) break;
    fitting.push_back(text);
  }
  double y = box.y + box.height / 2 - static_cast<double>(fitting.size()) * size * 0.65 + size * 1.02;
  for (const std::string& text : fitting) {
    canvas.text(box.x + box.width / 2, y, text, style);
    y += size * 1.3;
  }
  return !fitting.empty();
}

void paint_page(Canvas& canvas, const BlockPicture& picture) {
  const Page page{canvas, picture, SpeedColours(picture.arrangement.cycle_times()),
                  layout_of(canvas, picture)};
  const PageLayout& l = page.layout;
  canvas.fill({0, 0, l.width, l.height}, white);
  canvas.text(l.title.x, l.title.y + 14, picture.title, title_style);
  canvas.text(l.title.x, l.title.y + 36, picture.subtitle, subtitle_style);
  paint_matrix(page);
  paint_processes(page);
  paint_scale(page);
  paint_rates(page);
}

}  // namespace het
