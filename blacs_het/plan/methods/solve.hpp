#pragma once
// The methods by name, within their limits of work.
#include <span>

#include "blacs_het/plan/methods/candidate.hpp"
#include "blacs_het/plan/methods/method.hpp"

namespace het {

// Arrangement and shares. Throws Error when Method::exact cannot prove its result within its limit.
Candidate arranged(std::span<const double> cycle_times, int p, int q, Method method,
                   const PlanOptions& options);

// Shares of a given arrangement: exact walks all trees (Error when those are too many or the limit is too small); swaps
// climbs from the heuristic's shares, search from those of all cheap methods; best is exact where that is little
// work.
Shares shares_of(const Arrangement& arrangement, Method method, const PlanOptions& options);

}  // namespace het
