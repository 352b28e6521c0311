#pragma once
#include "blacs_het/plan/arrangement.hpp"
#include "blacs_het/plan/shares.hpp"

namespace het {

// An arrangement with shares: what a method returns and what the next one starts from.
struct Candidate {
  Arrangement arrangement;
  Shares shares;
  bool optimal = false;  // true only when no arrangement of the same processors is better, proven
};

// a is better than b by more than rounding.
inline bool better(const Shares& a, const Shares& b) { return a.work_rate > b.work_rate * (1 + 1e-12); }

// Elementary steps that a search may still take. Counted, not timed: every process stops at the same place.
class WorkLimit {
 public:
  explicit WorkLimit(double steps) : left_(steps) {}
  void take(double steps) { left_ -= steps; }
  bool exhausted() const { return left_ < 0; }
  double left() const { return left_; }

 private:
  double left_;
};

}  // namespace het
