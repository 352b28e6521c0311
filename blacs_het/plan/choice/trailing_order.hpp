#pragma once
// Orders of blocks that balance every trailing part of a matrix.
#include <span>
#include <vector>

#include "blacs_het/plan/choice/layout.hpp"
#include "blacs_het/plan/grid_plan.hpp"
#include "src/model/call_shape.hpp"

namespace het {

// What a block adds to the work of its owner when the trailing matrix grows from the end to hold it.
enum class BlockWork {
  equal,    // every block the same
  growing,  // the d-th block from the end d units: a column of the lower triangle
};

// Owner of each of `blocks` blocks such that the work of every trailing part is shared in proportion to the weights
// as well as whole blocks allow: from the end, each block goes to the process that would finish it first. Equal
// blocks: BPRR99 §2.3.2 reversed. O(blocks n). Throws Error for bad weights or blocks < 0.
//
// Worked example: weights 2, 1 and 6 equal blocks give 1 0 0 1 0 0; growing ones 0 0 1 0 0 0, 17 units against 4.
std::vector<int> trailing_order(std::span<const double> weights, Extent blocks, BlockWork work);

// How much of each trailing part the process rows and columns get, in any unit.
struct GridWeights {
  std::vector<double> rows, cols;
};

// The arrangement of a plan with rows and columns in blocks of nb, in the order that shares every trailing part of
// an m x n matrix by the weights. Columns of Cholesky's triangle are the higher the farther from the end they are;
// for its rows equal blocks are right, because the columns to their right are balanced as well.
Layout weighted_layout(const CallShape& shape, const Arrangement& arrangement, Extent nb,
                       const GridWeights& weights);

}  // namespace het
