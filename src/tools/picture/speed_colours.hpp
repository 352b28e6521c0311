#pragma once
#include <span>

namespace het {

struct Colour {
  double red, green, blue;
  // Perceived brightness, 0 black to 1 white.
  double luminance() const { return 0.2126 * red + 0.7152 * green + 0.0722 * blue; }
  // Is black text easier to read on it than white text?
  bool wants_dark_text() const { return luminance() > 0.5; }
  bool operator==(const Colour&) const = default;
};

// Of ColorBrewer's YlGnBu.
inline constexpr Colour dark_blue{0.145, 0.204, 0.580}, blue{0.114, 0.569, 0.753},
    blue_green{0.498, 0.804, 0.733};

// Deep blue for the fastest processor, pale yellow for the slowest, by the logarithm of the cycle-time;
// readable with every kind of colour vision and in grey. All equal: one colour in the middle.
class SpeedColours {
 public:
  explicit SpeedColours(std::span<const double> cycle_times);
  double fastest() const { return fastest_; }
  double slowest() const { return slowest_; }
  bool all_equal() const { return fastest_ == slowest_; }
  // 0 for the fastest, 1 for the slowest.
  double place(double cycle_time) const;
  Colour colour(double cycle_time) const { return at(place(cycle_time)); }
  // The scale itself, place from 0 to 1.
  static Colour at(double place);

 private:
  double fastest_, slowest_;
};

}  // namespace het
