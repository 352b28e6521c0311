#include "src/distribution/panels/column_pieces.hpp"

#include <algorithm>

namespace het {
namespace {

// Pieces of which one travels behind the others.
constexpr Extent hidden = 3;

// The most columns of which there are no more than so many pieces: column_pieces the other way round.
Extent most_columns(Extent pieces, Extent widest, int p, Extent narrowest) {
  const Extent most = pieces * widest;
  return p > 1 && pieces < hidden ? std::min(most, (pieces + 1) * narrowest - 1) : most;
}

}  // namespace

Extent column_pieces(Extent columns, Extent widest, int p, Extent narrowest) {
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

std::vector<Extent> lu_piece_widths(Extent columns, Extent next_width, Extent widest, int p,
                                    Extent arriving) {
  // Of the pieces behind the next panel's.
  std::vector<Extent> most(
      static_cast<std::size_t>(std::max(lu_pieces(columns, widest, p), std::min(arriving, columns))));
  const auto all_have = [&](Extent pieces, Extent width) {
    for (Extent i = 0; i < pieces; ++i) {
      Extent& piece = most[static_cast<std::size_t>(i)];
      piece = std::max(piece, width);
    }
  };
  const Extent narrowest = narrowest_lu_piece(p);
  const auto widest_of = [&](Extent pieces) {
    return ceil_div(std::min(columns, most_columns(pieces, widest, p, narrowest)), pieces);
  };
  for (Extent n = 1; n <= lu_pieces(columns, widest, p); ++n) all_have(n, widest_of(n));
  if (arriving > 0) all_have(std::min(arriving, columns), widest_of(arriving));
  // Without a next panel here they are the first ones.
  std::vector<Extent> widths = most;
  widths.insert(widths.begin(), std::min(next_width, columns));
  for (std::size_t i = 0; i < most.size(); ++i) widths[i] = std::max(widths[i], most[i]);
  return widths;
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
