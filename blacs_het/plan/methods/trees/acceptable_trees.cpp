#include "blacs_het/plan/methods/trees/acceptable_trees.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "blacs_het/plan/methods/trees/spanning_tree.hpp"
#include "blacs_het/plan/methods/trees/tie_breaking.hpp"
#include "blacs_het/plan/methods/trees/two_rows.hpp"
#include "src/base/error.hpp"

namespace het {
namespace {

using Tree = SpanningTree<Level>;

// The degrees of the rows name a tree: no two acceptable trees of a grid without ties share them.
std::uint64_t name_of(const std::vector<Edge>& edges, int bits) {
  std::uint64_t name = 0;
  for (const Edge& edge : edges) name += std::uint64_t{1} << (edge.row * bits);
  return name;
}
int name_bits(std::size_t q) { return static_cast<int>(std::bit_width(q)); }

// A set of names, none of which is 0, of known largest size: one allocation.
class NameSet {
 public:
  explicit NameSet(std::size_t most) : slots_(std::bit_ceil(2 * most + 1)) {}
  // False when the name was there already.
  bool insert(std::uint64_t name) {
    std::size_t slot = name * 0x9e3779b97f4a7c15ULL >> 20;
    while (slots_[slot & (slots_.size() - 1)] != 0)
      if (slots_[slot++ & (slots_.size() - 1)] == name) return false;
    slots_[slot & (slots_.size() - 1)] = name;
    return true;
  }

 private:
  std::vector<std::uint64_t> slots_;
};

// Trees still to enter, one after the other, as places in the grid.
class OpenTrees {
 public:
  explicit OpenTrees(std::size_t q) : q_(static_cast<int>(q)) {}
  bool empty() const { return places_.empty(); }
  void push(const std::vector<Edge>& edges) {
    for (const Edge& edge : edges) places_.push_back(static_cast<std::uint32_t>(edge.row * q_ + edge.col));
  }
  void pop(std::vector<Edge>& edges) {
    for (Edge& edge : edges) {
      const int place = static_cast<int>(places_.back());
      edge = {place / q_, place % q_};
      places_.pop_back();
    }
  }

