// Beside the matrix: the process grid, the scale of colours, and the rates as bars.
#include <fmt/format.h>

#include <algorithm>

#include "src/tools/picture/page/page.hpp"

namespace het {
namespace {

constexpr double busy_height = 5;
constexpr Colour bar_colours[] = {grey, dark_blue, blue, pale};  // of rates, in their order

// A process without a block: hatched, so that no colour of a speed can be meant.
void paint_idle(const Page& page, const Box& cell, const Lines& lines) {
  page.canvas.fill(cell, faint);
  page.canvas.hatch(cell, pale);
  if (cell.width < 40 || cell.height < 30) return;
  const double height = std::min(cell.height - 4, 13.0 * static_cast<double>(lines.size()) + 8);
  const Box plate{cell.x + 5, cell.y + (cell.height - height) / 2, cell.width - 10, height};
  page.canvas.fill(plate, white);
  put_centred(page.canvas, plate, lines, 10, ink);
}

// The cells of the process grid, all of one size.
struct Cells {
  Box grid;
  double width, height;
  std::vector<double> busy;  // of each process

  bool have_bars() const { return height >= 26 && width >= 26; }
  double text_height() const { return have_bars() ? height - busy_height - 7 : height; }
  double text_size() const { return width >= 60 && height >= 34 ? 11 : 8; }
  Box at(std::size_t i, std::size_t j) const {
    return {grid.x + static_cast<double>(j) * width, grid.y + static_cast<double>(i) * height, width, height};
  }
};

// What a cell can say, from the richest to nothing.
std::vector<Lines> sayings(const Page& page, const Cells& cells, std::size_t i, std::size_t j) {
  const std::string who = page.who(i, j, cells.text_size(), cells.width - 6), time = page.time(i, j),
                    busy = (cells.width < 84 ? "" : "busy ") + percent(cells.busy[page.place(i, j)]);
  const bool named = !page.picture.names.empty();
  return {{who, time, busy},
          {who, time},
          {named ? who : time},
          {time},
          {short_number(page.cycle_time(i, j))},
          {}};
}
constexpr std::size_t bare_time = 4;  // among them

// The richest that fits in every cell, so that all of them say the same.
std::size_t saying_of_all(const Page& page, const Cells& cells) {
  const auto p = page.picture.row_weight.size(), q = page.picture.col_weight.size();
  const Box box{0, 0, cells.width, cells.text_height()};
  std::size_t chosen = 0;
  for (std::size_t i = 0; i < p; ++i)
    for (std::size_t j = 0; j < q; ++j) {
      if (cells.busy[page.place(i, j)] == 0) continue;
      const auto said = sayings(page, cells, i, j);
      while (lines_that_fit(page.canvas, box, said[chosen], cells.text_size()) < said[chosen].size())
        ++chosen;
    }
  return chosen;
}

void paint_process(const Page& page, const Cells& cells, std::size_t i, std::size_t j, std::size_t saying) {
  const Box cell = cells.at(i, j);
  const double busy = cells.busy[page.place(i, j)];
  if (busy == 0) {
    paint_idle(page, cell, {page.who(i, j, 10, cell.width - 16), page.time(i, j), "no block"});
  } else {
    const Colour background = page.colour(i, j), text = text_on(background);
    page.canvas.fill(cell, background);
    put_centred(page.canvas, {cell.x, cell.y, cell.width, cells.text_height()},
                sayings(page, cells, i, j)[saying], cells.text_size(), text);
    if (cells.have_bars()) {
      const Box track{cell.x + 8, cell.y + cell.height - busy_height - 6, cell.width - 16, busy_height};
      page.canvas.fill(track, background);
      page.canvas.fill({track.x, track.y, track.width * busy, track.height}, text);
      page.canvas.frame(track, 1, text);
    }
  }
  page.canvas.frame(cell, 2, white);
}

void paint_note(const Page& page, const Cells& cells, std::size_t saying) {
  std::string note = saying == bare_time ? "numbers: cycle-times t" : "";
  if (cells.have_bars())
    note += std::string(note.empty() ? "" : "; ") + "bars: for how much of the time each process is busy";
  page.canvas.text(page.layout.scale.x, cells.grid.y + cells.grid.height + 20, note,
                   {11, false, grey, Anchor::start});
}

// One span for each grid row or column.
std::vector<Span> equal_spans(std::size_t count, double start, double length) {
  std::vector<Span> spans;
  for (std::size_t k = 0; k < count; ++k)
    spans.push_back({k, start + static_cast<double>(k) * length, length});
  return spans;
}

}  // namespace

void paint_processes(const Page& page) {
  const std::size_t p = page.picture.row_weight.size(), q = page.picture.col_weight.size();
  const Box& g = page.layout.processes;
  const Cells cells{g, g.width / static_cast<double>(q), g.height / static_cast<double>(p),
                    busy_shares(page.picture.arrangement, blocks_of(page.picture.row_owners, p),
                                blocks_of(page.picture.col_owners, q))};
  const std::size_t saying = saying_of_all(page, cells);
  for (std::size_t i = 0; i < p; ++i)
    for (std::size_t j = 0; j < q; ++j) paint_process(page, cells, i, j, saying);
  paint_labels(page, {true, equal_spans(p, g.y, cells.height), g.x - 7, true});
  paint_labels(page, {false, equal_spans(q, g.x, cells.width), g.y - 7, true});
  paint_note(page, cells, saying);
}

void paint_scale(const Page& page) {
  const Box& s = page.layout.scale;
  const TextStyle small{11, false, ink, Anchor::start}, heading{11, false, grey, Anchor::start};
  const SpeedColours& colours = page.colours;
  if (colours.all_equal()) {
    page.canvas.fill({s.x, s.y, 18, s.height}, SpeedColours::at(colours.place(colours.fastest())));
    page.canvas.text(s.x + 26, s.y + 12,
                     fmt::format("all processes: cycle-time {}", short_number(colours.fastest())), heading);
    return;
  }
  page.canvas.text(s.x, s.y - 8, "cycle-time t, logarithmic", heading);
  constexpr int steps = 65;
  for (int k = 0; k < steps; ++k)
    page.canvas.fill({s.x + s.width * k / steps, s.y, s.width * (steps - k) / steps, s.height},
                     SpeedColours::at(k / (steps - 1.0)));
  page.canvas.text(s.x, s.y + 29, "fast " + short_number(colours.fastest()), small);
  page.canvas.text(s.x + s.width, s.y + 29, short_number(colours.slowest()) + " slow",
                   {11, false, ink, Anchor::end});
}

void paint_rates(const Page& page) {
  const Box& r = page.layout.rates;
  if (page.picture.rates.empty()) return;
  const double line = r.height / static_cast<double>(page.picture.rates.size());
  constexpr double name_width = 118, share_width = 52;
  const double longest = r.width - name_width - share_width;
  page.canvas.text(r.x, r.y - 10, "W, block updates per unit of time", {11, false, grey, Anchor::start});
  for (std::size_t k = 0; k < page.picture.rates.size(); ++k) {
    const Rate& rate = page.picture.rates[k];
    const double share = rate.value / page.picture.rates.front().value;
    const double y = r.y + static_cast<double>(k) * line, text_y = y + line / 2 + to_baseline;
    page.canvas.text(r.x, text_y, rate.name, {11, false, ink, Anchor::start});
    const Box bar{r.x + name_width, y + 4, longest, line - 8};
    const Colour colour = bar_colours[k % std::size(bar_colours)];
    page.canvas.fill(bar, faint);
    page.canvas.fill({bar.x, bar.y, bar.width * std::clamp(share, 0.0, 1.0), bar.height}, colour);
    const std::string value = short_number(rate.value);
    const TextStyle inside{10, false, text_on(colour), Anchor::start}, beside{10, false, ink, Anchor::start};
    const double filled = bar.width * share;
    const bool fits = page.canvas.text_width(value, inside) + 12 <= filled;
    page.canvas.text(bar.x + (fits ? 6 : filled + 6), text_y, value, fits ? inside : beside);
    page.canvas.text(r.x + r.width, text_y, percent(share), {11, false, ink, Anchor::end});
  }
}

}  // namespace het
