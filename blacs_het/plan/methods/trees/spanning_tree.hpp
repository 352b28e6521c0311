#pragma once
// One acceptable spanning tree of the bipartite graph rows - columns, and the way to its neighbours.
#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "blacs_het/plan/methods/trees/weighted_grid.hpp"

namespace het {

struct Edge {
  int row = -1, col = -1;
};

inline double value_of(double number) { return number; }
inline double inverse(double number) { return 1 / number; }

// Nodes 0..p-1 are the rows with weights r_i, p..p+q-1 the columns with weights c_j. On every edge r_i t_ij c_j = 1,
// nowhere is it more. Taking an edge away cuts the tree in two; its row shrinks with its part (and its column's part
// grows) until another processor between the two parts is busy all the time: the neighbour across that edge.
// W = (rows shifted + other rows)(columns shifted + other columns) is convex on the way, as in
//     W(s) = (R_a s + R_b)(C_a / s + C_b),
// so its slope at the start tells whether it rises. A pivot costs O(p q). [BPRR99 §4.3.1]
//
// Number is double, or a type with infinitely small parts where ties have to be broken.
template <class Number>
class SpanningTree {
 public:
  // All sizes at once; cycle-times and counts are then set.
  explicit SpanningTree(std::size_t p, std::size_t q)
      : p_(p),
        q_(q),
        times_(p * q),
        weight_(p + q),
        count_(p + q, 1.0),
        head_(p + q),
        parent_(p + q),
        edge_to_(p + q),
        size_(p + q),
        sums_(p + q),
        inside_(p + q) {
    edges_.reserve(p + q);
    visit_.reserve(p + q);
  }

  std::size_t p() const { return p_; }
  std::size_t q() const { return q_; }
  std::size_t nodes() const { return p_ + q_; }
  Number& cycle_time(std::size_t place) { return times_[place]; }
  Number& weight(std::size_t node) { return weight_[node]; }
  double row_weight(std::size_t i) const { return value_of(weight_[i]); }
  double col_weight(std::size_t j) const { return value_of(weight_[p_ + j]); }
  double& count(std::size_t node) { return count_[node]; }
  const std::vector<Edge>& edges() const { return edges_; }
  double work_rate() const { return sums_[0].rows * sums_[0].cols; }
  // Elementary steps since the last call.
  double spent() { return std::exchange(steps_, 0.0); }

  // A tree at the present row weights, or above them where those are no vertex: W never falls on the way.
  void enter_at_rows();
  // The tree of p+q-1 given edges, with r_0 = 1.
  template <class Edges>
  void enter(const Edges& edges);

  // A neighbour: the edge towards visit `cut` is replaced; the rows that are cut off are multiplied by `by`.
  struct Step {
    std::size_t cut = 0;  // 0: there is none
    Edge edge;
    Number by{};
  };
  // Across the edge towards visit k, 1 <= k < nodes(). None when nothing else could become busy.
  Step step_across(std::size_t k);
  // Where W rises steepest; none when it rises nowhere at first.
  Step steepest_step();
  // The best neighbour that is better, though W may fall first. O((p+q) p q).
  Step best_step();
  void take(const Step& step);
  // The edge that a step across visit k replaces.
  std::size_t edge_towards(std::size_t k) const { return static_cast<std::size_t>(edge_to_[visit_[k]]); }

 private:
  struct Sums {
    double rows = 0, cols = 0;
  };
  struct Limit {
    Number load{};
    Edge edge;
  };
  bool is_row(std::size_t node) const { return node < p_; }
  // Largest r_i t_ij c_j of the given rows and columns (nodes).
  Limit largest_load(const std::vector<std::size_t>& rows, const std::vector<std::size_t>& cols);
  // What W loses and wins at first when the edge towards visit k goes slack: W(by) - W is
  // (1 - by)(wins / by - loses).
  Sums loss_and_win(std::size_t k) const;
  void tighten();
  std::size_t join();
  std::size_t take_in(std::size_t first);
  std::size_t reach_from_row_0();
  // The node that a half edge leads to.
  std::size_t across(int half) const {
    const Edge& edge = edges_[static_cast<std::size_t>(half / 2)];
    return half % 2 == 0 ? p_ + static_cast<std::size_t>(edge.col) : static_cast<std::size_t>(edge.row);
  }
  void sum_up();
  void shift(std::size_t node, Number by) {
    weight_[node] = weight_[node] * (is_row(node) ? by : inverse(by));
  }

