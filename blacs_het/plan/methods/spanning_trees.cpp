#include "blacs_het/plan/methods/spanning_trees.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>

#include "src/base/error.hpp"

namespace het {
namespace {

// value * (1 + shift * epsilon) with an infinitely small epsilon: a positive number that is never equal to
// another.
struct Level {
  double value = 1;
  std::int64_t shift = 0;
};
Level operator*(Level a, Level b) { return {a.value * b.value, a.shift + b.shift}; }
Level inverse(Level a) { return {1 / a.value, -a.shift}; }
bool operator<(Level a, Level b) {
  if (std::abs(a.value - b.value) > 1e-12 * std::abs(a.value)) return a.value < b.value;
  return a.shift < b.shift;
}

struct Edge {
  int row, col;
};
// p+q-1 edges.
using Tree = std::vector<Edge>;

// Fixed 40-bit shifts without structure (splitmix64), so that different sums of them differ.
std::int64_t shift_of(std::size_t place) {
  std::uint64_t x = (place + 1) * 0x9e3779b97f4a7c15ULL;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return static_cast<std::int64_t>((x ^ (x >> 31)) >> 24);
}

// One arrangement's graph: nodes 0..p-1 are the rows, p..p+q-1 the columns.
class TreeWalk {
 public:
  explicit TreeWalk(const Arrangement& a)
      : p_(static_cast<std::size_t>(a.p())),
        q_(static_cast<std::size_t>(a.q())),
        t_(p_ * q_),
        level_(p_ + q_),
        parent_(p_ + q_),
        inside_(p_ + q_) {
    for (std::size_t k = 0; k < t_.size(); ++k) t_[k] = {a.cycle_times()[k], shift_of(k)};
    visit_order_.reserve(p_ + q_);
  }

  // A tree at the given rows, or above them where those are no vertex. W never falls on the way.
  Tree tree_from(std::span<const double> row_weight);

  // Sets the weights of a tree and W.
  void enter(const Tree& tree);
  double work_rate() const { return work_rate_; }
  std::vector<double> row_weights() const {
    std::vector<double> rows(p_);
    for (std::size_t i = 0; i < p_; ++i) rows[i] = level_[i].value;
    return rows;
  }

  // Of the tree entered last: the tree across the edge towards visit_order_[k], k = 1..p+q-1. False when W
  // grows without meeting a limit in no direction, i.e. when the cut leaves nothing that could become busy.
  bool neighbour(std::size_t k, const Tree& tree, Tree& result);

 private:
  // Places of processors on a cut between two parts: the limit that shifting meets first.
  struct Limit {
    Level slack;
    Edge edge{-1, -1};
  };
  // 1 / (r_i t_ij c_j) >= 1.
  Level slack(std::size_t i, std::size_t j) const {
    return inverse(level_[i] * t_[i * q_ + j] * level_[p_ + j]);
  }
  // Smallest slack from rows with inside_ == row_side to columns with inside_ == col_side.
  Limit first_limit(bool row_side, bool col_side) const;
  void root_at_row_0(const Tree& tree);
  // Marks the part of the forest that holds row 0.
  std::size_t mark_component(const Tree& forest);
  double sum(bool rows, bool inside) const;

