#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "src/tools/picture/block_picture.hpp"
#include "src/tools/picture/canvas.hpp"
#include "src/tools/report/parts.hpp"
#include "src/tools/report/report_picture.hpp"

namespace het {
namespace {

constexpr double row_height = 26, top = page_margin + 96;
constexpr double busy_width = 110, strip_width = 260;
const TextStyle label{11, false, ink, Anchor::start}, number{11, false, ink, Anchor::end},
    heading{11, false, grey, Anchor::start};

// Where the columns are: their left ends, or the right ends of numbers.
struct Columns {
  double size = 116, way, calls, median, busy, strip, ratio;

  // Sizes need more room the more digits they have.
  Columns(Canvas& metrics, const Overview& all) {
    double widest = 100;
    for (const CallGroup& group : all.groups)
      widest = std::max(widest, metrics.text_width(group.size_text(), label));
    way = size + widest + 20, calls = way + 128, median = calls + 92, busy = median + 26, strip = busy + 186,
    ratio = strip + strip_width + 76;
  }
  double width() const { return ratio + page_margin; }
  double on_strip(double value) const { return strip + strip_width * strip_share(value); }
};

void paint_headings(Canvas& canvas, const Columns& at, double bottom) {
  const double y = top - 12;
  canvas.text(page_margin, y, "routine", heading);
  canvas.text(at.size, y, "size", heading);
  canvas.text(at.way, y, "way", heading);
  canvas.text(at.calls, y, "calls", anchored(heading, Anchor::end));
  canvas.text(at.median, y, "median time", anchored(heading, Anchor::end));
  canvas.text(at.busy, y, "busy while computing", heading);
  canvas.text(at.strip + strip_width / 2, y - 20, "predicted / measured time, each call",
              anchored(heading, Anchor::middle));
  canvas.text(at.ratio, y, "median", anchored(heading, Anchor::end));
  for (const StripMark& mark : strip_marks) {
    const double x = at.on_strip(mark.ratio);
    const bool middle = mark.ratio == 1;
    canvas.line(x, top - 6, x, bottom, middle ? 1.5 : 1, middle ? grey : pale);
    canvas.text(x, y, mark.name, anchored(heading, Anchor::middle));
  }
}

// Arrow heads beside the ends of the strip, where a call lies beyond it.
void paint_beyond(Canvas& canvas, const Columns& at, double y, const std::vector<double>& ratios,
                  Colour colour) {
  const double middle = y + row_height / 2;
  for (const int side : {-1, 1}) {
    if (std::ranges::find(ratios, side, beyond_strip) == ratios.end()) continue;
    const double end = side < 0 ? at.strip : at.strip + strip_width, base = end + 5 * side,
                 tip = end + 11 * side;
    canvas.line(base, middle - 5, tip, middle, 2, colour);
    canvas.line(base, middle + 5, tip, middle, 2, colour);
  }
}

// One tick for each call, at most one in each half unit of the page.
void paint_ratios(Canvas& canvas, const Columns& at, double y, const std::vector<double>& ratios,
                  Colour colour) {
  std::set<long> places;
  for (const double value : ratios) places.insert(std::lround(2 * at.on_strip(value)));
  for (const long place : places) {
    const double x = static_cast<double>(place) / 2;
    canvas.line(x, y + 7, x, y + row_height - 7, 1.5, colour, 0.55);
  }
  paint_beyond(canvas, at, y, ratios, colour);
  if (ratios.empty()) return;
  const double middle = spread_of(ratios).median, x = at.on_strip(middle);
  canvas.line(x, y + 3, x, y + row_height - 3, 3, colour);
  canvas.text(at.ratio, y + row_height / 2 + to_baseline, ratio_text(middle), number);
}

void paint_group(Canvas& canvas, const Columns& at, double y, const CallGroup& group) {
  constexpr Colour taken = update_colour, forwarded = exchange_colour;
  const double text_y = y + row_height / 2 + to_baseline;
  canvas.text(page_margin, text_y, group.routine, label);
  canvas.text(at.size, text_y, group.size_text(), label);
  canvas.text(at.way, text_y, std::string(way_name(group.way)), label);
  canvas.text(at.calls, text_y, fmt::format("{}", group.calls), number);
  canvas.text(at.median, text_y, time_text(group.seconds.median), number);
  if (group.busy) {
    const Box bar{at.busy, y + 7, busy_width, row_height - 14};
    canvas.fill(bar, idle_colour);
    canvas.fill({bar.x, bar.y, bar.width * std::min(*group.busy, 1.0), bar.height}, taken);
    canvas.text(bar.x + bar.width + 48, text_y, percent(*group.busy), number);
  }
  paint_ratios(canvas, at, y, group.ratios, group.way == CallWay::forwarded ? forwarded : taken);
}

void paint_sums(Canvas& canvas, const Overview& all) {
  paint_title(
      canvas, counted(static_cast<Extent>(all.calls), "call"),
      fmt::format("{} taken{}, {} forwarded to ScaLAPACK{}", all.taken, in_all(all.taken, all.taken_seconds),
                  all.calls - all.taken, in_all(all.calls - all.taken, all.forwarded_seconds)));
}

// Behind every second line.
void paint_stripes(Canvas& canvas, const Columns& at, std::size_t lines) {
  for (std::size_t k = 1; k < lines; k += 2)
    canvas.fill(
        {page_margin - 8, top + row_height * static_cast<double>(k), at.ratio - page_margin + 16, row_height},
        {0.965, 0.965, 0.97});
}

}  // namespace

DrawingMaker picture_of(const Overview& all) {
  return [&all](Canvas& metrics) {
    const Columns at(metrics, all);
    const double bottom = top + row_height * static_cast<double>(all.groups.size()),
                 height = bottom + 46 + page_margin;
    return Drawing{at.width(), height, [=, &all](Canvas& canvas) {
                     canvas.fill({0, 0, at.width(), height}, white);
                     paint_sums(canvas, all);
                     paint_stripes(canvas, at, all.groups.size());
                     paint_headings(canvas, at, bottom);
                     for (std::size_t k = 0; k < all.groups.size(); ++k)
                       paint_group(canvas, at, top + row_height * static_cast<double>(k), all.groups[k]);
                     canvas.text(at.strip, bottom + 20,
                                 "quicker than predicted: right of 1; slower: left of 1", heading);
                     canvas.text(at.strip, bottom + 36, "< or >: some are below 1/4 or above 4", heading);
                   }};
  };
}

}  // namespace het
