#include <utility>

#include "blacs_het/plan/methods/search/field.hpp"
#include "blacs_het/plan/methods/search/search.hpp"

namespace het {
namespace {

std::size_t place_of(const Position& position, std::size_t rank) {
  std::size_t place = 0;
  while (position.rank[place] != static_cast<int>(rank)) ++place;
  return place;
}

// The first exchange that helps, of processors ever further apart in speed.
bool exchange(Descent& descent, Position& position, WorkLimit& limit) {
  const std::size_t n = descent.places();
  for (std::size_t apart = 1; apart < n; ++apart)
    for (std::size_t rank = 0; rank + apart < n; ++rank) {
      if (limit.exhausted()) return false;
      if (descent.are_alike(rank, rank + apart)) continue;
      Position tried = position;
      std::swap(tried.rank[place_of(position, rank)], tried.rank[place_of(position, rank + apart)]);
      descent.settle(tried, Climb::over_ridges);
      if (tried.work_rate <= position.work_rate * (1 + 1e-11)) continue;
      position = std::move(tried);
      return true;
    }
  return false;
}

}  // namespace

Candidate improve_by_swaps(std::span<const double> cycle_times, const Candidate& start, WorkLimit& limit) {
  const Field field(cycle_times, start.arrangement.p(), start.arrangement.q());
  Descent descent(field.sorted_cycle_times(), field.p(), field.q(), limit);
  Position position = field.position_of(start);
  descent.settle(position, Climb::over_ridges);
  while (exchange(descent, position, limit)) {
  }
  Candidate end = field.candidate_of(position, limit);
  return better(end.shares, start.shares) ? end : start;
}

}  // namespace het