  std::size_t p_, q_;
  std::vector<Level> t_;
  std::vector<Level> level_;
  std::vector<std::size_t> parent_, visit_order_;
  std::vector<char> inside_;
  std::vector<std::size_t> head_, next_;
  double work_rate_ = 0;
};

double TreeWalk::sum(bool rows, bool inside) const {
  double result = 0;
  for (std::size_t k = rows ? 0 : p_; k < (rows ? p_ : p_ + q_); ++k)
    if (static_cast<bool>(inside_[k]) == inside) result += level_[k].value;
  return result;
}

TreeWalk::Limit TreeWalk::first_limit(bool row_side, bool col_side) const {
  Limit limit;
  for (std::size_t i = 0; i < p_; ++i) {
    if (static_cast<bool>(inside_[i]) != row_side) continue;
    for (std::size_t j = 0; j < q_; ++j) {
      if (static_cast<bool>(inside_[p_ + j]) != col_side) continue;
      const Level s = slack(i, j);
      if (limit.edge.row < 0 || s < limit.slack) limit = {s, {static_cast<int>(i), static_cast<int>(j)}};
    }
  }
  return limit;
}

// Breadth first from row 0: fills parent_, visit_order_ and inside_ (reached or not).
std::size_t TreeWalk::mark_component(const Tree& forest) {
  constexpr auto none = static_cast<std::size_t>(-1);
  head_.assign(p_ + q_, none);
  next_.resize(2 * forest.size());
  for (std::size_t e = 0; e < forest.size(); ++e) {
    const auto row = static_cast<std::size_t>(forest[e].row),
               col = p_ + static_cast<std::size_t>(forest[e].col);
    next_[2 * e] = head_[row], head_[row] = 2 * e;
    next_[2 * e + 1] = head_[col], head_[col] = 2 * e + 1;
  }
  std::fill(inside_.begin(), inside_.end(), 0);
  visit_order_.assign(1, 0);
  inside_[0] = 1;
  for (std::size_t k = 0; k < visit_order_.size(); ++k) {
    const std::size_t node = visit_order_[k];
    for (std::size_t half = head_[node]; half != none; half = next_[half]) {
      const Edge& edge = forest[half / 2];
      const std::size_t other =
          half % 2 == 0 ? p_ + static_cast<std::size_t>(edge.col) : static_cast<std::size_t>(edge.row);
      if (inside_[other]) continue;
      inside_[other] = 1;
      parent_[other] = node;
      visit_order_.push_back(other);
    }
  }
  return visit_order_.size();
}

Tree TreeWalk::tree_from(std::span<const double> row_weight) {
  Tree forest;
  for (std::size_t i = 0; i < p_; ++i) level_[i] = {row_weight[i], 0};
  for (std::size_t j = 0; j < q_; ++j) {  // c_j = min_i 1/(r_i t_ij)
    std::size_t tight = 0;
    for (std::size_t i = 1; i < p_; ++i)
      if (level_[tight] * t_[tight * q_ + j] < level_[i] * t_[i * q_ + j]) tight = i;
    level_[p_ + j] = inverse(level_[tight] * t_[tight * q_ + j]);
    forest.push_back({static_cast<int>(tight), static_cast<int>(j)});
  }
  for (std::size_t i = 0; i < p_; ++i) {  // r_i = min_j 1/(t_ij c_j), for rows that are nowhere tight yet
    if (std::any_of(forest.begin(), forest.end(),
                    [&](const Edge& e) { return e.row == static_cast<int>(i); }))
      continue;
    std::size_t tight = 0;
    for (std::size_t j = 1; j < q_; ++j)
      if (level_[p_ + tight] * t_[i * q_ + tight] < level_[p_ + j] * t_[i * q_ + j]) tight = j;
    level_[i] = inverse(level_[p_ + tight] * t_[i * q_ + tight]);
    forest.push_back({static_cast<int>(i), static_cast<int>(tight)});
  }
  // Join the part that holds row 0 with the rest: its rows grow (and its columns shrink) until one of its
  // rows is tight with a column outside, or the other way round; one of the two never lowers W. [BPRR99
  // §4.3.1, second case]
  while (mark_component(forest) < p_ + q_) {
    const Limit grow = first_limit(true, false), shrink = first_limit(false, true);
    const double ra = sum(true, true), rb = sum(true, false), ca = sum(false, true), cb = sum(false, false);
    const auto shifted = [&](double by) { return (ra * by + rb) * (ca / by + cb); };
    const bool up = shrink.edge.row < 0 ||
                    (grow.edge.row >= 0 && shifted(grow.slack.value) >= shifted(1 / shrink.slack.value));
    const Level by = up ? grow.slack : inverse(shrink.slack);
    for (std::size_t k = 0; k < p_ + q_; ++k)
      if (inside_[k]) level_[k] = level_[k] * (k < p_ ? by : inverse(by));
    forest.push_back(up ? grow.edge : shrink.edge);
  }
  return forest;
}

void TreeWalk::enter(const Tree& tree) {
  mark_component(tree);
  level_[0] = {};
  for (std::size_t k = 1; k < visit_order_.size(); ++k) {
    const std::size_t node = visit_order_[k], from = parent_[node];
    const std::size_t place = node < p_ ? node * q_ + (from - p_) : from * q_ + (node - p_);
    level_[node] = inverse(level_[from] * t_[place]);
  }
  double rows = 0, cols = 0;
  for (std::size_t k = 0; k < p_ + q_; ++k) (k < p_ ? rows : cols) += level_[k].value;
  work_rate_ = rows * cols;
}

bool TreeWalk::neighbour(std::size_t k, const Tree& tree, Tree& result) {
  const std::size_t child = visit_order_[k];
  std::fill(inside_.begin(), inside_.end(), 0);
  inside_[child] = 1;
  for (std::size_t l = k + 1; l < visit_order_.size(); ++l)
    inside_[visit_order_[l]] = inside_[parent_[visit_order_[l]]];
  // The cut edge goes slack: the part with its row loses row weight, so the other part's rows and this part's
  // columns grow, until one of those pairs is tight.
  const bool row_part = child < p_;
  const Limit limit = first_limit(!row_part, row_part);
  if (limit.edge.row < 0) return false;
  const std::size_t row = row_part ? child : parent_[child];
  const std::size_t col = (row_part ? parent_[child] : child) - p_;
  result = tree;
  for (Edge& edge : result)
    if (edge.row == static_cast<int>(row) && edge.col == static_cast<int>(col)) edge = limit.edge;
  return true;
}

// The degrees of the rows name a tree: no two acceptable trees of a grid without ties share them.
std::uint64_t name_of(const Tree& tree, int bits) {
  std::uint64_t name = 0;
  for (const Edge& edge : tree) name += std::uint64_t{1} << (edge.row * bits);
  return name;
}

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

// Enters every tree once. p <= q, and one 64-bit name for each tree.
template <class Visit>
void walk(const Arrangement& wide, Visit&& visit) {
  const int bits = std::bit_width(static_cast<unsigned>(wide.q()));
  const double count = acceptable_tree_count(wide.p(), wide.q());
  require(count <= max_trees && wide.p() * bits <= 64,
          "a {} x {} grid has too many acceptable spanning trees ({:.3g}) to look at each; at most {:g} are "
          "walked",
          wide.p(), wide.q(), count, max_trees);
  TreeWalk graph(wide);
  NameSet seen(static_cast<std::size_t>(count));
  std::vector<Edge> open;  // trees still to enter, one after the other
  const auto push = [&](const Tree& tree) {
    if (seen.insert(name_of(tree, bits))) open.insert(open.end(), tree.begin(), tree.end());
  };
  Tree tree = graph.tree_from(std::vector<double>(static_cast<std::size_t>(wide.p()), 1.0)), next;
  push(tree);
  while (!open.empty()) {
    const auto last = open.end() - static_cast<std::ptrdiff_t>(tree.size());
    std::copy(last, open.end(), tree.begin());
    open.erase(last, open.end());
    graph.enter(tree);
    visit(graph);
    for (std::size_t k = 1; k <= tree.size(); ++k)
      if (graph.neighbour(k, tree, next)) push(next);
  }
}

// Does something with a grid that has no more rows than columns, and turns the shares back.
template <class Solve>
Shares on_wide_grid(const Arrangement& arrangement, Solve&& solve) {
  return arrangement.p() <= arrangement.q() ? solve(arrangement)
                                            : transposed(solve(arrangement.transposed()));
}

}  // namespace

double acceptable_tree_count(int p, int q) {
  double count = 1;
  for (int k = 1; k < std::min(p, q); ++k) count = count * (std::max(p, q) - 1 + k) / k;
  return std::round(count);
}

double tree_walk_work(int p, int q) { return acceptable_tree_count(p, q) * (p + q - 1) * p * q; }

void for_each_acceptable_tree(const Arrangement& arrangement,
                              const std::function<void(const Shares&)>& visit) {
  const bool wide = arrangement.p() <= arrangement.q();
  const Arrangement grid = wide ? arrangement : arrangement.transposed();
  walk(grid, [&](const TreeWalk& at) {
    const Shares shares = fitted_shares(grid, at.row_weights());
    visit(wide ? shares : transposed(shares));
  });
}

Shares best_acceptable_tree(const Arrangement& arrangement) {
  return on_wide_grid(arrangement, [](const Arrangement& wide) {
    double best = 0;
    std::vector<double> rows;
    walk(wide, [&](const TreeWalk& at) {
      if (at.work_rate() <= best) return;
      best = at.work_rate();
      rows = at.row_weights();
    });
    Shares shares = fitted_shares(wide, rows);
    shares.optimal = true;
    return shares;
  });
}

Shares climb_trees(const Arrangement& arrangement, std::span<const double> row_weight) {
  TreeWalk graph(arrangement);
  Tree tree = graph.tree_from(row_weight), next, best;
  graph.enter(tree);
  double work_rate = graph.work_rate();
  for (bool better = true; better;) {
    better = false;
    for (std::size_t k = 1; k <= tree.size(); ++k) {
      graph.enter(tree);
      if (!graph.neighbour(k, tree, next)) continue;
      graph.enter(next);
      if (graph.work_rate() <= work_rate * (1 + 1e-12)) continue;
      work_rate = graph.work_rate();
      best = next;
      better = true;
    }
    if (better) std::swap(tree, best);
  }
  graph.enter(tree);
  return fitted_shares(arrangement, graph.row_weights());
}

}  // namespace het
