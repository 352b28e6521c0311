#pragma once
#include <string>

#include "blacs_het/plan/arrangement.hpp"
#include "src/tools/terminal/char_grid.hpp"

namespace het {

// One character and one colour for each process: letters where there are enough of them, else a shade by
// speed.
class Marks {
 public:
  explicit Marks(const Arrangement& arrangement);
  bool by_letter() const;
  std::string of(int i, int j) const;
  CharStyle style(int i, int j) const;
  const SpeedColours& colours() const { return colours_; }
  // The shades, fast to slow.
  static std::string_view shades();

 private:
  const Arrangement& arrangement_;
  SpeedColours colours_;
};

}  // namespace het
