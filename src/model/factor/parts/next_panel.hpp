#pragma once
#include <vector>

#include "src/model/factor/parts/diagonal_factors.hpp"
#include "src/model/factor/parts/panel_travel.hpp"
#include "src/model/factor/step_context.hpp"

namespace het {

// When the next panel is ready on its process column K,
//   P_(s+1) = max over K of (S + update of its columns) + panel,
// where the processes of K factor it together (LU, QR), or each its rows, beside the update it is at (Cholesky); and how
// much later their updates are done. From clocks.start, free and arrived to ready and free.
class NextPanel : StepPart {
 public:
  // travel: of the panels that this one waits for.
  NextPanel(StepContext& now, const PanelTravel& travel);

  // Panel 0, when its columns are there; now.costs look at it. O(p log p).
  void factor_first();
  // Panel now.step + 1, which now.costs look at afterwards. O(p q).
  void factor();
  // Panel now.step has no room until the one that was in its place in the window has been subtracted; note_finished():
  // this one has been.
  void wait_for_room();
  void note_finished();

 private:
  void factor_together(int j);
  double sums_come(double time) const;
  double update_columns(int j);
  double all_free(int j) const;
  double lengthened(int j, double begins) const;
  double lengthened_by_strips() const;
  int fill_waits();

  void factor_apart(int j);
  void bring_up_to_date(int i, int j);
  double panels_behind(int i, int j, double time) const;

  const PanelTravel& travel_;
  DiagonalFactors factors_;
  std::vector<std::vector<double>> finished_;  // F after the last steps, as many as there may be panels ahead
  // By process row of the panel's column, of the step before it: seconds of the update, and messages at a time that its
  // link is busy with, behind the panel's columns; and whether the process does some of it while it waits for the panel.
  struct AfterNext {
    double update, messages;
    bool fills_waits;
  };
  std::vector<AfterNext> after_next_;
};

}  // namespace het
