#include "src/model/factor/step_costs.hpp"

#include <algorithm>
#include <bit>

namespace het {

TrailingElements::TrailingElements(const Panels& panels, bool triangle, bool with_panel_rows)
    : panels_(panels), triangle_(triangle), rows_offset_(with_panel_rows ? 0 : 1) {
  if (!triangle) return;
  const auto p = static_cast<std::size_t>(panels.p()), q = static_cast<std::size_t>(panels.q());
  triangle_elements_.resize(p * q);
  for (std::size_t s = 1; s < panels.count(); ++s)
    for (std::size_t i = 0; i < p; ++i)
      triangle_elements_[i * q + static_cast<std::size_t>(panels[s].col)] +=
          panels[s].width * panels.rows_left(s, static_cast<int>(i));
}

void TrailingElements::advance_to(std::size_t s) {
  at_ = s;
  if (!triangle_ || s == 0) return;
  const auto q = static_cast<std::size_t>(panels_.q());
  for (int i = 0; i < panels_.p(); ++i)
    triangle_elements_[static_cast<std::size_t>(i) * q + static_cast<std::size_t>(panels_[s].col)] -=
        panels_[s].width * panels_.rows_left(s, i);
}

double TrailingElements::operator()(int i, int j) const {
  if (triangle_)
    return static_cast<double>(triangle_elements_[static_cast<std::size_t>(i * panels_.q() + j)]);
  return static_cast<double>(panels_.rows_left(at_ + rows_offset_, i)) *
         static_cast<double>(panels_.cols_left(at_ + 1, j));
}

StepCosts::StepCosts(const Platform& platform, const CallShape& shape, const Placed& matrix,
                     const FactorAlgorithm& algorithm, const Panels& panels)
    : platform_(platform),
      algorithm_(algorithm),
      panels_(panels),
      flop_seconds_(shape.flops_per_multiply_add * platform.seconds_per_flop),
      element_bytes_(static_cast<double>(shape.element_bytes)),
      cycle_times_(static_cast<std::size_t>(panels.p() * panels.q())),
      trailing_(panels, algorithm.triangle, algorithm.update_work > 1),
      before_(static_cast<std::size_t>(panels.q())),
      update_(before_.size()) {
  for (int rank = 0; rank < matrix.placement.ranks(); ++rank)
    if (const auto at = matrix.placement[rank]; at.on_grid()) {
      cycle_times_[static_cast<std::size_t>(at.row * panels.q() + at.col)] = platform.cycle_time(rank);
      speed_ += 1 / platform.cycle_time(rank);
    }
}

// Latencies until all of some processes know what each of them has.
double StepCosts::rounds(int processes) const {
  return std::bit_width(static_cast<unsigned>(std::max(processes - 1, 0))) * platform_.latency;
}

double StepCosts::factor_seconds(std::size_t s) const {
  const auto width = static_cast<double>(panels_[s].width);
  double slowest = 0;
  for (int i = 0; i < panels_.p(); ++i)
    slowest = std::max(slowest, cycle_time(i, panels_[s].col) * static_cast<double>(panels_.rows_left(s, i)));
  return slowest * width * width * algorithm_.panel_work * flop_seconds_ /
             platform_.rates.*algorithm_.panel_rate +
         (algorithm_.messages_per_column * width + algorithm_.messages_per_panel) * rounds(rows_in_use_);
}

// Bytes along the process column, and what only one process row computes.
double StepCosts::before_seconds(std::size_t s, int j) const {
  const auto width = static_cast<double>(panels_[s].width);
  const auto columns = static_cast<double>(panels_.cols_left(s + 1, j));
  const double travels = 1 - 1.0 / rows_in_use_;
  double slowest = 0;
  for (int i = 0; i < panels_.p(); ++i)
    if (panels_.rows_left(s, i) > 0) slowest = std::max(slowest, cycle_time(i, j));
  const double exchanged = rows_in_use_ > 1 ? algorithm_.exchanged * width * columns : 0;
  const double swapped = algorithm_.swapped * width * static_cast<double>(panels_.cols_left(0, j));
  double seconds = (exchanged + swapped) * element_bytes_ *
                       (travels * platform_.seconds_per_byte + slowest * platform_.seconds_per_copied_byte) +
                   rounds(rows_in_use_) + algorithm_.messages_per_swap * width * travels * platform_.latency;
  if (!algorithm_.solve_everywhere)
    seconds += rounds(rows_in_use_) + cycle_time(panels_[s].row, j) * algorithm_.solve_work * width * width *
                                          columns * flop_seconds_ /
                                          platform_.rates.product(panels_[s].width / 2 + 1);
  return seconds;
}

double StepCosts::update_seconds(std::size_t s, int i, int j, double elements, double columns) const {
  const Extent width = panels_[s].width;
  const auto w = static_cast<double>(width);
  const auto rows = static_cast<double>(panels_.rows_left(s, i));
  if (rows == 0) return 0;
  double seconds = algorithm_.update_work * w * elements * flop_seconds_ /
                   platform_.rates.product(std::min(width, algorithm_.widest_k));
  if (algorithm_.solve_everywhere)
    seconds +=
        algorithm_.solve_work * w * w * columns * flop_seconds_ / platform_.rates.product(width / 2 + 1);
  // Taking the panel from a message and handing it on.
  if (panels_.q() > 1) seconds += 2 * rows * w * element_bytes_ * platform_.seconds_per_copied_byte;
  return cycle_time(i, j) * seconds;
}

void StepCosts::advance_to(std::size_t s) {
  trailing_.advance_to(s);
  rows_in_use_ = 0;
  double most_rows = 0;
  for (int i = 0; i < panels_.p(); ++i) {
    rows_in_use_ += panels_.rows_left(s, i) > 0;
    most_rows = std::max(most_rows, static_cast<double>(panels_.rows_left(s, i)));
  }
  const auto width = static_cast<double>(panels_[s].width);
  panel_ = factor_seconds(s);
  hop_ = platform_.latency + most_rows * width * element_bytes_ * platform_.seconds_per_byte;
  next_ = 0;
  double elements = 0;
  for (int j = 0; j < panels_.q(); ++j) {
    const auto columns = static_cast<double>(panels_.cols_left(s + 1, j));
    double slowest = 0;
    for (int i = 0; i < panels_.p(); ++i) {
      elements += trailing_(i, j);
      slowest = std::max(slowest, update_seconds(s, i, j, trailing_(i, j), columns));
    }
    before_[static_cast<std::size_t>(j)] = before_seconds(s, j);
    update_[static_cast<std::size_t>(j)] = slowest;
  }
  balanced_ = algorithm_.update_work * width * elements * flop_seconds_ /
              platform_.rates.product(std::min(panels_[s].width, algorithm_.widest_k)) / speed_;
  if (s + 1 == panels_.count()) return;
  const auto next_width = static_cast<double>(panels_[s + 1].width);
  for (int i = 0; i < panels_.p(); ++i)
    next_ = std::max(next_,
                     update_seconds(s, i, panels_[s + 1].col,
                                    static_cast<double>(panels_.rows_left(s, i)) * next_width, next_width));
}

}  // namespace het
