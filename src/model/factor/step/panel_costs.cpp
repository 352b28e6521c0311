#include "src/model/factor/step/step_costs.hpp"

#include <algorithm>
#include <bit>

#include "src/distribution/panels/wait_filling.hpp"

namespace het {

// One round of messages along process column j: all know what each of the speakers has said, `bytes`.
double StepCosts::round(int j, double bytes, int speakers) const {
  const int others = panels_.p() - 1;
  if (others <= 0) return 0;
  bytes *= platform_.all_at_once(speakers);
  const GridLinks::Column& column = links_.column(j);
  const double one = column.slowest.latency + bytes * column.slowest.seconds_per_byte;
  if (!algorithm_.direct) return std::bit_width(static_cast<unsigned>(others)) * one;
  // The process hands over the next message while the link carries this one.
  const auto further = [&](const LinkCosts& link) {
    return std::max(link.message_overhead, bytes * link.seconds_per_byte);
  };
  return one + (column.far - 1) * further(column.slowest) + column.near * further(column.inside);
}

double StepCosts::panel_row_seconds() const {
  const auto width = static_cast<double>(panels_[at_].width());
  return width * (flop_seconds_ * (width * algorithm_.panel_work /
                                       (platform_.rates.*algorithm_.panel_rate)(panels_[at_].width()) +
                                   algorithm_.vector_work / platform_.rates.columns) +
                  algorithm_.panel_copies * element_bytes_ * platform_.seconds_per_copied_byte);
}

double StepCosts::panel_part(int i) const {
  const Extent rows = panels_.rows_left(at_ + (algorithm_.diagonal_first ? 1 : 0), i);
  return cycle_time(i, panels_[at_].col) * static_cast<double>(rows) * panel_row_;
}

double StepCosts::factor_panel_seconds() const {
  const auto width = static_cast<double>(panels_[at_].width());
  double slowest = 0;
  for (int i = 0; i < panels_.p(); ++i) slowest = std::max(slowest, panel_part(i));
  const double block = algorithm_.rounds_per_column > 0 ? 0 : width * width * element_bytes_;
  const double rounds =
      algorithm_.diagonal_first ? 0 : algorithm_.rounds_per_panel * round(panels_[at_].col, block, 1);
  return slowest + rounds + column_rounds() * round_of_column();
}

// Rounds of the columns of a panel, and one of them.
double StepCosts::column_rounds() const {
  return algorithm_.rounds_per_column * static_cast<double>(panels_[at_].width());
}
double StepCosts::round_of_column() const {
  const auto width = static_cast<double>(panels_[at_].width());
  return round(panels_[at_].col, algorithm_.elements_per_round * width * element_bytes_, panels_.p());
}

bool StepCosts::fills_waits(double left) const {
  constexpr WaitFilling rule;
  return algorithm_.fills_waits && round_of_column() >= rule.least_round &&
         left > rule.least_panels * factor_panel();
}

double StepCosts::lengthened_by_tiles(int fillers) const {
  if (fillers == 0) return 0;
  return column_rounds() * std::min(round_of_column(), WaitFilling{}.longest_tile) * fillers / (fillers + 1);
}

double StepCosts::lengthened_panel(double busy, double messages) const {
  const auto width = static_cast<double>(panels_[at_].width());
  const double rounds = algorithm_.rounds_per_column * width, others = panels_.p() - 1;
  if (rounds == 0 || busy == 0) return 0;
  const GridLinks::Column& links = links_.column(panels_[at_].col);
  const double carried =
      algorithm_.elements_per_round * width * element_bytes_ *
      (links.far * links.slowest.seconds_per_byte + links.near * links.inside.seconds_per_byte);
  const double longer = carried * messages / others;
  if (longer <= 0) return 0;  // programs may trap a division by 0
  // The others go on alone between two rounds.
  const double time_for_others = std::max(factor_panel() / rounds - carried, 0.0) + longer;
  return std::min(rounds, busy / time_for_others) * longer;
}

double StepCosts::diagonal_block_seconds() const {
  if (!algorithm_.diagonal_first) return 0;
  const auto width = static_cast<double>(panels_[at_].width());
  return cycle_time(panels_.diagonal_row(at_), panels_[at_].col) * algorithm_.diagonal_work * width * width *
         width * flop_seconds_ / platform_.rates.left_solve(panels_[at_].width());
}

double StepCosts::diagonal_round() const {
  if (!algorithm_.diagonal_first) return 0;
  const auto width = static_cast<double>(panels_[at_].width());
  return algorithm_.rounds_per_panel * round(panels_[at_].col, width * width * element_bytes_, 1);
}

double StepCosts::diagonal_messages() const {
  return std::max(diagonal_round() - links_.column(panels_[at_].col).slowest.latency, 0.0);
}

double StepCosts::diagonal_rows_collected(int i) const {
  const Panel& panel = panels_[at_];
  if (i == panels_.diagonal_row(at_)) return 0;
  const LinkCosts& link = links_.column(panel.col).slowest;
  return link.latency +
         static_cast<double>(diagonal_rows(i) * panel.width()) * element_bytes_ * link.seconds_per_byte;
}

}  // namespace het
