#include "blacs_het/plan/methods/swaps.hpp"

#include <algorithm>
#include <numeric>
#include <optional>

#include "blacs_het/plan/methods/spanning_trees.hpp"

namespace het {
namespace {

constexpr double cheap_walk = 5e5;  // steps of a tree walk below which climbing is not worth its gap

// The cells' own processors as a list: cell k of the grid holds processor k.
Arrangement rearranged(const Arrangement& from, const std::vector<std::size_t>& cell_of_place) {
  // order() of the result must refer to the list that `from` was made from, of which only the used part is
  // known.
  std::vector<double> cycle_times(
      static_cast<std::size_t>(*std::max_element(from.order().begin(), from.order().end())) + 1,
      from.cycle_times().front());
  std::vector<int> order(cell_of_place.size());
  for (std::size_t k = 0; k < order.size(); ++k) {
    order[k] = from.order()[cell_of_place[k]];
    cycle_times[static_cast<std::size_t>(order[k])] = from.cycle_times()[cell_of_place[k]];
  }
  return Arrangement(from.p(), from.q(), cycle_times, std::move(order));
}

std::vector<std::size_t> identity(std::size_t size) {
  std::vector<std::size_t> places(size);
  std::iota(places.begin(), places.end(), 0);
  return places;
}

// The fastest processor to the largest r_i c_j. Stays feasible: the k-th largest weight is at most the k-th
// speed.
Arrangement sorted_by_weight(const Candidate& from) {
  const auto t = from.arrangement.cycle_times();
  std::vector<double> weight;
  for (const double r : from.shares.row_weight)
    for (const double c : from.shares.col_weight) weight.push_back(r * c);
  std::vector<std::size_t> by_weight = identity(t.size()), by_speed = by_weight;
  std::stable_sort(by_weight.begin(), by_weight.end(), [&](auto a, auto b) { return weight[a] > weight[b]; });
  std::stable_sort(by_speed.begin(), by_speed.end(), [&](auto a, auto b) { return t[a] < t[b]; });
  std::vector<std::size_t> cell(t.size());
  for (std::size_t k = 0; k < t.size(); ++k) cell[by_weight[k]] = by_speed[k];
  return rearranged(from.arrangement, cell);
}

std::optional<Candidate> tried(Arrangement arrangement, const Candidate& best, WorkLimit& limit) {
  Shares shares = good_shares(arrangement, best.shares.row_weight, limit);
  if (!better(shares, best.shares)) return std::nullopt;
  return Candidate{std::move(arrangement), std::move(shares), false};
}

// The first exchange that helps.
std::optional<Candidate> exchanged(const Candidate& best, WorkLimit& limit) {
  const auto t = best.arrangement.cycle_times();
  std::vector<std::size_t> cell = identity(t.size());
  for (std::size_t a = 0; a < t.size(); ++a)
    for (std::size_t b = a + 1; b < t.size() && !limit.exhausted(); ++b) {
      if (t[a] == t[b]) continue;
      std::swap(cell[a], cell[b]);
      if (auto found = tried(rearranged(best.arrangement, cell), best, limit)) return found;
      std::swap(cell[a], cell[b]);
    }
  return std::nullopt;
}

}  // namespace

Shares good_shares(const Arrangement& arrangement, std::span<const double> row_weight, WorkLimit& limit) {
  const int p = arrangement.p(), q = arrangement.q();
  if (tree_walk_work(p, q) <= cheap_walk) {
    limit.take(tree_walk_work(p, q));
    return best_acceptable_tree(arrangement);
  }
  limit.take(4.0 * (p + q) * p * q);  // a few steps of the climb
  return climb_trees(arrangement, row_weight);
}

Candidate improve_by_swaps(const Candidate& start, WorkLimit& limit) {
  Candidate best = start;
  while (!limit.exhausted()) {
    auto found = tried(sorted_by_weight(best), best, limit);
    if (!found) found = exchanged(best, limit);
    if (!found) break;
    best = std::move(*found);
  }
  return best;
}

}  // namespace het
