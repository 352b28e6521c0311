#pragma once
#include <vector>

#include "src/algorithm/factor/factor.hpp"
#include "src/algorithm/factor/line.hpp"
#include "src/distribution/panels/ring.hpp"

namespace het {

// Which process columns the panels of a factorization go to: each panel to its owner and to those with columns right of
// it. So a process column takes part in the first panels, as far as its last column. The same on all ranks.
//
// Worked example (seven panels owned by 0 0 1 1 2 0 0, and no columns behind them): process column 1 takes part in four
// panels, 2 in five, 0 in all; panel 4 goes to 2 and 0.
class Audience {
 public:
  // O(panels + process columns).
  Audience(const AxisMap& cols, const std::vector<Panel>& panels);

  // Panels that process column `col` takes part in.
  std::size_t panels(int col) const { return panels_[static_cast<std::size_t>(col)]; }
  // The process columns that panel k goes to: its owner, then in the order of the grid.
  std::vector<int> columns(std::size_t k) const;
  // The same in the order in which they get it along a process row.
  std::vector<int> ring(std::size_t k, RingOrder order) const;

  // Panels that all process columns take part in. What the later ones have said in a few words (pivots, tau) all want
  // to know in the end: tell_rest.
  std::size_t common() const;
  // `bytes` at `data`, from the owner of the last panel, who has taken part in all, to the process columns that have
  // not, along each process row. All of its ranks call it. Returns the bytes sent.
  Extent tell_rest(const Communicator& comm, const Line& row, void* data, Extent bytes, int tag,
                   const Idle& idle) const;

 private:
  std::vector<int> owners_;
  std::vector<std::size_t> panels_;
  std::vector<Extent> columns_of_;  // by process column
};

}  // namespace het
