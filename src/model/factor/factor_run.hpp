#pragma once
#include <optional>
#include <vector>

#include "src/distribution/panels/audience.hpp"
#include "src/model/factor/transposed_travel.hpp"
#include "src/model/move/moved_matrix.hpp"

namespace het {

// The clock of every process while a factorization runs, step by step. With F the time at which a process has finished
// its last update, P_s that at which panel s is ready on its process column, A that at which it has arrived elsewhere,
// own a process's own time for what comes to it, and K the process column of panel s + 1:
//   S = max(F + own, A),  F = S + update;  P_(s+1) = most over K of (S + update of its columns) + panel
// where exchanges between the processes of a process column join their times (ColumnSync), and the rest of K's update
// comes after the panel. Links carry one message after the other. Without exchanges (Cholesky) each process of K has
// its rows of the panel ready at a time of its own: it begins when it has what it needs of panel s
// (TransposedTravel), leaves its update for that when a slice of it ends, and waits for the factor of the diagonal
// block.
class FactorRun {
 public:
  // cols: of the matrix whose panels they are; moved: how it has come there, and goes back beside the panels.
  FactorRun(const FactorAlgorithm& algorithm, const AxisMap& cols, const Panels& panels, StepCosts& costs,
            const MovedMatrix& moved);
  // All steps; returns the seconds of the whole.
  double run();
  double balanced_update() const { return balanced_; }

 private:
  // By process row of the next panel's column: when it expects the factor of the block on the diagonal, and has it; and
  // seconds of a slice of the update that it goes on with meanwhile.
  struct DiagonalFactor {
    double expected = 0, factored = 0, slice = 0;
  };
  std::size_t at(int i, int j) const { return clocks_.at(i, j); }
  void occupy_with_move();
  DiagonalFactor& diagonal_factor(int i) { return diagonal_factors_[static_cast<std::size_t>(i)]; }
  const DiagonalFactor& diagonal_factor(int i) const {
    return diagonal_factors_[static_cast<std::size_t>(i)];
  }
  bool in_use(int i) const { return panels_.rows_left(step_, i) > 0; }
  void send_panel();
  void send_along_row(int i, const std::vector<int>& places);
  void hold_back();
  void update_column(int j);
  bool rows_share_links() const;
  double rows_on_link_of(int i, int j, double until, double message, double chunks) const;
  void update_before(int j);
  double free_of_others(int j, double begun) const;
  double put_rows_alone(int j, double begun, double all);
  double put_rows_beside_panel(int j, double begun, double alone, double& all);
  void update_within(int j);
  double beside_own_panel(int i, int from, int to, double through, double message) const;
  void leave();
  double way_back_seen() const;
  double end() const;
  double rest() const;
  void send_diagonal_block(int j, double time);
  void first_panel(int j);
  void wait_for_all_columns();
  void pass_step();
  void next_panel(int j);
  double next_panel_in_order(int j);
  double panel_lengthened(int j, double begins) const;
  double panels_behind(int i, int j, double time) const;
  void bring_up_to_date(int i, int j);
  double late_for_factor(int i, int j) const;
  void next_panel_between(int j);
  double slowest(int j, const std::vector<double>& times) const;

  const FactorAlgorithm& algorithm_;
  const Panels& panels_;
  const Audience audience_;
  StepCosts& costs_;
  const MovedMatrix& moved_;
  LinkClocks links_;
  ProcessClocks clocks_;
  std::optional<TransposedTravel> transposed_;
  std::size_t step_ = 0;
  double balanced_ = 0;
  // By process row, seconds of exchanges that begin with the panel's way; by process, of those that its link carried
  // beside it.
  std::vector<double> sums_behind_panel_, rows_carried_;
  std::vector<DiagonalFactor> diagonal_factors_;
  std::vector<double> own_of_panel_;  // by process: its own time for the panel that comes to it
  std::vector<int> next_ring_;        // of the next panel, where it may travel beside this one
  std::vector<std::size_t> left_;     // by process: strips of a matrix that moves which have left it
  // By process row of a panel's column, of the step before it: seconds of the update, and messages at a time that its
  // link is busy with, behind the panel's columns.
  struct AfterNext {
    double update, messages;
  };
  std::vector<AfterNext> after_next_;
  std::vector<double> first_piece_;            // by process: when the first piece of the last update was done
  std::vector<std::vector<double>> finished_;  // F after the last steps, as many as there may be panels ahead
};

}  // namespace het
