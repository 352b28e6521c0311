#include "src/model/factor/step/step_costs.hpp"

#include <algorithm>
#include <bit>

namespace het {

// One round of messages along process column j: all know what each of the speakers has said, `bytes`.
double StepCosts::round(int j, double bytes, int speakers) const {
  const int others = panels_.p() - 1;
  if (others <= 0) return 0;
  bytes *= platform_.all_at_once(speakers);
  const GridLinks::Column& column = links_.column(j);
  const double one = column.slowest.latency + bytes * column.slowest.seconds_per_byte;
  if (!algorithm_.rounds.direct) return std::bit_width(static_cast<unsigned>(others)) * one;
  // The process hands over the next message while the link carries this one.
  const auto further = [&](const LinkCosts& link) {
    return std::max(link.message_overhead, bytes * link.seconds_per_byte);
  };
  return one + (column.far - 1) * further(column.slowest) + column.near * further(column.inside);
}

double StepCosts::panel_row_seconds() const {
  const FactorAlgorithm::PanelWork& work = algorithm_.panel;
  return width() *
         (flop_seconds_ * (width() * work.multiply_adds / (platform_.rates.*work.rate)(panels_[at_].width()) +
                           work.vectors / platform_.rates.columns) +
          work.copied * element_bytes_ * platform_.seconds_per_copied_byte);
}

double StepCosts::panel_part(int i) const {
  const Extent rows = panels_.rows_left(at_ + (algorithm_.panel.diagonal_first ? 1 : 0), i);
  return cycle_time(i, panels_[at_].col) * static_cast<double>(rows) * panel_row_;
}

double StepCosts::factor_panel_seconds() const {
  double slowest = 0;
  for (int i = 0; i < panels_.p(); ++i) slowest = std::max(slowest, panel_part(i));
  if (algorithm_.panel.diagonal_first) return slowest;
  const int j = panels_[at_].col;
  const FactorAlgorithm::Rounds& rounds = algorithm_.rounds;
  const double block = rounds.per_column > 0 ? 0 : width() * width() * element_bytes_,
               column = (rounds.rows * width() + rounds.elements) * element_bytes_,
               leaves = static_cast<double>(ceil_div(panels_[at_].width(), leaf_width)),
               leaf = width() * width() / leaves * element_bytes_;
  return slowest + rounds.per_panel * round(j, block, 1) +
         rounds.per_column * width() * round(j, column, panels_.p()) +
         rounds.per_leaf * leaves * round(j, leaf, panels_.p());
}

double StepCosts::rounds_on_links() const {
  const FactorAlgorithm::Rounds& rounds = algorithm_.rounds;
  const double elements = rounds.per_column * width() * (rounds.rows * width() + rounds.elements) +
                          rounds.per_leaf * width() * width();
  return elements * element_bytes_ * (panels_.p() - 1) * links_.column(panels_[at_].col).exchanged_byte;
}

double StepCosts::diagonal_block_seconds() const {
  if (!algorithm_.panel.diagonal_first) return 0;
  return cycle_time(panels_.diagonal_row(at_), panels_[at_].col) * algorithm_.panel.diagonal * width() *
         width() * width() * flop_seconds_ / platform_.rates.left_solve(panels_[at_].width());
}

double StepCosts::factor_message() const {
  if (!algorithm_.panel.diagonal_first || panels_.p() == 1) return 0;
  const LinkCosts& link = links_.column(panels_[at_].col).slowest;
  return std::max(width() * width() * element_bytes_ * link.seconds_per_byte, link.message_overhead);
}

}  // namespace het
