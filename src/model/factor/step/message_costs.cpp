#include "src/model/factor/step/step_costs.hpp"

#include <algorithm>

#include "src/distribution/panels/panel_ends.hpp"
#include "src/distribution/panels/ring.hpp"

namespace het {
namespace {

double chunks_of(double bytes, int line) {
  return static_cast<double>(std::max<Extent>(ring_chunks(static_cast<Extent>(bytes), line), 1));
}

}  // namespace

Extent StepCosts::rows_of_round(int i) const {
  const auto panels = static_cast<std::size_t>(panels_in_window(panels_.widest()));
  const Extent below = panels_.rows_left(at_ + 1, i), rows = panels_.rows_left(at_ - at_ % panels + 1, i);
  return travels_with_round(rows - below, below) ? rows : below;
}

double StepCosts::panel_bytes(int i) const {
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

double StepCosts::panel_chunks(int i, int line) const { return chunks_of(panel_bytes(i), line); }

double StepCosts::transposed_sent(int i) const {
  const int owner = panels_[at_].col;
  return static_cast<double>(panels_.rows_left(at_ + 1, i) * panels_[at_].width()) * element_bytes_ *
         std::max(links_.along_row(i, owner, (owner + 1) % panels_.q()).seconds_per_byte,
                  links_.column(owner).ring.seconds_per_byte);
}

double StepCosts::transposed_head() const {
  return static_cast<double>(panels_[at_ + 1].width() * panels_[at_].width()) * element_bytes_ *
         links_.column(panels_[at_ + 1].col).ring.seconds_per_byte;
}

// Rows of the panel with the numbers of process column j's columns.
double StepCosts::transposed_bytes(int j) const {
  return trailing_columns(j) * static_cast<double>(panels_[at_].width()) * element_bytes_;
}

double StepCosts::transposed_down(int j) const {
  if (!algorithm_.transposed || panels_.p() == 1) return 0;
  return transposed_bytes(j) * links_.column(j).ring.seconds_per_byte;
}

// For each column that something is exchanged for, / w. Of rows of U process row i has a part of the pivot rows, as of all
// rows. They go to all others, or to those that solve, from where U goes to all others; and the process rows of the diagonal
// block make room for them.
LinkSeconds StepCosts::exchanged_parts(int i, const ExchangedColumns& columns) const {
  if (!algorithm_.makes_room) {
    const double usual = algorithm_.exchanged * columns.all() * (1 - 1.0 / panels_.p());
    return {usual, usual};
  }
  const double others = panels_.p() - 1, all = columns.all();
  const double rows = static_cast<double>(panels_.rows_left(at_, i)) / all_rows_,
               room = static_cast<double>(diagonal_rows(i)) / static_cast<double>(panels_[at_].width()),
               solved = panels_.solve_part(i);
  return {rows * others * columns.solved_by_all +
              (rows * (1 - solved) + solved * others) * columns.solved_apart + room * (1 - rows) * all,
          (1 - rows) * columns.solved_by_all + (solved * (1 - rows) + 1 - solved) * columns.solved_apart +
              rows * (1 - room) * all};
}

// A wire carries what each process sends.
LinkSeconds StepCosts::exchange_of(int i, int j, const ExchangedColumns& columns) const {
  LinkSeconds parts = exchanged_parts(i, columns);
  if (algorithm_.makes_room && platform_.shared_medium) {
    parts = {};
    for (int k = 0; k < panels_.p(); ++k) parts += exchanged_parts(k, columns);
    parts.sent = parts.received = parts.sent / panels_.p();
  }
  const double each =
      static_cast<double>(panels_[at_].width()) * element_bytes_ * links_.column(j).exchanged_byte;
  return {parts.sent * each, parts.received * each};
}

StepCosts::ExchangedColumns StepCosts::trailing_exchanged(int j) const {
  const double apart = columns_solved_apart(j);
  return {trailing_columns(j) - apart, apart};
}

StepCosts::ExchangedColumns StepCosts::later_exchanged(int j) const {
  const double columns = later_piece(j);
  return columns_solved_apart(j) > 0 ? ExchangedColumns{0, columns} : ExchangedColumns{columns, 0};
}

double StepCosts::exchange_down(int j, const ExchangedColumns& columns) const {
  if (columns.all() <= 0 && algorithm_.swapped == 0) return 0;
  const auto width = static_cast<double>(panels_[at_].width());
  const double others = 1 - 1.0 / panels_.p();
  const GridLinks::Column& column = links_.column(j);
  const int senders = algorithm_.makes_room && !platform_.shared_medium ? panels_.p() : 1;  // that differ
  double travels = 0;
  for (int i = 0; i < senders; ++i) travels = std::max(travels, exchange_of(i, j, columns).longer());
  travels += algorithm_.swapped * static_cast<double>(panels_.cols_left(0, j)) * others * width *
             element_bytes_ * column.exchanged_byte;
  const double swaps = algorithm_.rounds_per_swap * width * others * column.slowest.latency;
  double seconds = travels + swaps + round(j, 0, 1) * (algorithm_.sync == ColumnSync::within ? 2 : 1);
  if (algorithm_.solve == FactorAlgorithm::Solve::diagonal_row)
    seconds += round(j, 0, 1) +
               cycle_time(panels_.diagonal_row(at_), j) * width * width * columns.all() * solve_seconds();
  return seconds;
}

double StepCosts::own_of_exchange(int i, int j, const ExchangedColumns& columns) const {
  return exchanged_parts(i, columns).received * static_cast<double>(panels_[at_].width()) * element_bytes_ *
         links_.column(j).own_byte;
}

double StepCosts::own_of_panel(int i, int from, int to, double chunks) const {
  const LinkCosts link = links_.along_row(i, from, to);
  return panel_bytes(i) * link.own_seconds_per_byte + chunks * link.message_overhead;
}

double StepCosts::own_of_transposed(int j) const {
  if (!algorithm_.transposed || panels_.p() == 1) return 0;
  int sources = 0;
  for (int i = 0; i < panels_.p(); ++i)
    sources += panels_.rows_left(at_ + 1, i) > 0 && panels_.meet(at_ + 1, i, j);
  if (sources == 0) return 0;
  const GridLinks::Column& links = links_.column(j);
  const double from_others = 1 - 1.0 / panels_.p(), bytes = transposed_bytes(j),
               chunks = chunks_of(bytes / sources, panels_.p());
  return from_others * (bytes * links.own_byte + sources * chunks * links.ring.message_overhead);
}

int StepCosts::exchange_messages(int i) const {
  return (algorithm_.makes_room && diagonal_rows(i) > 0 ? 2 : 1) * (panels_.p() - 1);
}

// Each panel's rows below it, once: copied while others travel, to and from messages, or where they stay.
double StepCosts::left_interchanges(int j) const {
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

}  // namespace het
