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

constexpr double margin = 30, row_height = 26, top = margin + 96;
constexpr double size = 116, way = 236, calls = 364, median = 452, busy = 478, busy_width = 110, strip = 664,
                 strip_width = 260, ratio = 980;
const TextStyle label{11, false, ink, Anchor::start}, number{11, false, ink, Anchor::end},
    heading{11, false, grey, Anchor::start};

double place_on_strip(double value) { return strip + strip_width * strip_share(value); }

void paint_headings(Canvas& canvas, double bottom) {
  const double y = top - 12;
  canvas.text(margin, y, "routine", heading);
  canvas.text(size, y, "size", heading);
  canvas.text(way, y, "way", heading);
  canvas.text(calls, y, "calls", anchored(heading, Anchor::end));
  canvas.text(median, y, "median", anchored(heading, Anchor::end));
  canvas.text(busy, y, "busy while computing", heading);
  canvas.text(strip + strip_width / 2, y - 20, "predicted / measured time, each call",
              anchored(heading, Anchor::middle));
  canvas.text(ratio, y, "median", anchored(heading, Anchor::end));
  for (const StripMark& mark : strip_marks) {
    const double x = place_on_strip(mark.ratio);
    const bool middle = mark.ratio == 1;
    canvas.line(x, top - 6, x, bottom, middle ? 1.5 : 1, middle ? grey : pale);
    canvas.text(x, y, mark.name, anchored(heading, Anchor::middle));
  }
}

// One tick for each call, at most one in each half unit of the page.
void paint_ratios(Canvas& canvas, double y, const std::vector<double>& ratios, Colour colour) {
  std::set<long> places;
  for (const double value : ratios) places.insert(std::lround(2 * place_on_strip(value)));
  for (const long place : places) {
    const double x = static_cast<double>(place) / 2;
    canvas.line(x, y + 7, x, y + row_height - 7, 1.5, colour, 0.55);
  }
  if (ratios.empty()) return;
  const double middle = spread_of(ratios).median, x = place_on_strip(middle);
  canvas.line(x, y + 3, x, y + row_height - 3, 3, colour);
  canvas.text(ratio, y + row_height / 2 + 4, ratio_text(middle), number);
}

void paint_group(Canvas& canvas, double y, const CallGroup& group) {
  constexpr Colour taken = parts[0].colour, forwarded = parts[2].colour;
  const double text_y = y + row_height / 2 + 4;
  canvas.text(margin, text_y, group.routine, label);
  canvas.text(size, text_y, group.size_text(), label);
  canvas.text(way, text_y, std::string(way_name(group.way)), label);
  canvas.text(calls, text_y, fmt::format("{}", group.calls), number);
  canvas.text(median, text_y, time_text(group.seconds.median), number);
  if (group.busy) {
    const Box bar{busy, y + 7, busy_width, row_height - 14};
    canvas.fill(bar, idle_colour);
    canvas.fill({bar.x, bar.y, bar.width * std::min(*group.busy, 1.0), bar.height}, taken);
    canvas.text(bar.x + bar.width + 48, text_y, percent(*group.busy), number);
  }
  paint_ratios(canvas, y, group.ratios, group.way == CallWay::forwarded ? forwarded : taken);
}

}  // namespace

DrawingMaker picture_of(const Overview& all) {
  return [&all](Canvas&) {
    const double bottom = top + row_height * static_cast<double>(all.groups.size());
    constexpr double width = ratio + margin;
    return Drawing{
        width, bottom + 30 + margin, [=, &all](Canvas& canvas) {
          canvas.fill({0, 0, width, bottom + 30 + margin}, white);
          canvas.text(margin, margin + 14, counted(static_cast<Extent>(all.calls), "call"),
                      {17, true, ink, Anchor::start});
          canvas.text(margin, margin + 36,
                      fmt::format("{} taken in {}, {} forwarded to ScaLAPACK in {}", all.taken,
                                  time_text(all.taken_seconds), all.calls - all.taken,
                                  time_text(all.forwarded_seconds)),
                      {12, false, grey, Anchor::start});
          for (std::size_t k = 1; k < all.groups.size(); k += 2)
            canvas.fill(
                {margin - 8, top + row_height * static_cast<double>(k), ratio - margin + 16, row_height},
                {0.965, 0.965, 0.97});
          paint_headings(canvas, bottom);
          for (std::size_t k = 0; k < all.groups.size(); ++k)
            paint_group(canvas, top + row_height * static_cast<double>(k), all.groups[k]);
          canvas.text(strip, bottom + 20, "quicker than predicted: right of 1; slower: left of 1", heading);
        }};
  };
}

}  // namespace het
