#pragma once
// Chance that is the same on every machine, compiler and library.
#include <cstdint>

#include "blacs_het/plan/methods/trees/tie_breaking.hpp"

namespace het {

// splitmix64.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  // In [0, 1).
  double uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }
  // 0 .. bound-1.
  int below(int bound) { return static_cast<int>(uniform() * bound); }
  std::size_t below(std::size_t bound) {
    return static_cast<std::size_t>(uniform() * static_cast<double>(bound));
  }

 private:
  std::uint64_t next() { return scrambled(state_ += 0x9e3779b97f4a7c15ULL); }
  std::uint64_t state_;
};

}  // namespace het
