#pragma once
#include <string>
#include <vector>

#include "blacs_het/grid/context.hpp"
#include "blacs_het/plan/decision/decision.hpp"
#include "src/distribution/panels/product/panel_stream_shape.hpp"
#include "src/model/call_shape.hpp"
#include "src/model/placed.hpp"

namespace het {

// What made a choice what it is.
enum class Basis : int {
  predictions,  // alone
  experience,   // past calls: predictions alone would have made it another way
  trial,        // ScaLAPACK, once, to see how long it takes
  unpredicted   // ScaLAPACK, until such calls have taken so long that predicting them pays
};

// How one call will be computed. The layout is the one to move to when `way` is `moved`: contiguous units of 8 elements
// for a product; for factorizations blocks of panel_width in a BlockOrder, or one axis as the caller has it. In
// place, p and q are the caller's grid and the rest of the layout is empty.
struct Choice {
  Layout layout;
  Way way = Way::forward;
  Extent panel_width = 0;                        // columns of one panel; for a product its inner dimension
  Extent first_panel = 0;                        // of a product in place: see product_stream
  int panels_alive = PanelStreamLimits{}.depth;  // of a product: the same
  bool shared_solve = false;                     // of LU: see solve_is_shared
  // Predicted seconds. A product has no move in: its panels travel from the caller's layout.
  double move_in = 0, compute = 0, move_out = 0;
  Predictions predictions;  // of all ways that there were to choose from
  Basis basis = Basis::predictions;
  bool refused = false;  // forwarded, and a way of ours got no memory the last time
  Extent needed = 0;     // bytes of the process that needed most then, where that is known
  double bound = 0;  // best possible speedup: sum 1/t (of a grid set by the user: its W) / W of equal shares

  double predicted() const { return move_in + compute + move_out; }
  // Of ScaLAPACK; of the best move, 0 where none is a candidate; and of the quickest way of ours.
  double reference() const;
  double moved() const;
  double quickest() const;
  // Left to ScaLAPACK instead, by the same predictions: without a layout.
  Choice forwarded() const;
  Alternative taken() const { return {way, way == Way::moved ? layout.p : 0}; }

  // As whole numbers, to be broadcast.
  std::vector<Extent> encode() const;
  static Choice decode(const std::vector<Extent>& numbers);
  friend bool operator==(const Choice&, const Choice&) = default;
};

struct Chosen {
  Choice choice;
  // Seconds that ScaLAPACK would take longer, by predictions as past calls correct them; of a trial what is hoped for.
  double gain = 0;
};

// The way that decide() takes for a call whose result (C, or the matrix to factor) is distributed as
// `caller`: sub(A) as a matrix of its own, see AxisMap::part. Candidates are ScaLAPACK itself, our kernel in
// place, and our kernel on grids of ours with what must be moved. With mode `always` ScaLAPACK is no candidate;
// a grid set by the user is the only one to move to, and with both it is taken. For an upper triangle give
// the distribution and the placement of the transpose. Context::find_speeds() must have been called. Runs on one process.
// A way that got no memory is no candidate until KnownWays::forgive. `calls`: such calls since the last
// choice, this one included; 0 where this one is chosen for again.
Chosen choose(Context& context, const CallShape& shape, const Placed& caller, Extent calls = 1);

// What choose() says on rank 0, on every process. Forward when choosing failed, which is said. Collective.
Choice decided_choice(Context& context, const CallShape& shape, const Placed& caller, Extent calls = 1);

}  // namespace het
