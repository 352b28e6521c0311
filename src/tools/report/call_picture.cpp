#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "src/tools/picture/block_picture.hpp"
#include "src/tools/picture/canvas.hpp"
#include "src/tools/report/parts.hpp"
#include "src/tools/report/report_picture.hpp"

namespace het {
namespace {

constexpr std::size_t most_drawn = 64;
constexpr double label_width = 168, bar_width = 560, share_width = 96, phase_height = 26, legend_height = 46;
constexpr double reason_height = 15;
constexpr std::size_t reason_width = 120;  // characters
constexpr double left = page_margin + label_width, right = left + bar_width + share_width;
const TextStyle heading{12, true, ink, Anchor::start}, label{11, false, ink, Anchor::start},
    small{10, false, grey, Anchor::start};

struct Segment {
  std::string_view name;
  double seconds;
  Colour colour;
};

// Segments from left to right; names inside where they fit. Returns where the last one ends.
double paint_segments(Canvas& canvas, const Box& box, double seconds_in_all,
                      const std::vector<Segment>& segments, bool names) {
  double x = box.x;
  for (const Segment& s : segments) {
    const double width = s.seconds / seconds_in_all * box.width;
    canvas.fill({x, box.y, width, box.height}, s.colour);
    const TextStyle inside{10, false, text_on(s.colour), Anchor::middle};
    const std::string text(s.name);
    if (names && canvas.text_width(text, inside) + 8 <= width)
      canvas.text(x + width / 2, box.y + box.height / 2 + to_baseline, text, inside);
    x += width;
  }
  return x;
}

// Lines of time from 0 to what a whole bar is, and their names below.
void paint_scale(Canvas& canvas, double top, double bottom, double end) {
  const double step = round_step(end, 8);
  for (int k = 0; k * step <= end * (1 + 1e-9); ++k) {
    const double x = left + k * step / end * bar_width;
    canvas.line(x, top, x, bottom + 3, 1, pale, 0.8);
    canvas.text(x, bottom + 15, scale_text(k * step, end), anchored(small, Anchor::middle));
  }
}

// A colour and what it stands for; returns where the next one goes.
double paint_key(Canvas& canvas, double x, double y, std::string_view name, Colour colour,
                 double height = 10) {
  canvas.fill({x, y - height, 14, height}, colour);
  const std::string text(name);
  canvas.text(x + 19, y, text, small);
  return x + canvas.text_width(text, small) + 36;
}

constexpr Colour plan_colour = grey, move_colour = blue_green, compute_colour = update_colour;

// Phases of the call on one scale of time.
class PhasePart {
 public:
  explicit PhasePart(const CallReport& call) {
    const auto segments = [&](const PhaseSeconds& s) {
      return std::vector<Segment>{{"plan", s.plan, plan_colour},
                                  {"move in", s.move_in, move_colour},
                                  {"compute", s.compute, compute_colour},
                                  {"move out", s.move_out, move_colour}};
    };
    const PhaseSeconds& m = call.measured;
    if (call.taken())
      add("measured", segments(m), m.total);
    else
      add("ScaLAPACK, measured", {{"", m.total, pale}}, m.total);
    if (call.predicted) add("predicted", segments(*call.predicted), call.predicted->total);
    if (call.scalapack > 0) add("ScaLAPACK, predicted", {{"", call.scalapack, pale}}, call.scalapack);
  }

  double height() const { return phase_height * static_cast<double>(lines_.size()) + 54; }

  void paint(Canvas& canvas, double y) const {
    canvas.text(page_margin, y, "The call", heading);
    paint_keys(canvas, y);
    double longest = 0;
    for (const Line& line : lines_) longest = std::max(longest, line.seconds);
    if (longest > 0)
      paint_scale(canvas, y + 8, y + 8 + phase_height * static_cast<double>(lines_.size()), longest);
    for (std::size_t k = 0; k < lines_.size(); ++k) {
      const Box bar{left, y + 10 + phase_height * static_cast<double>(k), bar_width, phase_height - 6};
      const double text_y = bar.y + bar.height / 2 + to_baseline;
      canvas.text(page_margin, text_y, lines_[k].name, label);
      const double end = longest > 0 ? paint_segments(canvas, bar, longest, lines_[k].segments, true) : bar.x;
      const std::string time = time_text(lines_[k].seconds);
      canvas.fill({end + 4, bar.y, canvas.text_width(time, label) + 6, bar.height}, white);
      canvas.text(end + 7, text_y, time, label);
    }
  }

