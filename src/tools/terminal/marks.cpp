#include "src/tools/terminal/marks.hpp"

namespace het {
namespace {

constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

}  // namespace

Marks::Marks(const Arrangement& arrangement)
    : arrangement_(arrangement), colours_(arrangement.cycle_times()) {}

bool Marks::by_letter() const { return arrangement_.cycle_times().size() <= letters.size(); }

std::string Marks::of(int i, int j) const {
  if (by_letter()) return std::string(1, letters[arrangement_.place(i, j)]);
  const double place = colours_.place(arrangement_.cycle_time(i, j));
  return std::string(1, shades()[static_cast<std::size_t>(place * (shades().size() - 1) + 0.5)]);
}

CharStyle Marks::style(int i, int j) const {
  return {false, false, false, colours_.colour(arrangement_.cycle_time(i, j))};
}

std::string_view Marks::shades() { return "@%#*+=-:."; }

}  // namespace het
