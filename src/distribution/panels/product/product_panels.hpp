#pragma once
#include "src/distribution/distribution.hpp"
#include "src/distribution/overlap.hpp"
#include "src/distribution/panels/product/panel_stream_shape.hpp"

namespace het {

// Of op(A) or op(B) in a product, where it lies.
struct OperandAxes {
  AxisPart fixed;  // rows of op(A), columns of op(B): what it shares with C
  AxisPart inner;  // its k's
  const Placement& placement;
  bool transposed = false;
};

// C (as rows x cols) += op(A) op(B) with an inner dimension k: all that decides how k is cut.
struct ProductAxes {
  OperandAxes a, b;
  const AxisMap &rows, &cols;
  const Placement& of_c;
  Extent k;
};

struct ProductPanels {
  PanelPieces pieces;
  PanelStreamShape shape;
};

// The one rule for the panels of a product, for SUMMA and for its model. Ranks multiply their own pieces of an operand
// where they lie if it is not transposed, its rows (or columns) are on the same ranks as C's, and each of its owners'
// k's that meet one owner of the other operand follow each other in its storage. Panels then consist of as many pieces
// as there are pairs of owners, else of one. Memory counts on the rank with most rows and columns of C. One rank, to
// which nothing travels, multiplies all at once. The same on every rank. O(blocks of both inner axes).
//
// Worked example: A, B and C alike on 2 x 4 in blocks of 64. Process column j's columns of A meet rows of B on process
// row j mod 2 alone, and follow each other there: four pieces, rounds of 256; but those of B on a process row come from
// two columns' rounds, and are copied.
ProductPanels product_panels(const PanelStreamLimits& limits, const ProductAxes& axes, Extent element_bytes);

}  // namespace het
