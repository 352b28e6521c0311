#pragma once
#include "blacs_het/plan/methods/candidate.hpp"

namespace het {

// Shares for an arrangement within a limit of work: the best tree where that is cheap, else climbing from
// `row_weight`.
Shares good_shares(const Arrangement& arrangement, std::span<const double> row_weight, WorkLimit& limit);

// Two moves that never lower W, repeated until neither helps or the limit runs out:
// - the fastest processor goes where r_i c_j is largest, the next one to the next, and so on (the weights
// stay feasible);
// - two processors of different speed exchange their places.
// After each the shares are found anew by good_shares.
Candidate improve_by_swaps(const Candidate& start, WorkLimit& limit);

}  // namespace het