 private:
  struct Line {
    std::string name;
    std::vector<Segment> segments;
    double seconds;
  };
  bool has(Colour colour) const {
    return std::ranges::any_of(lines_, [&](const Line& line) {
      return std::ranges::any_of(line.segments,
                                 [&](const Segment& s) { return s.seconds > 0 && s.colour == colour; });
    });
  }
  // Of what there is.
  void paint_keys(Canvas& canvas, double y) const {
    constexpr std::pair<std::string_view, Colour> keys[] = {{"plan", plan_colour},
                                                            {"move in and out", move_colour},
                                                            {"compute", compute_colour},
                                                            {"ScaLAPACK", pale}};
    double x = left;
    for (const auto& [name, colour] : keys)
      if (has(colour)) x = paint_key(canvas, x, y, name, colour);
  }
  void add(const char* name, std::vector<Segment> segments, double seconds) {
    lines_.push_back({name, std::move(segments), seconds});
  }
  std::vector<Line> lines_;
};

// What the time of each process went into.
class ProcessPart {
 public:
  explicit ProcessPart(const CallReport& call) : call_(call), ranks_(shown_ranks(call, most_drawn)) {
    row_ = std::clamp(480.0 / static_cast<double>(std::max<std::size_t>(ranks_.size(), 1)), 14.0, 40.0);
  }

  bool empty() const { return ranks_.empty() || call_.computing <= 0; }
  double height() const {
    return empty() ? 0 : row_ * static_cast<double>(ranks_.size()) + 44 + legend_height;
  }

  void paint(Canvas& canvas, double y) const {
    if (empty()) return;
    canvas.text(page_margin, y, "Each process, while computing", heading);
    canvas.text(right, y, "busy", anchored(small, Anchor::end));
    const double bottom = y + 12 + row_ * static_cast<double>(ranks_.size());
    paint_scale(canvas, y + 10, bottom, call_.computing);
    for (std::size_t k = 0; k < ranks_.size(); ++k)
      paint_process(canvas, y + 12 + row_ * static_cast<double>(k), ranks_[k]);
    paint_legend(canvas, bottom + 34);
  }

 private:
  void paint_process(Canvas& canvas, double y, std::size_t rank) const {
    const Box bar{left, y + 2, bar_width, row_ - 6}, busy{left, bar.y + bar.height - 3, bar_width, 3};
    const double text_y = y + row_ / 2 + 3;
    const TextStyle size = row_ < 18 ? small : label;
    const std::string name =
        call_.places.empty() ? fmt::format("{}", rank) : fmt::format("{}  {}", rank, place_of(call_, rank));
    canvas.text(page_margin, text_y, name, size);
    if (!call_.cycle_times.empty()) {
      // Left out where a long name needs the room.
      const std::string time = "t = " + short_number(call_.cycle_times[rank]);
      if (canvas.text_width(name, size) + canvas.text_width(time, small) + 18 <= label_width)
        canvas.text(left - 10, text_y, time, anchored(small, Anchor::end));
    }
    const auto seconds = parts_of(call_, rank);
    std::vector<Segment> segments;
    for (std::size_t k = 0; k < parts.size(); ++k)
      segments.push_back({parts[k].name, seconds[k], parts[k].colour});
    canvas.fill(bar, idle_colour);
    paint_segments(canvas, bar, call_.computing, segments, false);
    canvas.fill({busy.x, busy.y, busy.width * call_.busy_share(rank), busy.height}, ink);
    canvas.text(right, text_y, percent(call_.busy_share(rank)), anchored(size, Anchor::end));
  }

  void paint_legend(Canvas& canvas, double y) const {
    double x = left;
    const bool panels = has_panels(call_);
    for (const Part& part : parts)
      if (panels || part.seconds == &ProcessSeconds::update)
        x = paint_key(canvas, x, y + 10, part.name, part.colour);
    x = paint_key(canvas, x, y + 10, "idle", idle_colour);
    paint_key(canvas, x, y + 10, "busy: computing altogether", ink, 3);
    const std::string more = not_shown(call_, most_drawn);
    const std::string waiting = panels ? "panel and exchange include waiting" : "";
    canvas.text(left, y + 28, more.empty() ? waiting : more, small);
  }

  const CallReport& call_;
  std::vector<std::size_t> ranks_;
  double row_;
};

}  // namespace

double round_step(double end, int most) {
  const double least = end / most;
  if (!std::isnormal(least)) return end > 0 ? end : 1;
  const double power = std::pow(10, std::floor(std::log10(least)));
  for (const double step : {1.0, 2.0, 5.0})
    if (step * power >= least * (1 - 1e-9)) return step * power;
  return 10 * power;
}

DrawingMaker picture_of(const CallReport& call) {
  return [&call](Canvas&) {
    const PhasePart phase_part(call);
    const ProcessPart process_part(call);
    const auto reason = reason_lines(call, reason_width);
    const double top = page_margin + 72 + reason_height * static_cast<double>(reason.size());
    const double middle = top + phase_part.height(), height = middle + process_part.height() + page_margin;
    return Drawing{right + page_margin, height, [=, &call](Canvas& canvas) {
                     canvas.fill({0, 0, right + page_margin, height}, white);
                     paint_title(canvas, title_of(call), subtitle_of(call));
                     for (std::size_t k = 0; k < reason.size(); ++k)
                       canvas.text(page_margin, page_margin + 52 + reason_height * static_cast<double>(k),
                                   reason[k], label);
                     phase_part.paint(canvas, top);
                     process_part.paint(canvas, middle);
                   }};
  };
}

}  // namespace het
