#include "blacs_het/plan/methods/exact/exact.hpp"

#include <algorithm>
#include <vector>

#include "blacs_het/plan/methods/exact/arrangements.hpp"
#include "blacs_het/plan/methods/exact/pair_losses.hpp"
#include "blacs_het/plan/methods/heuristic/heuristic.hpp"
#include "blacs_het/plan/methods/trees/acceptable_trees.hpp"

namespace het {
namespace {

class Search : public Filling {
 public:
  Search(std::span<const double> sorted, const Candidate& known, WorkLimit& limit)
      : Filling(sorted, known.arrangement.p(), known.arrangement.q()),
        rows_(static_cast<std::size_t>(p()), static_cast<std::size_t>(q())),
        cols_(static_cast<std::size_t>(q()), static_cast<std::size_t>(p())),
        bound_(work_rate_bound(known.arrangement)),
        best_(known.shares.work_rate),
        limit_(limit) {}

  // Places of the best arrangement, empty when none is better than what was known.
  const std::vector<int>& better_places() const { return places_; }
  bool proven() const { return proven_ && !limit_.exhausted(); }

 private:
  bool place(std::size_t k, int i, int j) override {
    const auto row = static_cast<std::size_t>(i), col = static_cast<std::size_t>(j);
    rows_.add(row, col, 1 / cycle_time(k));
    cols_.add(col, row, 1 / cycle_time(k));
    limit_.take(20 + rows_.spent() + cols_.spent());
    return !limit_.exhausted() && !is_transposed_twin(i, j) && bound_ - rows_.largest() > enough() &&
           bound_ - cols_.largest() > enough();
  }
  void forget(int i, int j) override {
    rows_.remove(static_cast<std::size_t>(i));
    cols_.remove(static_cast<std::size_t>(j));
  }
  bool visit(std::span<const int> place) override {
    std::vector<double> times;
    for (const int k : place) times.push_back(cycle_time(static_cast<std::size_t>(k)));
    const WeightedGrid grid =
        merged_grid(static_cast<std::size_t>(p()), static_cast<std::size_t>(q()), times).grid;
    limit_.take(best_tree_work(grid));
    if (!is_solvable(grid)) proven_ = false;
    if (!proven_ || limit_.exhausted()) return false;
    const double work_rate = best_tree(grid).work_rate;
    if (work_rate > enough()) best_ = work_rate, places_.assign(place.begin(), place.end());
    return true;
  }

  // On a square grid every arrangement has an equal transpose. Equal processors go to upper rows first, so whoever
  // takes (1, 0) before (0, 1) is faster than the one that will sit there.
  bool is_transposed_twin(int i, int j) const { return p() == q() && i == 1 && j == 0 && row_length(0) == 1; }
  static bool is_solvable(const WeightedGrid& grid) {
    return std::min(grid.p, grid.q) <= 2 || is_walkable(grid.p, grid.q);
  }
  // What a better plan must exceed.
  double enough() const { return best_ * (1 + 1e-12); }

  PairLosses rows_, cols_;
  double bound_, best_;
  std::vector<int> places_;
  bool proven_ = true;
  WorkLimit& limit_;
};

}  // namespace

Candidate exact_search(std::span<const double> cycle_times, const Candidate& known, WorkLimit& limit) {
  const int p = known.arrangement.p(), q = known.arrangement.q();
  const std::vector<int> chosen = fastest(cycle_times, p * q);
  std::vector<double> sorted;
  for (const int k : chosen) sorted.push_back(cycle_times[static_cast<std::size_t>(k)]);
  Search search(sorted, known, limit);
  search.run();
  Candidate best = known;
  if (!search.better_places().empty()) {
    std::vector<int> order;
    for (const int k : search.better_places()) order.push_back(chosen[static_cast<std::size_t>(k)]);
    best.arrangement = Arrangement(p, q, cycle_times, std::move(order));
    best.shares = best_acceptable_tree(best.arrangement);
  }
  best.optimal = search.proven();
  best.shares.optimal = best.shares.optimal || best.optimal;
  return best;
}

}  // namespace het
