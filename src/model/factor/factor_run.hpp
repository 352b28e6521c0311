#pragma once
#include "src/model/factor/parts/column_update.hpp"
#include "src/model/factor/parts/move_beside.hpp"
#include "src/model/factor/parts/next_panel.hpp"
#include "src/model/factor/parts/panel_travel.hpp"
#include "src/model/factor/step_context.hpp"

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
  FactorRun(const FactorRun&) = delete;
  // All steps; returns the seconds of the whole. O(panels p q).
  double run();
  double balanced_update() const { return balanced_; }

 private:
  void update_columns();
  void pass_step();
  double end() const;

  StepContext now_;
  PanelTravel travel_;
  ColumnUpdate columns_;
  MoveBeside move_;
  NextPanel next_panel_;
  double balanced_ = 0;
};

}  // namespace het
