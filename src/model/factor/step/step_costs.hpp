#pragma once
#include <vector>

#include "src/model/call_shape.hpp"
#include "src/model/factor/algorithm.hpp"
#include "src/model/factor/step/trailing_elements.hpp"
#include "src/model/links/grid_links.hpp"
#include "src/model/move_model.hpp"

namespace het {

// Seconds of the parts of one step, each as if nothing else were done meanwhile.
class StepCosts {
 public:
  StepCosts(const Platform& platform, const CallShape& shape, const Placed& matrix,
            const FactorAlgorithm& algorithm, const Panels& panels);
  // Looks at step s; s = 0, 1, ... in this order. O(p q).
  void advance_to(std::size_t s);

  // Factoring the panel, all processes of its column together, after its diagonal block where that is factored first,
  // by the one that has it, and sent to the others: else `diagonal` is 0.
  double panel() const { return panel_; }
  // Of it process row i's part, without the rounds of messages.
  double panel(int i) const;
  double diagonal() const { return diagonal_; }
  // That block on its way to all others; of it what a link is busy.
  double factor_round() const;
  double factor_messages() const;
  // Process row i's rows of that block, and their way to the process that factors it, 0 from its own row.
  Extent diagonal_rows(int i) const { return panels_.rows_left(at_, i) - panels_.rows_left(at_ + 1, i); }
  double collected(int i) const;
  // Of process (i, j): its update, with what it does for it alone; the part of it that brings the columns of the next
  // panel up to date, when j owns that; a slice of it.
  double update(int i, int j) const { return update_[at(i, j)]; }
  double next(int i) const;
  double slice(int i, int j, double behind) const;
  // Pieces of an update on process column j.
  int pieces(int j) const;
  // From the begin of the exchange of a part of the columns of process column j until all its processes have all of it.
  double exchange(int j, double columns) const;
  double columns(int j) const { return static_cast<double>(panels_.cols_left(at_ + 1, j)); }
  double next_width() const;
  // Columns of U that process (i, j) computes, in seconds of a column that it does the whole of.
  double solved_columns(int i, int j) const;

  // Of the panel's rows on process row i, on their way from process column to column.
  double message(int i, int from, int to) const {
    return bytes(i) * links_.along_row(i, from, to).seconds_per_byte;
  }
  // In how many messages at a time row i's part goes along a line of so many processes.
  double chunks(int i, int line) const;
  bool shared_medium() const { return platform_.shared_medium; }
  double latency(int i, int from, int to) const { return links_.along_row(i, from, to).latency; }
  // The same rows, from the process that has factored them, for those that need them a second time.
  double second_message(int i) const;
  // Of these rows those with the numbers of the next panel's columns.
  double head_message() const;
  // All rows of the panel that have the numbers of process column j's columns, whose processes need them a second
  // time, on a link down the column; 0 with one process row, which has them already.
  double transposed_message(int j) const;
  double latency_down(int j) const { return links_.column(j).ring.latency; }
  // What process (i, j) is through with after the step, on its link.
  double leaving(int i, int j) const;
  // Interchanges left of the panels, when all is done.
  double at_end(int j) const;
  // Update divided among all processes in proportion to their speeds.
  double balanced_update() const { return balanced_; }

 private:
  std::size_t at(int i, int j) const {
    return static_cast<std::size_t>(i) * static_cast<std::size_t>(panels_.q()) + static_cast<std::size_t>(j);
  }
  double cycle_time(int i, int j) const { return cycle_times_[at(i, j)]; }
  double bytes(int i) const;
  Extent rows_of_round(int i) const;
  // Seconds of an update on a process with cycle-time 1, for each element and column of its part.
  struct UpdateRates {
    double element = 0, column = 0, solve = 0;  // solve: of columns in which a process does the whole of it
  };
  double solve_seconds() const;
  UpdateRates update_rates() const;
  double round(int j, double bytes, int speakers) const;
  double panel_row_seconds() const;
  double factor_seconds() const;
  double diagonal_seconds() const;

  const Platform& platform_;
  const FactorAlgorithm& algorithm_;
  const Panels& panels_;
  double flop_seconds_, element_bytes_, speed_ = 0;
  std::vector<double> cycle_times_;  // of the process at (i, j)
  GridLinks links_;
  TrailingElements trailing_;
  std::size_t at_ = 0;
  UpdateRates rates_;
  double panel_row_ = 0, panel_ = 0, diagonal_ = 0, balanced_ = 0;
  const bool shares_solve_;
  std::vector<double> update_;
};

}  // namespace het
