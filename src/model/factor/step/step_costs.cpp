#include "src/model/factor/step/step_costs.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "src/distribution/panels/column_pieces.hpp"
#include "src/distribution/panels/panel_ends.hpp"
#include "src/distribution/panels/ring.hpp"
#include "src/model/factor/step/solve_sharing.hpp"

namespace het {
StepCosts::StepCosts(const Platform& platform, const CallShape& shape, const Placed& matrix,
                     const FactorAlgorithm& algorithm, const Panels& panels)
    : platform_(platform),
      algorithm_(algorithm),
      panels_(panels),
      flop_seconds_(shape.flops_per_multiply_add * platform.seconds_per_flop),
      element_bytes_(static_cast<double>(shape.element_bytes)),
      cycle_times_(static_cast<std::size_t>(panels.p() * panels.q())),
      links_(platform, matrix.placement, panels.p(), panels.q()),
      trailing_(panels, algorithm.triangle, algorithm.stair, algorithm.over_panel_rows),
      shares_solve_(solve_is_shared(platform, shape, panels.p(), panels.widest())),
      update_(cycle_times_.size()) {
  for (int rank = 0; rank < matrix.placement.ranks(); ++rank)
    if (const auto where = matrix.placement[rank]; where.on_grid()) {
      cycle_times_[at(where.row, where.col)] = platform.cycle_time(rank);
      speed_ += 1 / platform.cycle_time(rank);
    }
}

Extent StepCosts::rows_of_round(int i) const {
  const auto panels = static_cast<std::size_t>(panels_in_window(panels_.widest()));
  const Extent below = panels_.rows_left(at_ + 1, i), rows = panels_.rows_left(at_ - at_ % panels + 1, i);
  return travels_with_round(rows - below, below) ? rows : below;
}

double StepCosts::bytes(int i) const {
  using Message = FactorAlgorithm::Message;
  const Extent width = panels_[at_].width(), below = panels_.rows_left(at_ + 1, i),
               rows = panels_.rows_left(at_, i);
  const auto sent = [&] {
    switch (algorithm_.message) {
      case Message::rows_and_top:
        return rows - below == width ? rows : rows + width;
      case Message::rows_and_triangle:
        return rows + width;
      case Message::rows_of_round:
        return rows_of_round(i);
      case Message::rows:
        break;
    }
    return rows;
  };
  return static_cast<double>(sent() * width) * element_bytes_;
}

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

double StepCosts::panel(int i) const {
  const Extent rows = panels_.rows_left(at_ + (algorithm_.diagonal_first ? 1 : 0), i);
  return cycle_time(i, panels_[at_].col) * static_cast<double>(rows) * panel_row_;
}

double StepCosts::factor_seconds() const {
  const auto width = static_cast<double>(panels_[at_].width());
  double slowest = 0;
  for (int i = 0; i < panels_.p(); ++i) slowest = std::max(slowest, panel(i));
  const double block = algorithm_.rounds_per_column > 0 ? 0 : width * width * element_bytes_;
  const double rounds =
      algorithm_.diagonal_first ? 0 : algorithm_.rounds_per_panel * round(panels_[at_].col, block, 1);
  return slowest + rounds +
         algorithm_.rounds_per_column * width *
             round(panels_[at_].col, algorithm_.elements_per_round * width * element_bytes_, panels_.p());
}

double StepCosts::diagonal_seconds() const {
  if (!algorithm_.diagonal_first) return 0;
  const auto width = static_cast<double>(panels_[at_].width());
  return cycle_time(panels_.diagonal_row(at_), panels_[at_].col) * algorithm_.diagonal_work * width * width *
         width * flop_seconds_ / platform_.rates.left_solve(panels_[at_].width());
}

double StepCosts::factor_round() const {
  if (!algorithm_.diagonal_first) return 0;
  const auto width = static_cast<double>(panels_[at_].width());
  return algorithm_.rounds_per_panel * round(panels_[at_].col, width * width * element_bytes_, 1);
}

double StepCosts::factor_messages() const {
  return std::max(factor_round() - links_.column(panels_[at_].col).slowest.latency, 0.0);
}

double StepCosts::collected(int i) const {
  const Panel& panel = panels_[at_];
  if (i == panels_.diagonal_row(at_)) return 0;
  const LinkCosts& link = links_.column(panel.col).slowest;
  return link.latency +
         static_cast<double>(diagonal_rows(i) * panel.width()) * element_bytes_ * link.seconds_per_byte;
}

// Of a column, / w^2.
double StepCosts::solve_seconds() const {
  return algorithm_.solve_work * flop_seconds_ /
         (platform_.rates.*algorithm_.solve_rate)(panels_[at_].width());
}

StepCosts::UpdateRates StepCosts::update_rates() const {
  using Solve = FactorAlgorithm::Solve;
  const Extent width = panels_[at_].width();
  const auto w = static_cast<double>(width);
  const double solve = w * w * solve_seconds();
  const double copies = algorithm_.sync == ColumnSync::within && panels_.p() < 2 ? 0 : algorithm_.copied;
  return {algorithm_.update_work * w * flop_seconds_ /
              platform_.rates.product(std::min(width, algorithm_.widest_k)),
          w * (copies * element_bytes_ * platform_.seconds_per_copied_byte +
               algorithm_.jumps / panels_.p() * platform_.seconds_per_jump),
          algorithm_.solve == Solve::diagonal_row ? 0 : solve};
}

double StepCosts::solved_columns(int i, int j) const {
  using Solve = FactorAlgorithm::Solve;
  const double all = columns(j);
  if (algorithm_.solve == Solve::shared) return all / panels_.p();
  if (algorithm_.solve == Solve::everywhere || !shares_solve_) return all;
  const bool next = at_ + 1 < panels_.count() && panels_[at_ + 1].col == j;
  const double first = next ? next_width() : all / pieces(j);
  return first + (all - first) * panels_.solve_part(i);
}

double StepCosts::next_width() const {
  return at_ + 1 < panels_.count() ? static_cast<double>(panels_[at_ + 1].width()) : 0;
}

double StepCosts::next(int i) const {
  if (at_ + 1 == panels_.count() || panels_.rows_left(at_, i) == 0) return 0;
  return cycle_time(i, panels_[at_ + 1].col) * next_width() *
         (rates_.element * static_cast<double>(trailing_.rows(i)) + rates_.column +
          rates_.solve * (algorithm_.solve == FactorAlgorithm::Solve::shared ? 1. / panels_.p() : 1));
}

double StepCosts::chunks(int i, int line) const {
  return static_cast<double>(std::max<Extent>(ring_chunks(static_cast<Extent>(bytes(i)), line), 1));
}

// All panels that have come meanwhile are subtracted at once, half of the window at most.
double StepCosts::slice(int i, int j, double behind) const {
  const double column = cycle_time(i, j) * rates_.element * static_cast<double>(panels_.rows_left(at_, i));
  const double most = static_cast<double>(std::max<Extent>(panels_in_window(panels_.widest()) / 2, 1));
  const double panels = update(i, j) > 0 ? std::clamp(behind / update(i, j), 1.0, most) : 1;
  return std::min({panels * update(i, j), algorithm_.slice_seconds,
                   panels * static_cast<double>(panels_[at_].width()) * column});
}

int StepCosts::pieces(int j) const {
  if (algorithm_.look_ahead != FactorAlgorithm::LookAhead::one_panel) return 1;
  const Extent columns = panels_.cols_left(at_ + 1, j);
  const Extent pieces =
      column_pieces(columns, algorithm_.piece, panels_.p(), algorithm_.narrowest(panels_.p()));
  return static_cast<int>(std::max<Extent>(pieces, 1));
}

double StepCosts::exchange(int j, double columns) const {
  const auto width = static_cast<double>(panels_[at_].width());
  const double part = 1.0 / panels_.p();
  const double whole = static_cast<double>(panels_.cols_left(0, j));
  // Pivot rows come to one process row, then U to all.
  const double twice = algorithm_.makes_room && shares_solve_ ? part : 0;
  // A wire carries what each process sends, a link what the process with the diagonal block does, and it alone makes
  // room.
  const bool one_makes_room = algorithm_.makes_room && platform_.shared_medium;
  const double exchanged = one_makes_room ? algorithm_.exchanged - (1 - part) : algorithm_.exchanged;
  const double bytes = ((exchanged + twice) * columns + algorithm_.swapped * whole) * width * element_bytes_;
  const GridLinks::Column& column = links_.column(j);
  const double travels = bytes * (1 - part) * column.exchanged_byte;
  const double swaps = algorithm_.rounds_per_swap * width * (1 - part) * column.slowest.latency;
  double seconds = travels + swaps + round(j, 0, 1) * (algorithm_.sync == ColumnSync::within ? 2 : 1);
  if (algorithm_.solve == FactorAlgorithm::Solve::diagonal_row)
    seconds +=
        round(j, 0, 1) + cycle_time(panels_.diagonal_row(at_), j) * width * width * columns * solve_seconds();
  return seconds;
}

double StepCosts::second_message(int i) const {
  const int owner = panels_[at_].col;
  return static_cast<double>(panels_.rows_left(at_ + 1, i) * panels_[at_].width()) * element_bytes_ *
         std::max(links_.along_row(i, owner, (owner + 1) % panels_.q()).seconds_per_byte,
                  links_.column(owner).ring.seconds_per_byte);
}

double StepCosts::head_message() const {
  return static_cast<double>(panels_[at_ + 1].width() * panels_[at_].width()) * element_bytes_ *
         links_.column(panels_[at_ + 1].col).ring.seconds_per_byte;
}

double StepCosts::transposed_message(int j) const {
  if (!algorithm_.transposed || panels_.p() == 1) return 0;
  return columns(j) * static_cast<double>(panels_[at_].width()) * element_bytes_ *
         links_.column(j).ring.seconds_per_byte;
}

double StepCosts::leaving(int i, int j) const {
  const auto width = static_cast<double>(panels_[at_].width());
  double elements = 0;
  if (algorithm_.columns_final && j == panels_[at_].col)
    elements += width * static_cast<double>(panels_.rows_left(at_, i));
  if (algorithm_.rows_final)
    elements += static_cast<double>(panels_.rows_left(at_, i) - panels_.rows_left(at_ + 1, i)) * columns(j);
  return elements * element_bytes_ * platform_.seconds_per_byte;
}

// Each panel's rows below it, once: copied while others travel, to and from messages, or where they stay.
double StepCosts::at_end(int j) const {
  if (!algorithm_.swapped_at_end) return 0;
  double elements = 0, messages = 0, slowest = 0;
  const double p = panels_.p();
  for (std::size_t s = 0; s < panels_.count(); ++s)
    if (panels_[s].col == j || platform_.shared_medium) {
      double rows = 0;
      for (int i = 0; i < panels_.p(); ++i) rows += static_cast<double>(panels_.rows_left(s, i));
      elements += rows / p * static_cast<double>(panels_[s].width());
      ++messages;
    }
  for (int i = 0; i < panels_.p(); ++i) slowest = std::max(slowest, cycle_time(i, j));
  const GridLinks::Column& column = links_.column(j);
  const double further =
      (column.far - 1) * column.slowest.message_overhead + column.near * column.inside.message_overhead;
  const double exchange = p > 1 ? messages * (column.slowest.latency + further) : 0;
  return elements * element_bytes_ *
             std::max((1 - 1 / p) * column.exchanged_byte,
                      (2 - 1 / p) * slowest * platform_.seconds_per_copied_byte) +
         exchange;
}

void StepCosts::advance_to(std::size_t s) {
  at_ = s;
  trailing_.advance_to(s);
  rates_ = update_rates();
  double elements = 0;
  for (int i = 0; i < panels_.p(); ++i)
    for (int j = 0; j < panels_.q(); ++j) {
      const double mine = panels_.rows_left(s, i) > 0 ? trailing_(i, j) : 0;
      const double solved = panels_.rows_left(s, i) > 0 ? columns(j) : 0;
      elements += mine;
      update_[at(i, j)] = cycle_time(i, j) * (rates_.element * mine + rates_.column * solved +
                                              (solved > 0 ? rates_.solve * solved_columns(i, j) : 0));
    }
  panel_row_ = panel_row_seconds();
  panel_ = factor_seconds();
  diagonal_ = diagonal_seconds();
  balanced_ = rates_.element * elements / speed_;
}

}  // namespace het
