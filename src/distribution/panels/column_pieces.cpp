#include "src/distribution/panels/column_pieces.hpp"

#include <algorithm>

namespace het {

Extent column_pieces(Extent columns, Extent widest, int p, Extent narrowest) {
  constexpr Extent hidden = 3;
  const Extent pieces = ceil_div(columns, widest);
  return p > 1 ? std::max(pieces, std::min(hidden, columns / narrowest)) : pieces;
}

std::vector<Extent> lu_piece_ends(Extent begin, Extent next_width, Extent end, Extent widest, int p,
                                  Extent arriving) {
  const Extent first = begin + next_width, columns = end - first,
               pieces = std::max(lu_pieces(columns, widest, p), std::min(arriving, columns));
  std::vector<Extent> ends;
  if (next_width > 0) ends.push_back(first);
  for (Extent i = 1; i <= pieces; ++i) ends.push_back(part_begin(first, end, i, pieces));
  return ends;
}

std::vector<Extent> qr_piece_ends(Extent begin, Extent end, bool arriving) {
  const Extent pieces = arriving ? first_pieces : 1;
  std::vector<Extent> ends;
  for (Extent i = 1, done = begin; i <= pieces; ++i)
    if (const Extent piece_end = part_begin(begin, end, i, pieces); piece_end > done)
      ends.push_back(done = piece_end);
  return ends;
}

}  // namespace het
