#pragma once
// What local work costs in a simulated build (HETSCALAPACK_SMPI), where time is virtual: each function lets the clock
// of this process run on, by its host's speed. In an ordinary build they are nothing.
#include <algorithm>

#include "src/base/index.hpp"

namespace het::charge {

#ifdef HETSCALAPACK_SMPI

// Time is what was charged: the first sample of a measurement says all, and the processes are one program.
inline constexpr bool virtual_time = true;

// Operations of a matrix product or its like; `least` is the smallest of its dimensions, on which its efficiency
// depends.
void level3(double flops, Extent least);
// Operations on vectors, and of matrices with vectors: each number is read from memory for a few operations.
void level2(double flops);
// Bytes read in one place and written in another.
void copy(Extent bytes);
// One look at all messages that are under way, before the test that makes it. SimGrid would charge it for each of them.
// While nothing is computed and nothing arrives, looks become rarer, as those of a waiting process may: each is an
// event to simulate.
void look();
// The last look has found something.
void arrived();
// True when matrix products and the like are charged but not done: results are then meaningless, times are right.
bool dry();

#else

inline constexpr bool virtual_time = false;

inline void level3(double, Extent) {}
inline void level2(double) {}
inline void copy(Extent) {}
inline void look() {}
inline void arrived() {}
constexpr bool dry() { return false; }

#endif

// Instead of a product C := ... + beta C, C of m x n, that is not done: with beta = 0 it is taken for zero, so that what
// follows sees numbers that were written.
template <class Beta, class T>
void product_undone(Beta beta, Extent m, Extent n, T* c, Extent ldc) {
  if (beta != Beta(0)) return;
  for (Extent j = 0; j < n; ++j) std::fill_n(c + j * ldc, m, T(0));
}

}  // namespace het::charge
