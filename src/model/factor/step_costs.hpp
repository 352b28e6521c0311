#pragma once
#include <vector>

#include "src/model/call_shape.hpp"
#include "src/model/factor/algorithm.hpp"
#include "src/model/factor/panels.hpp"
#include "src/model/move_model.hpp"

namespace het {

// Elements of the trailing matrix on each process, panel by panel: rows times columns, or the part of the lower
// triangle.
class TrailingElements {
 public:
  TrailingElements(const Panels& panels, bool triangle, bool with_panel_rows);
  // Right of panel s, for s = 0, 1, ... in this order.
  void advance_to(std::size_t s);
  double operator()(int i, int j) const;

 private:
  const Panels& panels_;
  bool triangle_;
  std::size_t rows_offset_, at_ = 0;
  std::vector<Extent> triangle_elements_;
};

// Seconds of the parts of one step.
class StepCosts {
 public:
  StepCosts(const Platform& platform, const CallShape& shape, const Placed& matrix,
            const FactorAlgorithm& algorithm, const Panels& panels);
  // Computes those of step s; s = 0, 1, ... in this order. O(p q).
  void advance_to(std::size_t s);

  double panel() const { return panel_; }  // factoring it, all processes of its column together
  // From the end of the panel until it has arrived `hops` process columns further, chunk behind chunk in a ring.
  double travel(int hops) const { return hops == 0 ? 0 : whole_ + hops * hop_; }
  // Of process column j, at its slowest process: what must be done before its update; the update; the part of it that
  // the next panel waits for, when j owns that.
  double before(int j) const { return before_[static_cast<std::size_t>(j)]; }
  double update(int j) const { return update_[static_cast<std::size_t>(j)]; }
  double next() const { return next_; }
  // Update divided among all processes in proportion to their speeds.
  double balanced_update() const { return balanced_; }

 private:
  double cycle_time(int i, int j) const {
    return cycle_times_[static_cast<std::size_t>(i) * static_cast<std::size_t>(panels_.q()) +
                        static_cast<std::size_t>(j)];
  }
  // Seconds of an update on a process with cycle-time 1, for each element, column and row of its part.
  struct UpdateRates {
    double element, column, row;
    double seconds(double elements, double columns, double rows) const {
      return rows > 0 ? element * elements + column * columns + row * rows : 0;
    }
  };
  UpdateRates update_rates(Extent width) const;
  double all_know() const;
  double factor_seconds(std::size_t s) const;
  double before_seconds(std::size_t s, int j, double slowest) const;
  double next_seconds(std::size_t s, const UpdateRates& rates) const;

  const Platform& platform_;
  const FactorAlgorithm& algorithm_;
  const Panels& panels_;
  double flop_seconds_, element_bytes_, speed_ = 0;
  std::vector<double> cycle_times_;  // of the process at (i, j)
  TrailingElements trailing_;
  int rows_in_use_ = 0;  // process rows that still have rows
  double panel_ = 0, whole_ = 0, hop_ = 0, next_ = 0, balanced_ = 0;
  std::vector<double> before_, update_;
};

}  // namespace het
