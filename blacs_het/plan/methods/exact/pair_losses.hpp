#pragma once
// How much of their speed the processors placed so far lose for certain.
#include <cstddef>
#include <utility>
#include <vector>

namespace het {

// Two lines (rows, or columns) of a grid do together at most the W of the two alone, over the places that are taken
// in both; the rest does at most its speed. So
//     W <= sum of 1/t - sum over disjoint pairs of lines of (speeds of the pair - W of the pair),
// whoever takes the empty places. Kept up to date while a grid is filled, and undone in the reverse order.
class PairLosses {
 public:
  // `lines` lines with `length` places each.
  PairLosses(std::size_t lines, std::size_t length);

  // A processor of that speed takes place `at`, the first free one of `line`; all lines before have it taken already.
  // O(lines at^2).
  void add(std::size_t line, std::size_t at, double speed);
  void remove(std::size_t line) { --taken_[line]; }

  // The largest sum over a set of disjoint pairs; looks at lines - 1 sets that hold every pair once. O(lines^2).
  double largest() const;
  // Elementary steps since the last call.
  double spent() { return std::exchange(steps_, 0.0); }

 private:
  double& loss(std::size_t a, std::size_t b, std::size_t taken) {
    return loss_[(a * lines_ + b) * (length_ + 1) + taken];
  }
  double loss_of_pair(std::size_t a, std::size_t b, std::size_t taken) const;

  std::size_t lines_, length_;
  std::vector<double> speed_, loss_;  // loss_: of pair a < b with a number of common places
  std::vector<std::size_t> taken_;
  std::vector<std::vector<std::pair<std::size_t, std::size_t>>> pairings_;
  double steps_ = 0;
};

}  // namespace het
