#pragma once
// Refinement by rank-1 approximation (Beaumont, Boudet, Petitet, Rastello, Robert, IEEE Trans. Computers 50(10),
// 2001).
#include <span>
#include <vector>

#include "blacs_het/plan/methods/candidate.hpp"

namespace het {

// Positive u, v that minimise sum_ij (1/t_ij - u_i v_j)^2: the leading singular vectors of the speeds, by power
// iteration. v is scaled to that purpose, u is not normalised.
struct RankOne {
  std::vector<double> rows, cols;
};
RankOne rank_one_speeds(const Arrangement& arrangement);

// The rows u completed with fitting columns, or the columns v with fitting rows, whichever gives the larger W.
Shares svd_shares(const Arrangement& arrangement);

// From the natural arrangement: the rank-1 approximation names an ideal cycle-time 1/(u_i v_j) for every place; the
// processors are sorted accordingly, and again, until the arrangement stays (or 100 times). W may fall on the way,
// so the best of all steps is returned. O(p q log(p q)) a step.
Candidate svd_candidate(std::span<const double> cycle_times, int p, int q);

}  // namespace het
