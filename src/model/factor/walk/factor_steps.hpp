#pragma once
#include <optional>
#include <vector>

#include "src/distribution/panels/reflectors/panel_group.hpp"
#include "src/model/factor/step/step_costs.hpp"

namespace het {

// What the programs of a factorization's ranks know of its steps, each of which may be at another one: the panels, where they
// go, and the seconds and bytes of StepCosts, of all steps. O(panels p q).
class FactorSteps {
 public:
  FactorSteps(const Platform& platform, const CallShape& shape, const Placed& matrix, Extent widest_panel);
  FactorSteps(Platform&&, const CallShape&, const Placed&, Extent) = delete;  // it looks into them
  FactorSteps(const FactorSteps&) = delete;                                   // its costs look into it

  const Platform& platform;
  const CallShape& shape;
  const Placed& matrix;
  const FactorAlgorithm& algorithm;
  const Panels panels;
  const Audience audience;
  const std::vector<PanelGroup> groups;  // QR's
  std::optional<DiagonalLeft> diagonal;  // Cholesky's

  std::size_t count() const { return panels.count(); }
  double element_bytes() const { return static_cast<double>(shape.element_bytes); }
  int rank(int i, int j) const { return ranks_[place_of(i, j, panels.q())]; }
  // Those of some process columns in process row i.
  std::vector<int> line(int i, const std::vector<int>& columns) const;
  double cycle_time(int i, int j) const { return platform.cycle_time(rank(i, j)); }
  // Local columns of process column j before panel s, and of all.
  Extent cols_before(std::size_t s, int j) const { return all_cols(j) - panels.cols_left(s, j); }
  Extent all_cols(int j) const { return matrix.distribution.cols.local_size(ProcessCoord(j)); }
  // Local rows of process row i from row k on.
  Extent rows_from(Extent k, int i) const {
    const AxisMap& rows = matrix.distribution.rows;
    return rows.local_size(ProcessCoord(i), GlobalIndex(k), GlobalIndex(rows.extent()));
  }

  struct OfStep {
    StepCosts::UpdateRates rates;
    double diagonal_block = 0;                       // seconds
    std::vector<double> panel_seconds, panel_bytes;  // by process row
  };
  const OfStep& operator[](std::size_t s) const { return steps_[s]; }
  bool shares_solve() const;

 private:
  std::vector<int> ranks_;  // by place
  std::vector<OfStep> steps_;
};

}  // namespace het
