#include "src/distribution/panels/column_pieces.hpp"

#include <algorithm>

namespace het {

Extent column_pieces(Extent columns, Extent widest, int p, Extent narrowest) {
  constexpr Extent hidden = 3;
  const Extent pieces = (columns + widest - 1) / widest;
  return p > 1 ? std::max(pieces, std::min(hidden, columns / narrowest)) : pieces;
}

std::vector<Extent> lu_piece_ends(Extent begin, Extent next_width, Extent end, Extent widest, int p,
                                  Extent arriving) {
  const Extent first = begin + next_width, columns = end - first,
               pieces = std::max(lu_pieces(columns, widest, p), std::min(arriving, columns));
  std::vector<Extent> ends;
  if (next_width > 0) ends.push_back(first);
  for (Extent i = 1; i <= pieces; ++i) ends.push_back(first + columns * i / pieces);
  return ends;
}

}  // namespace het
