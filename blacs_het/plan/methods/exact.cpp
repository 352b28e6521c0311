#include "blacs_het/plan/methods/exact.hpp"

#include <algorithm>

#include "blacs_het/plan/methods/heuristic.hpp"
#include "blacs_het/plan/methods/spanning_trees.hpp"
#include "src/base/error.hpp"

namespace het {
namespace {

// Places processors in order of their cycle-times, each at the end of a row that is shorter than the row
// above.
class Filling {
 public:
  Filling(std::span<const double> t, int p, int q)
      : t_(t), p_(p), q_(q), length_(static_cast<std::size_t>(p)), place_(t.size()), group_end_(t.size()) {
    require(t.size() == static_cast<std::size_t>(p) * static_cast<std::size_t>(q),
            "{} processors are given for the places of a {} x {} grid", t.size(), p, q);
    for (std::size_t k = t.size(); k-- > 0;)
      group_end_[k] = k + 1 < t.size() && t[k + 1] == t[k] ? group_end_[k + 1] : k + 1;
  }
  virtual ~Filling() = default;
  void run() { fill(0, 0, 0.0); }

 protected:
  // What the new processor at (i, j) loses against its full speed and nothing can bring back.
  virtual double loss_at(int, int) const { return 0; }
  // Is a filling that has lost so much hopeless?
  virtual bool hopeless(double) { return false; }
  // All places are taken. False stops the enumeration.
  virtual bool visit(std::span<const int> place) = 0;

  int q() const { return q_; }
  int p() const { return p_; }
  double cycle_time(int i, int j) const { return t_[static_cast<std::size_t>(place_[at(i, j)])]; }

 private:
  std::size_t at(int i, int j) const { return static_cast<std::size_t>(i * q_ + j); }

  // Equal processors are placed from the top row downwards: one order for each set of places. `row` is where
  // the last one went; the rows from there on must still hold the rest of its group.
  bool fill(std::size_t k, int row, double loss) {
    if (k == t_.size()) return visit(place_);
    if (k == 0 || t_[k] != t_[k - 1]) row = 0;
    for (int i = row; i < p_; ++i) {
      int& length = length_[static_cast<std::size_t>(i)];
      const int room = i == 0 ? q_ : length_[static_cast<std::size_t>(i - 1)];
      if (length == room) continue;
      if (room_from(i, room) < static_cast<int>(group_end_[k] - k)) break;
      place_[at(i, length)] = static_cast<int>(k);
      const double lost = loss + loss_at(i, length);
      ++length;
      const bool go_on = hopeless(lost) || fill(k + 1, i, lost);
      --length;
      if (!go_on) return false;
    }
    return true;
  }
  // Free places in rows i, i+1, ... none longer than `room`.
  int room_from(int i, int room) const {
    int places = 0;
    for (int l = i; l < p_; ++l) places += room - length_[static_cast<std::size_t>(l)];
    return places;
  }

  std::span<const double> t_;
  int p_, q_;
  std::vector<int> length_;
  std::vector<int> place_;
  std::vector<std::size_t> group_end_;
};

class Enumeration : public Filling {
 public:
  Enumeration(std::span<const double> t, int p, int q, const std::function<bool(std::span<const int>)>& visit)
      : Filling(t, p, q), visit_(visit) {}

 private:
  bool visit(std::span<const int> place) override { return visit_(place); }
  const std::function<bool(std::span<const int>)>& visit_;
};

// Branch and bound: W <= sum of 1/t - losses of disjoint 2 x 2 parts.
class Search : public Filling {
 public:
  Search(std::span<const double> cycle_times, std::span<const int> chosen, std::span<const double> sorted,
         const Candidate& known, WorkLimit& limit)
      : Filling(sorted, known.arrangement.p(), known.arrangement.q()),
        cycle_times_(cycle_times),
        chosen_(chosen),
        bound_(work_rate_bound(known.arrangement)),
        best_(known),
        limit_(limit) {}

  Candidate result() {
    run();
    if (!limit_.exhausted()) best_.optimal = best_.shares.optimal = true;
    return best_;
  }

 private:
  double loss_at(int i, int j) const override {
    if (i % 2 == 0 || j % 2 == 0) return 0;
    const double a = cycle_time(i - 1, j - 1), b = cycle_time(i - 1, j), c = cycle_time(i, j - 1),
                 d = cycle_time(i, j);
    return 1 / a + 1 / b + 1 / c + 1 / d - best_2x2_work_rate(a, b, c, d);
  }
  bool hopeless(double loss) override {
    limit_.take(1);
    return limit_.exhausted() || bound_ - loss <= best_.shares.work_rate * (1 + 1e-12);
  }
  bool visit(std::span<const int> place) override {
    // On a square grid every arrangement has an equal transpose: one of the two is enough.
    if (p() == q() && p() > 1 && cycle_time(0, 1) > cycle_time(1, 0)) return true;
    limit_.take(tree_walk_work(p(), q()));
    if (limit_.exhausted()) return false;
    std::vector<int> order(place.size());
    std::transform(place.begin(), place.end(), order.begin(),
                   [&](int k) { return chosen_[static_cast<std::size_t>(k)]; });
    Arrangement arrangement(p(), q(), cycle_times_, std::move(order));
    Shares shares = best_acceptable_tree(arrangement);
    if (better(shares, best_.shares)) best_ = {std::move(arrangement), std::move(shares), false};
    return true;
  }

  std::span<const double> cycle_times_;
  std::span<const int> chosen_;
  double bound_;
  Candidate best_;
  WorkLimit& limit_;
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

Candidate exact_search(std::span<const double> cycle_times, const Candidate& known, WorkLimit& limit) {
  const std::vector<int> chosen = fastest(cycle_times, known.arrangement.p() * known.arrangement.q());
  std::vector<double> sorted;
  for (const int k : chosen) sorted.push_back(cycle_times[static_cast<std::size_t>(k)]);
  return Search(cycle_times, chosen, sorted, known, limit).result();
}

}  // namespace het