 private:
  int q_;
  std::vector<std::uint32_t> places_;
};

Tree tree_of(const WeightedGrid& grid) {
  Tree tree(grid.p, grid.q);
  for (std::size_t k = 0; k < grid.cycle_times.size(); ++k)
    tree.cycle_time(k) = {grid.cycle_times[k], shift_of(k)};
  std::copy(grid.row_count.begin(), grid.row_count.end(), &tree.count(0));
  std::copy(grid.col_count.begin(), grid.col_count.end(), &tree.count(0) + grid.p);
  return tree;
}

// Enters every tree once.
template <class Visit>
void walk(const WeightedGrid& wide, Visit&& visit) {
  const double count = acceptable_tree_count(wide.p, wide.q);
  require(is_walkable(wide.p, wide.q),
          "a {} x {} grid has too many acceptable spanning trees ({:.3g}) to look at each; at most {:g} are "
          "walked",
          wide.p, wide.q, count, max_trees);
  const int bits = name_bits(wide.q);
  Tree tree = tree_of(wide);
  NameSet seen(static_cast<std::size_t>(count));
  OpenTrees open(wide.q);
  tree.enter_at_rows();
  std::vector<Edge> next = tree.edges(), edges = next;
  seen.insert(name_of(next, bits));
  open.push(next);
  while (!open.empty()) {
    open.pop(edges);
    tree.enter(edges);
    visit(tree);
    const std::uint64_t name = name_of(edges, bits);
    next = edges;
    for (std::size_t k = 1; k < tree.nodes(); ++k) {
      const auto step = tree.step_across(k);
      if (step.cut == 0) continue;
      Edge& replaced = next[tree.edge_towards(k)];
      const Edge kept = replaced;
      const std::uint64_t changed =
          name + (std::uint64_t{1} << (step.edge.row * bits)) - (std::uint64_t{1} << (kept.row * bits));
      replaced = step.edge;
      if (seen.insert(changed)) open.push(next);
      replaced = kept;
    }
  }
}

std::vector<double> row_weights(const Tree& tree) {
  std::vector<double> rows;
  for (std::size_t i = 0; i < tree.p(); ++i) rows.push_back(tree.row_weight(i));
  return rows;
}

BestTree best_of_two_rows(const WeightedGrid& grid) {
  std::vector<double> speeds;
  for (const double t : grid.cycle_times) speeds.push_back(1 / t);
  const std::span<const double> all(speeds);
  const BestRatio best =
      best_ratio({all.first(grid.q), all.last(grid.q), grid.col_count, grid.row_count[0], grid.row_count[1]});
  return {{1, best.ratio}, best.work_rate};
}

// c_j = 1 / max_i(r_i t_ij) of a tree's rows, which are the rows of the transposed grid.
std::vector<double> columns_beside(const WeightedGrid& grid, const std::vector<double>& rows) {
  std::vector<double> columns(grid.q);
  for (std::size_t j = 0; j < grid.q; ++j) {
    double load = 0;
    for (std::size_t i = 0; i < grid.p; ++i) load = std::max(load, rows[i] * grid.cycle_time(i, j));
    columns[j] = 1 / load;
  }
  return columns;
}

MergedGrid merged(const Arrangement& a) {
  return merged_grid(static_cast<std::size_t>(a.p()), static_cast<std::size_t>(a.q()), a.cycle_times());
}

}  // namespace

double acceptable_tree_count(std::size_t p, std::size_t q) {
  const auto fewer = static_cast<double>(std::min(p, q)), more = static_cast<double>(std::max(p, q));
  double count = 1;
  for (double k = 1; k < fewer && count < 1e300; ++k) count = count * (more - 1 + k) / k;
  return std::round(count);
}

double tree_walk_work(std::size_t p, std::size_t q) {
  return acceptable_tree_count(p, q) * static_cast<double>((p + q - 1) * p * q) / 2;
}

bool is_walkable(std::size_t p, std::size_t q) {
  const auto bits = static_cast<std::size_t>(name_bits(std::max(p, q)));
  return acceptable_tree_count(p, q) <= max_trees && std::min(p, q) * bits <= 64;
}

void for_each_acceptable_tree(const Arrangement& arrangement,
                              const std::function<void(const Shares&)>& visit) {
  const bool wide = arrangement.p() <= arrangement.q();
  const Arrangement grid = wide ? arrangement : arrangement.transposed();
  walk(plain_grid(static_cast<std::size_t>(grid.p()), static_cast<std::size_t>(grid.q()), grid.cycle_times()),
       [&](const Tree& tree) {
         const Shares shares = fitted_shares(grid, row_weights(tree));
         visit(wide ? shares : transposed(shares));
       });
}

BestTree best_tree(const WeightedGrid& grid) {
  if (grid.p > grid.q) {
    const WeightedGrid wide = transposed(grid);
    const BestTree best = best_tree(wide);
    return {columns_beside(wide, best.row_weight), best.work_rate};
  }
  if (grid.p == 2) return best_of_two_rows(grid);
  BestTree best;
  walk(grid, [&](const Tree& tree) {
    if (tree.work_rate() > best.work_rate) best = {row_weights(tree), tree.work_rate()};
  });
  return best;
}

double best_tree_work(const WeightedGrid& grid) {
  const auto places = static_cast<double>(grid.p * grid.q);
  return std::min(grid.p, grid.q) <= 2 ? 4 * places : tree_walk_work(grid.p, grid.q) + 10 * places;
}

Shares best_acceptable_tree(const Arrangement& arrangement) {
  const MergedGrid lines = merged(arrangement);
  const BestTree best = best_tree(lines.grid);
  std::vector<double> rows;
  for (const std::size_t i : lines.row_of) rows.push_back(best.row_weight[i]);
  Shares shares = fitted_shares(arrangement, rows);
  shares.optimal = true;
  return shares;
}

double best_acceptable_tree_work(const Arrangement& arrangement) {
  return best_tree_work(merged(arrangement).grid);
}

}  // namespace het
