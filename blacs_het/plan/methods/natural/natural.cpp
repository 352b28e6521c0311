#include "blacs_het/plan/methods/natural/natural.hpp"

#include <algorithm>
#include <vector>

#include "blacs_het/plan/methods/heuristic/heuristic.hpp"
#include "src/distribution/natural.hpp"

namespace het {

Arrangement natural_arrangement(std::span<const double> cycle_times, int p, int q) {
  return Arrangement(p, q, cycle_times, fastest(cycle_times, p * q));
}

Shares natural_shares(const Arrangement& a) {
  std::vector<double> speeds;
  for (const double t : a.cycle_times()) speeds.push_back(1 / t);
  const int shape[] = {a.p(), a.q()};
  const auto sums = natural_performances(speeds, shape);
  const std::vector<double>&rows = sums[0], &cols = sums[1];
  double load = 0;
  for (std::size_t k = 0; k < speeds.size(); ++k)
    load = std::max(load, rows[k / cols.size()] / speeds[k] * cols[k % cols.size()]);
  std::vector<double> feasible = cols;
  for (double& c : feasible) c /= load;
  return normalised_shares(rows, std::move(feasible));
}

Candidate natural_candidate(std::span<const double> cycle_times, int p, int q) {
  Arrangement arrangement = natural_arrangement(cycle_times, p, q);
  Shares shares = natural_shares(arrangement);
  return {std::move(arrangement), std::move(shares), false};
}

}  // namespace het