  std::size_t p_, q_;
  std::vector<Number> times_, weight_;
  std::vector<double> count_;
  std::vector<Edge> edges_;
  std::vector<int> head_, next_, parent_, edge_to_;
  std::vector<std::size_t> visit_, size_, stack_;  // visit_: every subtree is one range
  std::vector<std::size_t> rows_, cols_, outer_rows_, outer_cols_;
  std::vector<Sums> sums_;  // of subtrees
  std::vector<char> inside_;
  double steps_ = 0;
};

template <class Number>
typename SpanningTree<Number>::Limit SpanningTree<Number>::largest_load(
    const std::vector<std::size_t>& rows, const std::vector<std::size_t>& cols) {
  Limit limit{Number{-1}, {}};
  for (const std::size_t i : rows) {
    const Number* times = &times_[i * q_];
    const Number weight = weight_[i];
    for (const std::size_t node : cols)
      if (const Number load = weight * times[node - p_] * weight_[node]; limit.load < load)
        limit = {load, {static_cast<int>(i), static_cast<int>(node - p_)}};
  }
  steps_ += static_cast<double>(rows.size() * cols.size());
  return limit;
}

// Depth first from row 0: fills visit_, parent_, edge_to_, size_ and inside_ (reached or not).
template <class Number>
std::size_t SpanningTree<Number>::reach_from_row_0() {
  const auto half_edges = [&](const Edge& edge, int e) {
    const auto row = static_cast<std::size_t>(edge.row), col = p_ + static_cast<std::size_t>(edge.col);
    next_.push_back(std::exchange(head_[row], 2 * e));
    next_.push_back(std::exchange(head_[col], 2 * e + 1));
  };
  std::fill(head_.begin(), head_.end(), -1);
  std::fill(inside_.begin(), inside_.end(), 0);
  next_.clear(), visit_.clear(), stack_.assign(1, 0);
  for (std::size_t e = 0; e < edges_.size(); ++e) half_edges(edges_[e], static_cast<int>(e));
  edge_to_[0] = -1;
  while (!stack_.empty()) {
    const std::size_t node = stack_.back();
    stack_.pop_back();
    inside_[node] = 1;
    size_[node] = 1;
    visit_.push_back(node);
    for (int half = head_[node]; half >= 0; half = next_[static_cast<std::size_t>(half)]) {
      const int e = half / 2;
      if (e == edge_to_[node]) continue;
      const std::size_t other = across(half);
      parent_[other] = static_cast<int>(node);
      edge_to_[other] = e;
      stack_.push_back(other);
    }
  }
  for (std::size_t k = visit_.size(); --k > 0;)
    size_[static_cast<std::size_t>(parent_[visit_[k]])] += size_[visit_[k]];
  steps_ += 3 * static_cast<double>(nodes());
  return visit_.size();
}

template <class Number>
void SpanningTree<Number>::sum_up() {
  for (std::size_t node = 0; node < nodes(); ++node) {
    const double part = count_[node] * value_of(weight_[node]);
    sums_[node] = is_row(node) ? Sums{part, 0} : Sums{0, part};
  }
  for (std::size_t k = visit_.size(); --k > 0;) {
    Sums& above = sums_[static_cast<std::size_t>(parent_[visit_[k]])];
    above.rows += sums_[visit_[k]].rows;
    above.cols += sums_[visit_[k]].cols;
  }
}

// c_j = 1 / max_i(r_i t_ij), then r_i = 1 / max_j(t_ij c_j) for rows that are nowhere tight yet: a forest.
template <class Number>
void SpanningTree<Number>::tighten() {
  edges_.clear();
  std::fill(inside_.begin(), inside_.end(), 0);  // rows that are tight somewhere
  for (std::size_t j = 0; j < q_; ++j) {
    Limit limit;
    for (std::size_t i = 0; i < p_; ++i)
      if (const Number load = weight_[i] * times_[i * q_ + j]; limit.edge.row < 0 || limit.load < load)
        limit = {load, {static_cast<int>(i), static_cast<int>(j)}};
    weight_[p_ + j] = inverse(limit.load);
    inside_[static_cast<std::size_t>(limit.edge.row)] = 1;
    edges_.push_back(limit.edge);
  }
  for (std::size_t i = 0; i < p_; ++i) {
    if (inside_[i]) continue;
    Limit limit;
    for (std::size_t j = 0; j < q_; ++j)
      if (const Number load = times_[i * q_ + j] * weight_[p_ + j]; limit.edge.row < 0 || limit.load < load)
        limit = {load, {static_cast<int>(i), static_cast<int>(j)}};
    weight_[i] = inverse(limit.load);
    edges_.push_back(limit.edge);
  }
  steps_ += 2 * static_cast<double>(p_ * q_);
}

// The part that holds row 0 is joined with the rest: its rows grow (and its columns shrink) until one of them is
// tight with a column outside, or the other way round; one of the two never lowers W. [BPRR99 §4.3.1, second case]
// Returns the node that was outside.
template <class Number>
std::size_t SpanningTree<Number>::join() {
  for (auto* list : {&rows_, &cols_, &outer_rows_, &outer_cols_}) list->clear();
  Sums in, out;
  for (std::size_t node = 0; node < nodes(); ++node) {
    const bool inside = inside_[node], row = is_row(node);
    (row ? (inside ? rows_ : outer_rows_) : (inside ? cols_ : outer_cols_)).push_back(node);
    Sums& sums = inside ? in : out;
    (row ? sums.rows : sums.cols) += count_[node] * value_of(weight_[node]);
  }
  const Limit grow = largest_load(rows_, outer_cols_), shrink = largest_load(outer_rows_, cols_);
  const auto shifted = [&](double by) { return (in.rows * by + out.rows) * (in.cols / by + out.cols); };
  const bool up = shrink.edge.row < 0 ||
                  (grow.edge.row >= 0 && shifted(1 / value_of(grow.load)) >= shifted(value_of(shrink.load)));
  const Number by = up ? inverse(grow.load) : shrink.load;
  for (const auto* list : {&rows_, &cols_})
    for (const std::size_t node : *list) shift(node, by);
  edges_.push_back(up ? grow.edge : shrink.edge);
  steps_ += 3 * static_cast<double>(nodes());
  return up ? p_ + static_cast<std::size_t>(grow.edge.col) : static_cast<std::size_t>(shrink.edge.row);
}

// Marks the part of a node that is outside as inside.
template <class Number>
std::size_t SpanningTree<Number>::take_in(std::size_t first) {
  std::size_t count = 0;
  for (stack_.assign(1, first), inside_[first] = 1; !stack_.empty(); ++count) {
    const std::size_t node = stack_.back();
    stack_.pop_back();
    for (int half = head_[node]; half >= 0; half = next_[static_cast<std::size_t>(half)]) {
      const std::size_t other = across(half);
      if (!std::exchange(inside_[other], char{1})) stack_.push_back(other);
    }
  }
  return count;
}

template <class Number>
void SpanningTree<Number>::enter_at_rows() {
  tighten();
  // At most min(p, q) parts: each has a row and a column.
  std::size_t reached = reach_from_row_0();
  if (reached < nodes()) {
    while (reached < nodes()) reached += take_in(join());
    reach_from_row_0();
  }
  sum_up();
}

template <class Number>
template <class Edges>
void SpanningTree<Number>::enter(const Edges& edges) {
  edges_.assign(edges.begin(), edges.end());
  reach_from_row_0();
  weight_[0] = Number{1};
  for (std::size_t k = 1; k < visit_.size(); ++k) {
    const std::size_t node = visit_[k];
    const Edge& edge = edges_[static_cast<std::size_t>(edge_to_[node])];
    const Number& time = times_[static_cast<std::size_t>(edge.row) * q_ + static_cast<std::size_t>(edge.col)];
    weight_[node] = inverse(weight_[static_cast<std::size_t>(parent_[node])] * time);
  }
  sum_up();
}

template <class Number>
typename SpanningTree<Number>::Sums SpanningTree<Number>::loss_and_win(std::size_t k) const {
  const Sums part = sums_[visit_[k]];
  const Sums other{sums_[0].rows - part.rows, sums_[0].cols - part.cols};
  const double one = part.rows * other.cols, two = other.rows * part.cols;
  return is_row(visit_[k]) ? Sums{one, two} : Sums{two, one};
}

template <class Number>
typename SpanningTree<Number>::Step SpanningTree<Number>::step_across(std::size_t k) {
  const std::size_t child = visit_[k], end = k + size_[child];
  const bool row_is_cut = is_row(child);  // its part shrinks in rows, so rows outside meet columns inside
  rows_.clear(), cols_.clear();
  for (std::size_t l = 0; l < visit_.size(); ++l) {
    const std::size_t node = visit_[l];
    const bool inside = l >= k && l < end;
    if (is_row(node) ? inside != row_is_cut : inside == row_is_cut)
      (is_row(node) ? rows_ : cols_).push_back(node);
  }
  steps_ += static_cast<double>(nodes());
  const Limit limit = largest_load(rows_, cols_);
  if (limit.edge.row < 0) return {};
  return {k, limit.edge, row_is_cut ? limit.load : inverse(limit.load)};
}

template <class Number>
typename SpanningTree<Number>::Step SpanningTree<Number>::steepest_step() {
  std::size_t best = 0;
  double steepest = 1e-12 * work_rate();
  for (std::size_t k = 1; k < nodes(); ++k) {
    const Sums change = loss_and_win(k);
    if (change.cols - change.rows > steepest) steepest = change.cols - change.rows, best = k;
  }
  return best == 0 ? Step{} : step_across(best);
}

template <class Number>
typename SpanningTree<Number>::Step SpanningTree<Number>::best_step() {
  Step best;
  double most = 1e-12 * work_rate();
  for (std::size_t k = 1; k < nodes(); ++k) {
    const Sums change = loss_and_win(k);
    if (change.cols <= 0) continue;
    const Step step = step_across(k);
    if (step.cut == 0) continue;
    const double shrunk = is_row(visit_[k]) ? value_of(step.by) : 1 / value_of(step.by);
    const double gain = (1 - shrunk) * (change.cols / shrunk - change.rows);
    if (gain > most) most = gain, best = step;
  }
  return best;
}

template <class Number>
void SpanningTree<Number>::take(const Step& step) {
  const std::size_t child = visit_[step.cut];
  for (std::size_t k = step.cut; k < step.cut + size_[child]; ++k) shift(visit_[k], step.by);
  edges_[edge_towards(step.cut)] = step.edge;
  reach_from_row_0();
  sum_up();
}

}  // namespace het
