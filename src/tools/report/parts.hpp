#pragma once
// What the time of a process went into, as tables and pictures show it.
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "src/tools/picture/speed_colours.hpp"
#include "src/tools/report/call_report.hpp"

namespace het {

struct Part {
  std::string_view name;
  char mark;
  Colour colour;
  const std::vector<double> ProcessSeconds::*seconds;
};

// Blue where there is mostly computing, orange where there is mostly waiting. What is left of the time is idle.
inline constexpr Colour update_colour = dark_blue, panel_colour = blue, exchange_colour{0.902, 0.420, 0.137},
                        waiting_colour{0.992, 0.769, 0.412}, idle_colour{0.90, 0.90, 0.91};
inline constexpr std::array<Part, 4> parts{
    {{"update", '#', update_colour, &ProcessSeconds::update},
     {"panel", 'P', panel_colour, &ProcessSeconds::panel},
     {"exchange", 'X', exchange_colour, &ProcessSeconds::exchange},
     {"waiting for panels", 'w', waiting_colour, &ProcessSeconds::broadcast}}};
inline constexpr char idle_mark = '.';

// Phases of a call, with their names.
struct Phase {
  std::string_view name;
  double PhaseSeconds::*seconds;
};
inline constexpr std::array<Phase, 5> phases{{{"plan", &PhaseSeconds::plan},
                                              {"move in", &PhaseSeconds::move_in},
                                              {"compute", &PhaseSeconds::compute},
                                              {"move out", &PhaseSeconds::move_out},
                                              {"total", &PhaseSeconds::total}}};

// Whether any process spent time on another part than updates: products have no other.
bool has_panels(const CallReport& call);
// Seconds of one process for each part.
std::array<double, parts.size()> parts_of(const CallReport& call, std::size_t rank);

// "1.234 s", "45.6 ms", "12 us", "3 ns", "86400 s": at most 9 characters from a nanosecond to 1e12 s.
std::string time_text(double seconds);
// " in 1.5 s" behind a number of calls; nothing behind none.
std::string in_all(std::size_t calls, double seconds);
// Along a scale that ends at `end` seconds: all in the unit of that.
std::string scale_text(double seconds, double end);
// "0.87", "123", ">9999": at most 5 characters.
std::string ratio_text(double ratio);

// Place on a strip for predicted over measured seconds: 0 (its left end) for 1/4 or less, 1 for 4 or more, by the
// logarithm. What is quicker than predicted is right of the middle.
double strip_share(double ratio);
struct StripMark {
  const char* name;
  double ratio;
};
inline constexpr std::array<StripMark, 5> strip_marks{
    {{"1/4", 0.25}, {"1/2", 0.5}, {"1", 1}, {"2", 2}, {"4", 4}}};

// -1 for less than 1/4 and 1 for more than 4, which the strip shows at its ends; else 0.
int beyond_strip(double ratio);

// What is said of a call above its picture: "pdgetrf 6000 x 6000", and "call 3 of 12: moved to 2 x 2, ...".
std::string title_of(const CallReport& call);
std::string subtitle_of(const CallReport& call);
// The reason of a call of which the way does not say it: why it was forwarded. In lines of at most `width` characters.
std::vector<std::string> reason_lines(const CallReport& call, std::size_t width);
// "(1, 0)", "left out" for a process without a place on the grid, "-" where the grid is not known.
std::string place_of(const CallReport& call, std::size_t rank);
// Ranks in the order in which they are shown where not all can be: all of them, or the busiest and the idlest `most`
// / 2.
std::vector<std::size_t> shown_ranks(const CallReport& call, std::size_t most);
// What is left out, empty where all are shown.
std::string not_shown(const CallReport& call, std::size_t most);

}  // namespace het
