#pragma once
#include <vector>

#include "src/model/factor/link_clocks.hpp"
#include "src/model/factor/step/step_costs.hpp"

namespace het {

// The clock of every process while a factorization runs, step by step. With F the time at which a process has finished
// its last update, P_s that at which panel s is ready on its process column, A that at which it has arrived elsewhere,
// and K the process column of panel s + 1:
//   S = max(F, A),  F = S + update;  P_(s+1) = most over K of (S + update of its columns) + panel
// where exchanges between the processes of a process column join their times (ColumnSync), and the rest of K's update
// comes after the panel. Links carry one message after the other. Without exchanges (Cholesky) each process of K has its
// rows of the panel ready at a time of its own, when the factor of the diagonal block has come; with several panels ahead
// it leaves its update for that when a slice of it ends. Rows of that panel that come to a process at work go on down its
// column when it looks at its messages.
class FactorRun {
 public:
  // moves: what is final leaves beside the panels.
  FactorRun(const FactorAlgorithm& algorithm, const Panels& panels, StepCosts& costs, bool moves);
  // All steps; returns the seconds of the whole.
  double run();
  double balanced_update() const { return balanced_; }

 private:
  std::size_t at(int i, int j) const {
    return static_cast<std::size_t>(i) * static_cast<std::size_t>(panels_.q()) + static_cast<std::size_t>(j);
  }
  bool in_use(int i) const { return panels_.rows_left(step_, i) > 0; }
  // Seconds until a process looks at what has come at `time`.
  double wait_for_look(int i, int j, double time) const;
  double until_look(int i, int j, double time) const;
  // Whether a panel's rows travel a second time, to the processes that have columns of their numbers.
  bool second_trip() const { return algorithm_.transposed && panels_.p() > 1; }
  void send_panel();
  void send_along_row(int i);
  void send_head();
  void send_transposed();
  bool needs_panel(int j) const;
  int on_ring() const;
  double cut_parts(int j, double whole);
  void send_down(int j, double whole);
  void go_round(double least, double longest, double latency, double looks);
  void hold_back();
  void update_column(int j);
  void update_before(int j);
  void update_within(int j);
  void leave();
  double rest() const;
  void next_panel(int j);
  double next_panel_in_order(int j);
  void next_panel_between(int j);
  double slowest(int j, const std::vector<double>& times) const;

  const FactorAlgorithm& algorithm_;
  const Panels& panels_;
  StepCosts& costs_;
  const bool moves_;
  LinkClocks links_;
  std::vector<int> by_columns_;  // process columns, those with the most columns first
  std::size_t step_ = 0;
  double balanced_ = 0;
  std::vector<double> ready_;  // by process row: P
  std::vector<double> early_;  // when what is needed of a panel for the next one is here
  std::vector<double> parts_, leaves_, behind_, came_;  // by process row, of send_down
  // By process: F; F of the step before; A; the most A so far; S; when the first piece of the last update was done.
  std::vector<double> free_, before_, here_, all_here_, start_, first_piece_;
  std::vector<std::vector<double>> finished_;  // F after the last steps, as many as there may be panels ahead
};

}  // namespace het
