#include "src/distribution/panels/column_pieces.hpp"

#include <algorithm>

namespace het {

Extent column_pieces(Extent columns, Extent widest, int p, Extent narrowest) {
  constexpr Extent hidden = 3;
  const Extent pieces = (columns + widest - 1) / widest;
  return p > 1 ? std::max(pieces, std::min(hidden, columns / narrowest)) : pieces;
}

}  // namespace het
