#pragma once
#include <memory>
#include <vector>

#include "src/distribution/overlap.hpp"

namespace het {

// A panel of the inner dimension k of op(A) op(B), its k's ordered by who owns them: first those whose column of
// op(A) is coordinate 0's and whose row of op(B) is coordinate 0's, and so on for all pairs. The order of k is
// free in a product, and this one lets each rank multiply what it owns where it lies, without a copy.
//
// Worked example: A and B block-cyclic with nb = 2 on a 2 x 2 grid, a panel of 8 k's: the blocks 0 1 2 3 become
// the pieces (0, 0) = blocks 0 2 and (1, 1) = blocks 1 3, each consecutive in its owners' storages.
struct InnerPanel {
  enum Side { a, b };

  struct Piece {
    ProcessCoord owner[2];  // of these columns of op(A), of these rows of op(B)
    LocalIndex begin[2];    // the first of them in the owner's storage
    bool consecutive[2];    // whether the others follow it there
    Extent position, length;
  };
  std::vector<Piece> pieces;  // by ascending position
  // From the operands' inner axes to the positions in the panel.
  std::shared_ptr<const AxisOverlap> overlap[2];
};

// The panel of `length` k's from `a.begin` of op(A)'s inner axis and `b.begin` of op(B)'s on. Pure, the same on
// every rank; O(blocks of both axes).
InnerPanel make_inner_panel(AxisPart a, AxisPart b, Extent length);

}  // namespace het
