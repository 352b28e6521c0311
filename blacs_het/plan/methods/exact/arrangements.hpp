#pragma once
// All arrangements that could be best.
#include <span>
#include <vector>

namespace het {

// Places sorted processors on a p x q grid, fastest first, each at the end of a row that is shorter than the row
// above: exactly the non-decreasing arrangements. [BPRR99 Theorem 1, §7.1; the recursion ends at depth p q, and the
// array of row lengths has p entries]
//
// Equal processors are one type: they are placed from the top row downwards, so every filling appears once.
class Filling {
 public:
  // Throws Error unless there are p*q cycle-times, t_0 <= t_1 <= ...
  Filling(std::span<const double> sorted_cycle_times, int p, int q);
  virtual ~Filling() = default;
  void run() { fill(0, 0); }

 protected:
  // Processor k sits at (i, j) now. False: nothing that could follow is worth a look. `forget` undoes it in any case.
  virtual bool place(std::size_t k, int i, int j) = 0;
  virtual void forget(int i, int j) = 0;
  // All places are taken. False stops the enumeration.
  virtual bool visit(std::span<const int> place) = 0;

  int p() const { return p_; }
  int q() const { return q_; }
  double cycle_time(std::size_t k) const { return t_[k]; }
  int row_length(int i) const { return length_[static_cast<std::size_t>(i)]; }

 private:
  bool fill(std::size_t k, int row);
  int room_from(int i, int room) const;

  std::span<const double> t_;
  int p_, q_;
  std::vector<int> length_, place_;
  std::vector<std::size_t> group_end_;
};

// (pq)! prod_{i<p} i! / prod_{i=q}^{q+p-1} i!, the number of arrangements of different processors (hook formula).
// [BPRR99 Table 4] Infinite where it leaves the doubles.
double arrangement_count(int p, int q);

}  // namespace het
