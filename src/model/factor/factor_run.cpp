#include "src/model/factor/factor_run.hpp"

#include <algorithm>

namespace het {

FactorRun::FactorRun(const FactorAlgorithm& algorithm, const AxisMap& cols, const Panels& panels,
                     StepCosts& costs, const MovedMatrix& moved)
    : now_(algorithm, panels, costs, moved),
      travel_(now_, cols),
      columns_(now_),
      move_(now_),
      next_panel_(now_, travel_) {}

double FactorRun::run() {
  if (now_.panels.count() == 0) return 0;
  now_.costs.advance_to(0);
  next_panel_.factor_first();  // P_0
  for (;; ++now_.step) {
    now_.clocks.before = now_.clocks.free;
    travel_.send();  // A
    next_panel_.wait_for_room();
    update_columns();  // S, F
    balanced_ += now_.costs.balanced_update();
    pass_step();
    if (now_.last()) return end();
    next_panel_.factor();  // P_(s+1)
  }
}

// Sums for the next panel's columns leave first; on a wire that all use they would else be behind those of columns with smaller
// numbers. (LU's rows wait for their panel.)
void FactorRun::update_columns() {
  const int q = now_.panels.q();
  int first = 0;
  for (int j = 0; j < q; ++j)
    if (now_.algorithm.sync == ColumnSync::within && now_.costs.has_next_panel(j)) first = j;
  for (int j = 0; j < q; ++j) columns_.update((first + j) % q);
}

// What the links carried since the panel before was ready tells how busy they are.
void FactorRun::pass_step() {
  move_.go_on();
  now_.links.pass(now_.clocks.ready.front());
  next_panel_.note_finished();
}

// Of all processes the last, when the matrix is back, and all have heard all.
double FactorRun::end() const {
  double over = 0;
  for (int j = 0; j < now_.panels.q(); ++j) {
    double last = 0;
    for (int i = 0; i < now_.panels.p(); ++i) last = std::max(last, now_.clocks.free[now_.clocks.at(i, j)]);
    over = std::max(over, last + (now_.moved.moves() ? 0 : now_.costs.left_interchanges(j)));
  }
  return move_.back(over) + travel_.rest();
}

}  // namespace het
