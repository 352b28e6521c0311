#pragma once
#include <vector>

#include "src/model/call_shape.hpp"
#include "src/model/factor/algorithm.hpp"
#include "src/model/factor/step/trailing_elements.hpp"
#include "src/model/links/grid_links.hpp"
#include "src/model/links/link_seconds.hpp"
#include "src/model/placed.hpp"
#include "src/model/platform.hpp"

namespace het {

// Seconds of the parts of one step, each as if nothing else were done meanwhile.
class StepCosts {
 public:
  StepCosts(const Platform& platform, const CallShape& shape, const Placed& matrix,
            const FactorAlgorithm& algorithm, const Panels& panels);
  // Looks at step s; s = 0, 1, ... in this order. O(p q).
  void advance_to(std::size_t s);

  // All processes of the panel's column together, after its diagonal block where that is factored first, by the process
  // that has it, and sent to the others; else all about that block is 0.
  double factor_panel() const { return panel_; }
  // How much longer that takes beside others that keep a link of the column busy for so many seconds, so many messages
  // at a time: each message of a round has an equal part of the link.
  double lengthened_panel(double busy, double messages) const;
  // Whether a process with so many seconds of update left does some of it while it waits for the panel's messages
  // (WaitFilling); and how much longer the panel takes where so many processes do: each round ends with the last of them,
  // which are in the middle of a tile, rounds min(round, longest_tile) fillers / (fillers + 1).
  bool fills_waits(double left) const;
  double lengthened_by_tiles(int fillers) const;
  // Of it process row i's part, without the rounds of messages.
  double panel_part(int i) const;
  double diagonal_block() const { return diagonal_; }
  // Its process row; and its way to all others: of that what a link is busy.
  int diagonal_row() const { return panels_.diagonal_row(at_); }
  double diagonal_messages() const;
  // Process row i's rows of it, and their way to the process that factors it, 0 from its own row.
  Extent diagonal_rows(int i) const { return panels_.rows_left(at_, i) - panels_.rows_left(at_ + 1, i); }
  double diagonal_rows_collected(int i) const;

  // Seconds of an update on a process with cycle-time 1, for each element and column of its part.
  struct UpdateRates {
    double element = 0, column = 0, solve = 0;  // solve: of columns in which a process does the whole of it
  };
  const UpdateRates& rates() const { return rates_; }
  // Of process (i, j), with what it does for its update alone.
  double update(int i, int j) const { return update_[at(i, j)]; }
  // The part of it that brings the next panel's columns up to date, on their process column.
  double next_panel_update(int i) const;
  double next_panel_width() const;
  // A slice of it, of a process that is `behind` by so many seconds of updates.
  double update_slice(int i, int j, double behind) const;
  // Whether process column j updates the next panel's columns before all others.
  bool has_next_panel(int j) const {
    return algorithm_.look_ahead != FactorAlgorithm::LookAhead::none && at_ + 1 < panels_.count() &&
           panels_[at_ + 1].col == j;
  }
  // Behind the next panel's columns, if process column j has these; and while columns still come.
  int update_pieces(int j) const;
  int arriving_pieces(int j) const;
  double trailing_columns(int j) const { return static_cast<double>(panels_.cols_left(at_ + 1, j)); }
  // Columns of U that process (i, j) computes, in seconds of a column that it does the whole of.
  double solved_columns(int i, int j) const;
  // Update divided among all processes in proportion to their speeds.
  double balanced_update() const { return balanced_; }

  // Of the panel's rows on process row i, on their way from process column to column.
  double panel_message(int i, int from, int to) const {
    return panel_bytes(i) * links_.along_row(i, from, to).seconds_per_byte;
  }
  double panel_bytes(int i) const;
  // In how many messages at a time they go along a line of so many processes.
  double panel_chunks(int i, int line) const;
  // The same rows for those that need them as rows of their columns, from the process that has factored them.
  double transposed_sent(int i) const;
  // Of these rows those with the numbers of the next panel's columns.
  double transposed_head() const;
  // All that process column j needs, on a link down the column; 0 with one process row, which has them already.
  double transposed_down(int j) const;
  // Columns for which the processes of a column exchange something: LU's rows of U, of which each process solves for all,
  // or for a part.
  struct ExchangedColumns {
    double solved_by_all = 0, solved_apart = 0;
    double all() const { return solved_by_all + solved_apart; }
  };
  // All of process column j; those of its first piece, the next panel's if it has that; and of each later one.
  ExchangedColumns trailing_exchanged(int j) const;
  ExchangedColumns first_exchanged(int j) const { return {first_piece(j), 0}; }
  ExchangedColumns later_exchanged(int j) const;
  // Until all processes of process column j have all of it; and how long the link of one of them carries it.
  double exchange_down(int j, const ExchangedColumns& columns) const;
  LinkSeconds exchange_of(int i, int j, const ExchangedColumns& columns) const;
  // Messages of process row i at a time, for a piece.
  int exchange_messages(int i) const;
  // Of the own time of the process that receives process row i's part of the panel in so many chunks, each of which it passes
  // on; of process (i, j)'s for what it exchanges; and of each of process column j's for rows of the panel as rows of its
  // columns, which come in chunks and are passed on, too.
  double own_of_panel(int i, int from, int to, double chunks) const;
  double own_of_exchange(int i, int j, const ExchangedColumns& columns) const;
  double own_of_transposed(int j) const;
  double latency_along(int i, int from, int to) const { return links_.along_row(i, from, to).latency; }
  double latency_down(int j) const { return links_.column(j).ring.latency; }
  bool shared_medium() const { return platform_.shared_medium; }

  // Of all panels, when all is done: interchanges of the columns before them.
  double left_interchanges(int j) const;

 private:
  std::size_t at(int i, int j) const {
    return static_cast<std::size_t>(i) * static_cast<std::size_t>(panels_.q()) + static_cast<std::size_t>(j);
  }
  double cycle_time(int i, int j) const { return cycle_times_[at(i, j)]; }
  double transposed_bytes(int j) const;
  Extent rows_of_round(int i) const;
  double first_piece(int j) const;
  double later_piece(int j) const;
  double columns_solved_apart(int j) const;
  LinkSeconds exchanged_parts(int i, const ExchangedColumns& columns) const;
  double solve_seconds() const;
  UpdateRates update_rates() const;
  double round(int j, double bytes, int speakers) const;
  double column_rounds() const;
  double round_of_column() const;
  double panel_row_seconds() const;
  double factor_panel_seconds() const;
  double diagonal_block_seconds() const;
  double diagonal_round() const;

  const Platform& platform_;
  const FactorAlgorithm& algorithm_;
  const Panels& panels_;
  double flop_seconds_, element_bytes_, speed_ = 0;
  std::vector<double> cycle_times_;  // of the process at (i, j)
  GridLinks links_;
  TrailingElements trailing_;
  std::size_t at_ = 0;
  UpdateRates rates_;
  double all_rows_ = 0, panel_row_ = 0, panel_ = 0, diagonal_ = 0, balanced_ = 0;
  const bool shares_solve_;
  std::vector<double> update_;
};

}  // namespace het
