#include "src/model/followed.hpp"

#include <algorithm>

#include "src/distribution/column_strips.hpp"
#include "src/distribution/panels/column_pieces.hpp"
#include "src/distribution/panels/panel_ends.hpp"
#include "src/model/factor/walk/column_rounds.hpp"

namespace het {
namespace {

constexpr int most_processes = 36;
// Less than a tenth of a second, and about as many as a walk has before it is given up (Walk::usual_work); of a product those
// of order 16000.
constexpr double most_of_a_product = 1e5, most_of_a_factorization = 4e5;

// As LU and QR have them, and Cholesky is charged. Of a step, between two of a process column, three in each piece of its
// columns: LU's pivot rows, those that make room, and rows of U. Slices count as well, and rounds of a leaf's columns go
// together at most. A message costs more where many share links: 0.2 us between few, 0.5 where 72 pairs share them, 1.0 with
// 240.
double messages_of_a_factorization(const CallShape& shape, int p, int q, double panels) {
  constexpr double of_piece = 3, fewest_pieces = 3, slices = 8, pairs_for_a_message = 50;
  const double pairs = p * (p - 1), of_columns = static_cast<double>(shape.k) * pairs,
               elements = static_cast<double>(shape.m) * static_cast<double>(shape.n),
               pieces =
                   fewest_pieces + static_cast<double>(shape.n) / (q * static_cast<double>(widest_piece)),
               rounds = std::clamp(ColumnRounds::most_messages, of_columns / static_cast<double>(leaf_width),
                                   of_columns),
               strips =
                   elements * static_cast<double>(shape.element_bytes) / static_cast<double>(low_strip_chunk);
  return (1 + pairs / pairs_for_a_message) * (rounds + panels * q * of_piece * pieces * pairs) +
         panels * q * (p * slices) + strips;
}

}  // namespace

double followed_messages(const CallShape& shape, int p, int q, int processes, Extent panels) {
  const bool factors = is_factorization(shape.kind);
  const double all = processes, steps = static_cast<double>(panels),
               messages = factors ? messages_of_a_factorization(shape, p, q, steps) : all * all * steps;
  const double most = factors ? most_of_a_factorization : most_of_a_product;
  return processes <= most_processes && panels > 0 && messages <= most ? messages : 0;
}

}  // namespace het
