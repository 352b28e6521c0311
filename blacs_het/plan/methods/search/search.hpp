#pragma once
// Arrangements by local search.
#include <cstdint>
#include <span>

#include "blacs_het/plan/methods/candidate.hpp"

namespace het {

// From a start: settles it (see Descent), then exchanges two processors of different speed, close ones first, and
// settles again, as long as some exchange helps and the limit lasts. Never worse than the start. `cycle_times` is the
// list that the start was made from.
Candidate improve_by_swaps(std::span<const double> cycle_times, const Candidate& start, WorkLimit& limit);

// Iterated local search: the best start settled is kicked (a few weights change and everybody is seated anew, or a
// few processors change places), settled again, and kept when it is hardly worse; after many kicks in vain it goes on
// from the best known, from a start, or from random weights. Never worse than any start. Ends with the limit alone, or
// when the bound sum 1/t is reached.
Candidate iterated_search(std::span<const double> cycle_times, std::span<const Candidate> starts,
                          std::uint64_t seed, WorkLimit& limit);

}  // namespace het
