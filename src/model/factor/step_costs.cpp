#include "src/model/factor/step_costs.hpp"

#include <algorithm>
#include <bit>

namespace het {
namespace {

// Panels travel in chunks of about this size.
constexpr double ring_chunk_bytes = 96 << 10;

}  // namespace

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
  return static_cast<double>(panels_.rows_left(at_ + rows_offset_, i) * panels_.cols_left(at_ + 1, j));
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

// Latencies until each process of a column knows what all of them have.
double StepCosts::all_know() const {
  return std::bit_width(static_cast<unsigned>(std::max(rows_in_use_ - 1, 0))) * platform_.latency;
}

double StepCosts::factor_seconds(std::size_t s) const {
  const auto width = static_cast<double>(panels_[s].width);
  double slowest = 0;
  for (int i = 0; i < panels_.p(); ++i)
    slowest = std::max(slowest, cycle_time(i, panels_[s].col) * static_cast<double>(panels_.rows_left(s, i)));
  return slowest * width * width * algorithm_.panel_work * flop_seconds_ /
             (platform_.rates.*algorithm_.panel_rate)() +
         (algorithm_.messages_per_column * width + algorithm_.messages_per_panel) * all_know();
}

// Bytes along the process column, whose slowest process has the cycle-time `slowest`, and what only one process
// row computes.
double StepCosts::before_seconds(std::size_t s, int j, double slowest) const {
  const auto width = static_cast<double>(panels_[s].width);
  const auto columns = static_cast<double>(panels_.cols_left(s + 1, j));
  const double travels = 1 - 1.0 / rows_in_use_;
  const double exchanged = rows_in_use_ > 1 ? algorithm_.exchanged * width * columns : 0;
  const double swapped = algorithm_.swapped * width * static_cast<double>(panels_.cols_left(0, j));
  const double byte_seconds =
      travels * platform_.seconds_per_byte + slowest * platform_.seconds_per_copied_byte;
  const double messages = all_know() + algorithm_.messages_per_swap * width * travels * platform_.latency;
  const double seconds = (exchanged + swapped) * element_bytes_ * byte_seconds + messages;
  if (algorithm_.solve_everywhere) return seconds;
  const double solve = algorithm_.solve_work * width * width * columns * flop_seconds_ /
                       platform_.rates.product(panels_[s].width / 2 + 1);
  return seconds + all_know() + cycle_time(panels_[s].row, j) * solve;
}

StepCosts::UpdateRates StepCosts::update_rates(Extent width) const {
  const auto w = static_cast<double>(width);
  const double element = algorithm_.update_work * w * flop_seconds_ /
                         platform_.rates.product(std::min(width, algorithm_.widest_k));
  const double column = algorithm_.solve_everywhere ? algorithm_.solve_work * w * w * flop_seconds_ /
                                                          platform_.rates.product(width / 2 + 1)
                                                    : 0;
  // Taking the panel from a message and handing it on.
  const double row = panels_.q() > 1 ? 2 * w * element_bytes_ * platform_.seconds_per_copied_byte : 0;
  return {element, column, row};
}

// The part of the update of step s that panel s + 1 waits for.
double StepCosts::next_seconds(std::size_t s, const UpdateRates& rates) const {
  if (s + 1 == panels_.count()) return 0;
  const auto width = static_cast<double>(panels_[s + 1].width);
  double slowest = 0;
  for (int i = 0; i < panels_.p(); ++i) {
    const auto rows = static_cast<double>(panels_.rows_left(s, i));
    slowest = std::max(slowest, cycle_time(i, panels_[s + 1].col) * rates.seconds(rows * width, width, rows));
  }
  return slowest;
}

void StepCosts::advance_to(std::size_t s) {
  trailing_.advance_to(s);
  rows_in_use_ = 0;
  double most_rows = 0;
  for (int i = 0; i < panels_.p(); ++i) {
    rows_in_use_ += panels_.rows_left(s, i) > 0;
    most_rows = std::max(most_rows, static_cast<double>(panels_.rows_left(s, i)));
  }
  const UpdateRates rates = update_rates(panels_[s].width);
  double elements = 0;
  for (int j = 0; j < panels_.q(); ++j) {
    const auto columns = static_cast<double>(panels_.cols_left(s + 1, j));
    double slowest_update = 0, slowest = 0;
    for (int i = 0; i < panels_.p(); ++i) {
      const auto rows = static_cast<double>(panels_.rows_left(s, i));
      if (rows == 0) continue;
      const double mine = trailing_(i, j), t = cycle_time(i, j);
      elements += mine;
      slowest = std::max(slowest, t);
      slowest_update = std::max(slowest_update, t * rates.seconds(mine, columns, rows));
    }
    update_[static_cast<std::size_t>(j)] = slowest_update;
    before_[static_cast<std::size_t>(j)] = before_seconds(s, j, slowest);
  }
  panel_ = factor_seconds(s);
  const double bytes = most_rows * static_cast<double>(panels_[s].width) * element_bytes_;
  const double chunk = std::min(bytes, ring_chunk_bytes);
  whole_ = (bytes - chunk) * platform_.seconds_per_byte;
  hop_ = platform_.latency + chunk * platform_.seconds_per_byte;
  next_ = next_seconds(s, rates);
  balanced_ = rates.element * elements / speed_;
}

}  // namespace het
