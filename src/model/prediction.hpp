#pragma once
#include <iosfwd>

namespace het {

// Predicted seconds of one algorithm on one distribution, split into terms that add up to the total. Each
// term is what its kind of cost adds to a run without it: what is hidden behind other work counts nothing.
struct Prediction {
  double update = 0;  // local products, as if divided among the processes of the grid in proportion to speed
  double idle = 0;  // waiting for the slowest share of a product: rounding, and a grid without a perfect plan
  double panel = 0;     // factoring panels, as far as no product hides it
  double exchange = 0;  // bytes: broadcasts, interchanges, reductions
  double latency = 0;   // messages
  // Of a matrix that moves, as far as no step hides it: until its first columns are there, and all else that it takes
  // longer than where it lies.
  double move_in = 0, move_out = 0;

  double compute() const { return update + idle + panel + exchange + latency; }
  double total() const { return move_in + compute() + move_out; }
  friend bool operator==(const Prediction&, const Prediction&) = default;
};

std::ostream& operator<<(std::ostream& out, const Prediction& prediction);

}  // namespace het
