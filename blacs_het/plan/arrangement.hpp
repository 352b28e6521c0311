#pragma once
// Which processor sits where on the grid.
#include <iosfwd>
#include <span>
#include <string_view>
#include <vector>

namespace het {

// A p x q grid of processors with their cycle-times t_ij. An immutable value.
//
// Worked example of this library: processors 0..3 with cycle-times 1, 2, 3, 6, arranged as
//     t = | 1 2 |    order = | 0 1 |
//         | 3 6 |            | 2 3 |
// The rows of t are proportional (rank 1), so every processor can be busy all the time: see Shares.
// Indices are 0-based. [BPRR99 §4.1]
class Arrangement {
 public:
  // order: row-major, p*q different indices into cycle_times, which may hold more processors than the grid.
  // Throws Error for p or q < 1, a wrong number of indices, an index out of range or twice, or a bad
  // cycle-time.
  Arrangement(int p, int q, std::span<const double> cycle_times, std::vector<int> order);

  int p() const { return p_; }
  int q() const { return q_; }
  // Index of the processor at (i, j) in the list that the arrangement was made from.
  int order(int i, int j) const { return order_[place(i, j)]; }
  double cycle_time(int i, int j) const { return cycle_times_[place(i, j)]; }
  // Place of (i, j) in a row-major list of p*q entries.
  std::size_t place(int i, int j) const {
    return static_cast<std::size_t>(i) * static_cast<std::size_t>(q_) + static_cast<std::size_t>(j);
  }
  // Such lists.
  std::span<const int> order() const { return order_; }
  std::span<const double> cycle_times() const { return cycle_times_; }

  // (i, j) of the result is (j, i) of this. Row and column questions are one function on a transposed
  // arrangement.
  Arrangement transposed() const;

  bool operator==(const Arrangement&) const = default;

 private:
  Arrangement(int p, int q) : p_(p), q_(q) {}

  int p_;
  int q_;
  std::vector<int> order_;
  std::vector<double> cycle_times_;
};

// Rows of cycle-times, one line per grid row.
std::ostream& operator<<(std::ostream& out, const Arrangement& arrangement);

// Reads rows of cycle-times, "1,2;3,6"; the order is the reading order. Throws Error as parse_cycle_times
// does, or when the rows differ in length.
Arrangement parse_arrangement(std::string_view text);

}  // namespace het
