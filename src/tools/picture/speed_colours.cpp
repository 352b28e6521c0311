#include "src/tools/picture/speed_colours.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace het {

SpeedColours::SpeedColours(std::span<const double> cycle_times)
    : fastest_(*std::min_element(cycle_times.begin(), cycle_times.end())),
      slowest_(*std::max_element(cycle_times.begin(), cycle_times.end())) {}

double SpeedColours::place(double cycle_time) const {
  return all_equal() ? 0.4 : std::log(cycle_time / fastest_) / std::log(slowest_ / fastest_);
}

Colour SpeedColours::at(double place) {
  // ColorBrewer's YlGnBu without its palest and darkest ends.
  constexpr std::array<Colour, 7> stops{{dark_blue,
                                         {0.133, 0.369, 0.659},
                                         blue,
                                         {0.255, 0.714, 0.769},
                                         blue_green,
                                         {0.780, 0.914, 0.706},
                                         {0.945, 0.973, 0.710}}};
  const double x = std::clamp(place, 0.0, 1.0) * (stops.size() - 1);
  const auto k = std::min(static_cast<std::size_t>(x), stops.size() - 2);
  const double f = x - static_cast<double>(k);
  const Colour &a = stops[k], &b = stops[k + 1];
  return {a.red + f * (b.red - a.red), a.green + f * (b.green - a.green), a.blue + f * (b.blue - a.blue)};
}

}  // namespace het
