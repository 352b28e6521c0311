#pragma once
#include "src/model/call_shape.hpp"
#include "src/model/platform.hpp"

namespace het {

// Whether the p process rows of an LU factorization with panels of w columns share the work on U12 = L11^-1 A12: what
// the fastest process saves of it on a column must take longer than the bytes on their way that are added,
//   (1 - 1/p) w^2 / 2 multiply-adds  >  (p - 1) / p^2 w elements.
bool solve_is_shared(const Platform& platform, const CallShape& shape, int p, Extent width);

}  // namespace het
