#pragma once
#include <vector>

#include "src/distribution/panels/panel.hpp"
#include "src/distribution/panels/ring.hpp"

namespace het {

// How the panels of a factorization go along the process rows.
struct PanelRoute {
  RingOrder order = RingOrder::of_grid;
  // To the process columns with columns right of it alone, which hear in the end what the later ones said in a few
  // words (pivots, tau); or to all, because a panel may end the call.
  bool to_those_in_need = false;
};
inline constexpr PanelRoute lu_route{RingOrder::next_and_biggest_first, true};
inline constexpr PanelRoute qr_route{RingOrder::next_and_biggest_first, true};
inline constexpr PanelRoute cholesky_route{RingOrder::next_first, false};

// Which process columns each panel goes to, and in which order: one rule for the kernels and the model. Of a route to
// those in need a process column takes part in the first panels, as far as its last column. The same on all ranks.
//
// Worked example (seven panels owned by 0 0 1 1 2 0 0, no columns behind them, to those in need): process column 1
// takes part in four panels, 2 in five, 0 in all; panel 4 goes to 2 and 0.
class Audience {
 public:
  // O(panels + process columns).
  Audience(const AxisMap& cols, const std::vector<Panel>& panels, const PanelRoute& route);

  // Panels that process column `col` takes part in.
  std::size_t panels(int col) const { return panels_[static_cast<std::size_t>(col)]; }
  // The process columns that panel k goes to: its owner, then in the order of the grid.
  std::vector<int> columns(std::size_t k) const;
  // The same in the order in which they get it along a process row. O(q log q).
  std::vector<int> ring(std::size_t k) const;

  // Panels that all process columns take part in.
  std::size_t common() const;
  // The owner of the last panel, who has taken part in all, and the process columns that have not: those that hear the
  // rest from it in the end. Empty where there are none.
  std::vector<int> rest() const;

 private:
  RingOrder order_;
  std::vector<int> owners_;
  std::vector<std::size_t> panels_;
  std::vector<Extent> columns_of_;  // by process column
};

}  // namespace het
