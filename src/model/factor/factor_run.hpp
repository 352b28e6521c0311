#pragma once
#include <optional>
#include <vector>

#include "src/distribution/panels/audience.hpp"
#include "src/model/factor/step/step_costs.hpp"
#include "src/model/move/moved_matrix.hpp"

namespace het {

// When each process and each link is through with what a factorization has for it, step by step. With F the time at which a
// process has finished its last update, P that at which a panel is ready on its process column K, A that at which it has
// arrived elsewhere, and own a process's own time for what comes to it:
//   A = ring of the panel's process row, from P on, each link busy with one message after the other
//   S = max(F + own, A),  F = S + update;  P' = max over K of (S + update of the next panel's columns) + panel
// where exchanges between the processes of a process column join their times (ColumnSync), and the rest of K's update
// comes after the panel, whose messages take turns with an exchange that is under way. Without exchanges (Cholesky) each
// process of K has its rows of the panel ready at a time of its own, and turns from the update that it is at to these. What
// moves comes before the first step and goes behind the last.
class FactorRun {
 public:
  // matrix: whose panels they are; moved: how it has come there, and goes back.
  FactorRun(const FactorAlgorithm& algorithm, const Distribution& matrix, const Panels& panels,
            StepCosts& costs, const MovedMatrix& moved);
  FactorRun(const FactorRun&) = delete;
  // All steps; returns their seconds. LU's interchanges left of the panels come behind them. O(panels p q).
  double run();
  double balanced_update() const { return balanced_; }

 private:
  struct Process {
    double free = 0;            // F: its last update is done
    double arrived = 0;         // A: all of the panel is there
    double arrived_before = 0;  // of the panel before
    double start = 0;           // S: its update begins
    double first_piece = 0;     // the first piece of its last update is done
    double may_turn = 0;        // it has what the next panel's columns need
  };
  // Until when the link of a process is busy, in each direction.
  struct Link {
    double out = 0, in = 0;
  };
  std::size_t at(int i, int j) const { return place_of(i, j, panels_.q()); }
  Process& process(int i, int j) { return processes_[at(i, j)]; }
  // On a shared medium there is one for all.
  Link& link(int i, int j) { return links_[costs_.shared_medium() ? 0 : at(i, j)]; }
  double& ready(int i) { return ready_[static_cast<std::size_t>(i)]; }
  bool last() const { return step_ + 1 == panels_.count(); }
  bool in_use(int i) const { return panels_.rows_left(step_, i) > 0; }

  void begin();
  void send();
  void send_along_row(int i, const std::vector<int>& places);
  void send_down(int j);
  void send_round(int row, int j, double seconds);
  static double occupy(double& link, double time, double seconds);
  double carry_down(int j, double begun, double seconds);
  void update_columns(int j);
  void update_with_rows_before(int j);
  void update_with_sums_within(int j);
  void update_apart(int j);
  void factor_next();
  void factor_together(int j);
  void factor_apart(int j);
  void share_moves();
  double end() const;

  const FactorAlgorithm& algorithm_;
  const Panels& panels_;
  StepCosts& costs_;  // of this step, until the panel behind it is factored
  const MovedMatrix& moved_;
  const Audience audience_;
  std::optional<DiagonalLeft> diagonal_;  // of a triangle
  std::size_t step_ = 0;
  std::vector<Process> processes_;
  std::vector<Link> links_;
  std::vector<double> ready_;  // P, by process row
  double balanced_ = 0;
};

}  // namespace het
