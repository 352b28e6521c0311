#include "tests/unit/plan/methods/tree_references.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "blacs_het/plan/methods/exact/arrangements.hpp"
#include "blacs_het/plan/shares.hpp"

namespace het::test {
namespace {

// Follows the edges chosen by `mask` from r_0 = 1; empty when they are no spanning tree or no acceptable one.
std::vector<double> rows_of_tree(const Arrangement& a, unsigned mask) {
  const int p = a.p(), q = a.q();
  std::vector<double> r(static_cast<std::size_t>(p), 0), c(static_cast<std::size_t>(q), 0);
  r[0] = 1;
  for (int round = 0; round < p + q; ++round)
    for (int e = 0; e < p * q; ++e) {
      if (!(mask >> e & 1)) continue;
      const auto i = static_cast<std::size_t>(e / q), j = static_cast<std::size_t>(e % q);
      if (r[i] > 0) c[j] = 1 / (r[i] * a.cycle_time(e / q, e % q));
      if (c[j] > 0) r[i] = 1 / (c[j] * a.cycle_time(e / q, e % q));
    }
  const auto zero = [](double x) { return x == 0; };
  if (std::any_of(r.begin(), r.end(), zero) || std::any_of(c.begin(), c.end(), zero)) return {};
  for (int e = 0; e < p * q; ++e)
    if (r[static_cast<std::size_t>(e / q)] * a.cycle_time(e / q, e % q) * c[static_cast<std::size_t>(e % q)] >
        1 + 1e-9)
      return {};
  return r;
}

// Lines of one side: settled at earlier levels, at this level, and not yet reached. The other side has none at this
// level. `rows` says which side the first one is.
struct Generation {
  const Arrangement& arrangement;
  const VisitTree& visit;

  struct Side {
    std::map<int, double> settled, front;  // line and its weight
    std::vector<int> rest;
  };

  double time(bool rows, int line, int other) const {
    return rows ? arrangement.cycle_time(line, other) : arrangement.cycle_time(other, line);
  }

  void recurse(bool rows, const Side& side, const std::map<int, double>& other_settled,
               const std::vector<int>& other_rest) const {
    std::map<int, double> reachable;  // lines of the other side that this level alone limits
    for (const int other : other_rest) {
      double by_settled = 1e300, by_front = 1e300;
      for (const auto& [line, w] : side.settled)
        by_settled = std::min(by_settled, 1 / (w * time(rows, line, other)));
      for (const auto& [line, w] : side.front)
        by_front = std::min(by_front, 1 / (w * time(rows, line, other)));
      if (by_front < by_settled * (1 - 1e-12)) reachable[other] = by_front;
    }
    std::map<int, double> settled = side.settled;
    settled.insert(side.front.begin(), side.front.end());
    if (side.rest.empty()) {
      if (reachable.size() == other_rest.size()) finish(rows, settled, other_settled, reachable);
      return;
    }
    const std::vector<std::pair<int, double>> choice(reachable.begin(), reachable.end());
    for (unsigned mask = 1; mask < 1u << choice.size(); ++mask) {
      Side next{other_settled, {}, other_rest};
      for (std::size_t k = 0; k < choice.size(); ++k)
        if (mask >> k & 1) next.front.insert(choice[k]), std::erase(next.rest, choice[k].first);
      recurse(!rows, next, settled, side.rest);
    }
  }

  void finish(bool rows, const std::map<int, double>& settled, const std::map<int, double>& other_settled,
              const std::map<int, double>& last) const {
    std::map<int, double> other = other_settled;
    other.insert(last.begin(), last.end());
    std::vector<double> weights;
    for (const auto& [line, w] : rows ? settled : other) weights.push_back(w);
    visit(weights);
  }
};

std::vector<int> from_to(int first, int end) {
  std::vector<int> lines;
  for (int k = first; k < end; ++k) lines.push_back(k);
  return lines;
}

double binomial(int n, int k) {
  double result = 1;
  for (int l = 1; l <= k; ++l) result = result * (n - k + l) / l;
  return std::round(result);
}

// T(p, 0) = 1, T(p, q) = sum_i C(p, i) T(q, p - i).
double recurrence(int p, int q) {
  if (q == 0) return 1;
  double sum = 0;
  for (int i = 1; i <= p; ++i) sum += binomial(p, i) * recurrence(q, p - i);
  return sum;
}

class Enumeration : public Filling {
 public:
  Enumeration(std::span<const double> t, int p, int q, const std::function<bool(std::span<const int>)>& visit)
      : Filling(t, p, q), visit_(visit) {}

 private:
  bool place(std::size_t, int, int) override { return true; }
  void forget(int, int) override {}
  bool visit(std::span<const int> place) override { return visit_(place); }
  const std::function<bool(std::span<const int>)>& visit_;
};

}  // namespace

double best_2x2_work_rate(double t00, double t01, double t10, double t11) {
  const auto at = [&](double r) {
    return (1 + r) * (1 / std::max(t00, r * t10) + 1 / std::max(t01, r * t11));
  };
  return std::max(at(t00 / t10), at(t01 / t11));
}

void for_each_non_decreasing_arrangement(std::span<const double> sorted_cycle_times, int p, int q,
                                         const std::function<bool(std::span<const int>)>& visit) {
  Enumeration(sorted_cycle_times, p, q, visit).run();
}

bool is_non_decreasing(const Arrangement& a) {
  for (int i = 0; i < a.p(); ++i)
    for (int j = 0; j < a.q(); ++j) {
      if (i > 0 && a.cycle_time(i - 1, j) > a.cycle_time(i, j)) return false;
      if (j > 0 && a.cycle_time(i, j - 1) > a.cycle_time(i, j)) return false;
    }
  return true;
}

void for_each_tree_among_all_subsets(const Arrangement& a, const VisitTree& visit) {
  for (unsigned mask = 0; mask < 1u << (a.p() * a.q()); ++mask) {
    if (__builtin_popcount(mask) != a.p() + a.q() - 1) continue;
    if (const std::vector<double> rows = rows_of_tree(a, mask); !rows.empty()) visit(rows);
  }
}

void generate_trees(const Arrangement& a, const VisitTree& visit) {
  const Generation generation{a, visit};
  generation.recurse(true, {{}, {{0, 1.0}}, from_to(1, a.p())}, {}, from_to(0, a.q()));
}

double generate_tree_complexity(int p, int q) { return recurrence(q, p - 1); }

Visited visited_by(const std::function<void(const Arrangement&, const VisitTree&)>& search,
                   const Arrangement& a) {
  Visited visited;
  search(a, [&](const std::vector<double>& rows) {
    ++visited.trees;
    visited.best = std::max(visited.best, fitted_shares(a, rows).work_rate);
  });
  return visited;
}

}  // namespace het::test
