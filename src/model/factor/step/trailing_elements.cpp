#include "src/model/factor/step/trailing_elements.hpp"

#include <algorithm>
#include <cmath>

#include "src/distribution/panels/triangle/cholesky_cuts.hpp"

namespace het {

TrailingElements::TrailingElements(const Panels& panels, const Triangle* triangle, const KernelRates& rates,
                                   bool with_panel_rows)
    : panels_(panels),
      triangle_(triangle != nullptr),
      stair_(triangle ? triangle->stair : 0),
      near_panels_(triangle ? triangle->near_panels : 0),
      rates_(rates),
      rows_offset_(with_panel_rows ? 0 : 1) {
  if (!triangle) return;
  const auto p = static_cast<std::size_t>(panels.p()), q = static_cast<std::size_t>(panels.q());
  triangle_elements_.resize(p * q);
  for (std::size_t s = 1; s < panels.count(); ++s)
    for (int i = 0; i < panels.p(); ++i)
      triangle_elements_[static_cast<std::size_t>(i) * q + static_cast<std::size_t>(panels[s].col)] +=
          of_panel(s, i, stair_);
}

// Of panel s on process row i: half of the block on the diagonal, whose rows may be on several process rows, and what is
// beside each of them.
double TrailingElements::of_panel(std::size_t s, int i, Extent stair) const {
  const auto width = static_cast<double>(panels_[s].width());
  const Extent rows = panels_.rows_left(s, i), below = panels_.rows_left(s + 1, i);
  if (stair_ == 0) return width * static_cast<double>(rows);
  const double across = static_cast<double>(stair), sizes = std::log2(std::max(width / across, 1.0));
  // Whole, so that nothing remains when all are subtracted.
  const double beside = across / 2 + std::round(rates_.half_speed_square * (1 + sizes / 2));
  return width * static_cast<double>(rows + below) / 2 + beside * static_cast<double>(rows - below);
}

void TrailingElements::advance_to(std::size_t s) {
  at_ = s;
  if (!triangle_) return;
  slower_ = narrow_columns();
  if (s == 0) return;
  const auto q = static_cast<std::size_t>(panels_.q());
  for (int i = 0; i < panels_.p(); ++i)
    triangle_elements_[static_cast<std::size_t>(i) * q + static_cast<std::size_t>(panels_[s].col)] -=
        of_panel(s, i, stair_);
}

double TrailingElements::operator()(int i, int j) const {
  if (!triangle_) return static_cast<double>(rows(i) * panels_.cols_left(at_ + 1, j));
  return slower_ * triangle_elements_[static_cast<std::size_t>(i * panels_.q() + j)];
}

double TrailingElements::narrow_columns() const {
  const std::size_t last = std::min(at_ + near_panels_, panels_.count() - 1);
  if (last == at_) return 1;
  const auto columns = [this](std::size_t to) {
    return static_cast<double>(panels_[to].end - panels_[at_].end);
  };
  const double far = 1 - columns(last) / columns(panels_.count() - 1);
  const Extent panel = panels_[at_ + 1].width(),
               together = near_piece_width(rates_.half_speed_narrow) / panel * panel;
  return 1 + (rates_.narrow(std::max(panel, together)) - 1) * (1 - far * far);
}

double TrailingElements::of_next_panel(int i) const {
  const Extent width = panels_[at_ + 1].width();
  if (!triangle_) return static_cast<double>(width * rows(i));
  return of_panel(at_ + 1, i, std::min(stair_, width)) * (near_panels_ > 0 ? rates_.narrow(width) : 1);
}

}  // namespace het
