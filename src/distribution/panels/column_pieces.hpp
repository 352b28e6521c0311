#pragma once
#include "src/base/index.hpp"

namespace het {

// In how many pieces a process with so many columns updates them, of at most `widest` columns each. Where processes of a
// column exchange something for each piece (p > 1), at least three while these have 128 columns or more: what travels for one
// is hidden behind the products of the others. Fewer columns would be multiplied at a fraction of the speed.
Extent column_pieces(Extent columns, Extent widest, int p);

}  // namespace het
