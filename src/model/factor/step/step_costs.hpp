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
  StepCosts(Platform&&, const CallShape&, const Placed&, const FactorAlgorithm&,
            const Panels&) = delete;  // it must outlive the object
  // Looks at step s; s = 0, 1, ... in this order. O(p q).
  void advance_to(std::size_t s);

  // All processes of the panel's column together; of a panel whose diagonal block is factored first, all but that.
  double factor_panel() const { return panel_; }
  // For how long the messages of its rounds alone fill the link of a process.
  double rounds_on_links() const;
  // Of it process row i's part, without the rounds of messages.
  double panel_part(int i) const;
  // The block on the diagonal, where it is factored first; and the link of its process for one message of its
  // factor, of which there is one for each other process row.
  double diagonal_block() const { return diagonal_; }
  double factor_message() const;

  // Seconds of an update on a process with cycle-time 1, for each element and column of its part.
  struct UpdateRates {
    double element = 0, column = 0, solve = 0;  // solve: of columns in which a process does the whole of it
  };
  const UpdateRates& rates() const { return rates_; }
  // Of process (i, j), with what it does for its update alone.
  double update(int i, int j) const { return update_[at(i, j)]; }
  // The part of it that brings the next panel's columns up to date, on their process column.
  double next_panel_update(int i) const;
  // A slice of it, between two looks for messages.
  double update_slice(int i, int j) const;
  // Whether process column j updates the next panel's columns before all others; and in how many pieces it updates these.
  bool has_next_panel(int j) const {
    return algorithm_.look_ahead != FactorAlgorithm::LookAhead::none && at_ + 1 < panels_.count() &&
           panels_[at_ + 1].col == j;
  }
  int update_pieces(int j) const;
  // Update divided among all processes in proportion to their speeds.
  double balanced_update() const { return balanced_; }

  // The panel's rows on process row i, on their way from process column to column.
  double panel_bytes(int i) const;
  double panel_message(int i, int from, int to) const {
    return panel_bytes(i) * links_.along_row(i, from, to).seconds_per_byte;
  }
  double latency_along(int i, int from, int to) const { return links_.along_row(i, from, to).latency; }
  // Its rows with the numbers of so many of process column j's columns, on their way from process to process down that.
  double transposed(int j, double columns) const;
  double latency_down(int j) const { return links_.column(j).ring.latency; }
  double trailing_columns(int j) const { return static_cast<double>(panels_.cols_left(at_ + 1, j)); }
  double next_panel_width() const;
  // Until all processes of process column j have what they exchange for so many of its trailing columns; and how long the link
  // of one of them carries it.
  double exchange(int j, double columns) const;
  LinkSeconds exchange_of(int i, int j, double columns) const;
  // Process (i, j)'s own time for what comes to it in the step.
  double own(int i, int j) const;
  bool shared_medium() const { return platform_.shared_medium; }

 private:
  std::size_t at(int i, int j) const { return place_of(i, j, panels_.q()); }
  double cycle_time(int i, int j) const { return cycle_times_[at(i, j)]; }
  double width() const { return static_cast<double>(panels_[at_].width()); }
  Extent rows_of_round(int i) const;
  double columns_solved_apart(int j) const;
  double solved_columns(int i, int j) const;
  LinkSeconds exchanged_parts(int i, int j) const;
  double solve_seconds() const;
  UpdateRates update_rates() const;
  double round(int j, double bytes, int speakers) const;
  double panel_row_seconds() const;
  double factor_panel_seconds() const;
  double diagonal_block_seconds() const;

  const Platform& platform_;
  const FactorAlgorithm& algorithm_;
  const Panels& panels_;
  double flop_seconds_, element_bytes_, speed_;
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
