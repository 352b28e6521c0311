#pragma once
#include "src/model/factor/algorithm.hpp"
#include "src/model/factor/clocks/link_clocks.hpp"
#include "src/model/factor/clocks/process_clocks.hpp"
#include "src/model/move/moved_matrix.hpp"

namespace het {

// What the parts of a FactorRun share: the step that it is at, what that costs, and all clocks.
struct StepContext {
  StepContext(const FactorAlgorithm& described, const Panels& cut, StepCosts& of_steps,
              const MovedMatrix& matrix)
      : algorithm(described),
        panels(cut),
        costs(of_steps),
        moved(matrix),
        links(static_cast<std::size_t>(panels.p() * panels.q()), costs.shared_medium()),
        clocks(panels.p(), panels.q()) {}

  const FactorAlgorithm& algorithm;
  const Panels& panels;
  StepCosts& costs;  // of this step, until NextPanel has come to the panel behind it
  const MovedMatrix& moved;
  LinkClocks links;
  ProcessClocks clocks;
  std::size_t step = 0;

  bool last() const { return step + 1 == panels.count(); }
  // Whether process row i has rows of the panel, or below it.
  bool in_use(int i) const { return panels.rows_left(step, i) > 0; }
  // Whether the rows of an update are exchanged on links that carry a panel as well, or its rounds of messages.
  bool rows_share_links() const {
    return algorithm.sync == ColumnSync::before && algorithm.look_ahead != FactorAlgorithm::LookAhead::none &&
           panels.p() > 1 && !links.shared();
  }
  // Whether panels go down the process columns as well (TransposedTravel).
  bool travels_down() const { return algorithm.transposed && panels.p() > 1; }
};

// What a part calls by name: all of it belongs to the run, which outlives its parts.
class StepPart {
 protected:
  explicit StepPart(StepContext& now)
      : now_(now),
        algorithm_(now.algorithm),
        panels_(now.panels),
        costs_(now.costs),
        moved_(now.moved),
        links_(now.links),
        clocks_(now.clocks) {}

  std::size_t at(int i, int j) const { return clocks_.at(i, j); }

  StepContext& now_;
  const FactorAlgorithm& algorithm_;
  const Panels& panels_;
  const StepCosts& costs_;
  const MovedMatrix& moved_;
  LinkClocks& links_;
  ProcessClocks& clocks_;
};

}  // namespace het
