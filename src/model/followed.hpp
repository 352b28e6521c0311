#pragma once
#include "src/model/call_shape.hpp"

namespace het {

// About how many messages of a call of so many panels on a p x q grid are followed, one by one: among 36 processes at most, and of
// a factorization no more than 2e5, of a product 1e5, which take a tenth of a second or two; else none. With P processes
//   factorization   min(k p (p - 1), 3e4) + panels (10 p (p - 1) + p) q
//   product         panels P^2
double followed_messages(const CallShape& shape, int p, int q, int processes, Extent panels);

}  // namespace het
