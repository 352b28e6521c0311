#include "src/model/factor/step/step_costs.hpp"

#include <algorithm>

#include "src/distribution/panels/panel_ends.hpp"
#include "src/distribution/panels/triangle/cholesky_cuts.hpp"

namespace het {

// And INFO.
Extent StepCosts::rows_of_round(int i) const {
  const auto panels = static_cast<std::size_t>(panels_in_window(panels_.widest()));
  const Extent below = panels_.rows_left(at_ + 1, i), rows = panels_.rows_left(at_ - at_ % panels + 1, i);
  return sent_column(rows - below, below, static_cast<Extent>(element_bytes_)).elements;
}

double StepCosts::panel_bytes(int i) const {
  using Of = FactorAlgorithm::Message::Of;
  const Extent width = panels_[at_].width(), below = panels_.rows_left(at_ + 1, i),
               rows = panels_.rows_left(at_, i);
  const auto sent = [&] {
    switch (algorithm_.message.of) {
      case Of::rows_and_top:
        return rows - below == width ? rows : rows + width;
      case Of::rows_and_triangle:
        return rows + width;
      case Of::rows_of_round:
        return rows_of_round(i);
      case Of::rows:
        break;
    }
    return rows;
  };
  return static_cast<double>(sent() * width) * element_bytes_;
}

double StepCosts::transposed(int j, double columns) const {
  return columns * width() * element_bytes_ * links_.column(j).ring.seconds_per_byte;
}

// For each column that something is exchanged for, / w. Of rows of U process row i has a part of the pivot rows, as of all
// rows. They go to all others, or to those that solve, from where U goes to all others; and the process rows of the diagonal
// block make room for them.
LinkSeconds StepCosts::exchanged_parts(int i, int j) const {
  if (!algorithm_.exchange.pivot_rows) {
    const double usual = algorithm_.exchange.elements * (1 - 1.0 / panels_.p());
    return {usual, usual};
  }
  const double others = panels_.p() - 1, columns = trailing_columns(j),
               apart = columns > 0 ? columns_solved_apart(j) / columns : 0, together = 1 - apart;
  const double rows = static_cast<double>(panels_.rows_left(at_, i)) / all_rows_,
               room =
                   static_cast<double>(panels_.rows_left(at_, i) - panels_.rows_left(at_ + 1, i)) / width(),
               solved = panels_.solve_part(i);
  return {rows * others * together + (rows * (1 - solved) + solved * others) * apart + room * (1 - rows),
          (1 - rows) * together + (solved * (1 - rows) + 1 - solved) * apart + rows * (1 - room)};
}

// A wire carries what each process sends.
LinkSeconds StepCosts::exchange_of(int i, int j, double columns) const {
  LinkSeconds parts = exchanged_parts(i, j);
  if (algorithm_.exchange.pivot_rows && platform_.shared_medium) {
    parts = {};
    for (int k = 0; k < panels_.p(); ++k) parts += exchanged_parts(k, j);
    parts.sent = parts.received = parts.sent / panels_.p();
  }
  const double each = columns * width() * element_bytes_ * links_.column(j).exchanged_byte;
  return {parts.sent * each, parts.received * each};
}

double StepCosts::exchange(int j, double columns) const {
  const FactorAlgorithm::Exchange& what = algorithm_.exchange;
  if (what.sync == ColumnSync::none || (columns <= 0 && what.swapped == 0)) return 0;
  const double others = 1 - 1.0 / panels_.p();
  const GridLinks::Column& column = links_.column(j);
  double travels = 0;
  for (int i = 0; i < panels_.p(); ++i) travels = std::max(travels, exchange_of(i, j, columns).longer());
  travels += what.swapped * static_cast<double>(panels_.cols_left(0, j)) * others * width() * element_bytes_ *
             column.exchanged_byte;
  const double swaps = what.rounds_per_swap * width() * others * column.slowest.latency;
  double seconds = travels + swaps + round(j, 0, 1) * (what.sync == ColumnSync::within ? 2 : 1);
  if (algorithm_.solve.by == FactorAlgorithm::Solve::By::diagonal_row)
    seconds += round(j, 0, 1) +
               cycle_time(panels_.diagonal_row(at_), j) * width() * width() * columns * solve_seconds();
  return seconds;
}

double StepCosts::own(int i, int j) const {
  const GridLinks::Column& column = links_.column(j);
  const int p = panels_.p(), q = panels_.q(), before = (j + q - 1) % q;
  double seconds = 0;
  if (j != panels_[at_].col) seconds = panel_bytes(i) * links_.along_row(i, before, j).own_seconds_per_byte;
  if (p == 1) return seconds;
  const double rows = algorithm_.message.transposed ? 1 - 1.0 / p : exchanged_parts(i, j).received;
  return seconds + rows * trailing_columns(j) * width() * element_bytes_ * column.own_byte;
}

}  // namespace het
