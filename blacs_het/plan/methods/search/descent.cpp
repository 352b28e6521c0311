#include "blacs_het/plan/methods/search/descent.hpp"

#include <algorithm>

#include "blacs_het/plan/methods/trees/tie_breaking.hpp"

namespace het {
namespace {

constexpr int most_turns = 30;
constexpr double sort_work = 6;  // steps for each place

}  // namespace

Descent::Descent(std::span<const double> sorted_cycle_times, int p, int q, WorkLimit& limit)
    : given_(sorted_cycle_times),
      t_(sorted_cycle_times.begin(), sorted_cycle_times.end()),
      tree_(static_cast<std::size_t>(p), static_cast<std::size_t>(q)),
      product_(t_.size()),
      by_product_(t_.size()),
      limit_(limit) {
  // Slower by at most 1e-9, each by more than the one before: no ties, and none by structure either.
  for (std::size_t k = 0; k < t_.size(); ++k) {
    const double chance = static_cast<double>(scrambled(k + 1) >> 11) * 0x1p-53;
    t_[k] *= 1 + 1e-9 * (static_cast<double>(k) + chance) / static_cast<double>(t_.size());
  }
}

bool Descent::seat_by_weight(Position& position) {
  const std::size_t q = tree_.q();
  for (std::size_t k = 0; k < product_.size(); ++k) {
    product_[k] = position.weight[k / q] * position.weight[tree_.p() + k % q];
    by_product_[static_cast<std::size_t>(position.rank[k])] = static_cast<int>(k);
  }
  std::sort(by_product_.begin(), by_product_.end(), [&](int a, int b) {
    const double pa = product_[static_cast<std::size_t>(a)], pb = product_[static_cast<std::size_t>(b)];
    return pa != pb ? pa > pb : a < b;
  });
  limit_.take(sort_work * static_cast<double>(product_.size()));
  bool moved = false;
  for (std::size_t k = 0; k < by_product_.size(); ++k) {
    int& rank = position.rank[static_cast<std::size_t>(by_product_[k])];
    moved = moved || rank != static_cast<int>(k);
    rank = static_cast<int>(k);
  }
  return moved;
}

void Descent::climb_from(const Position& position, Climb how) {
  for (std::size_t k = 0; k < t_.size(); ++k)
    tree_.cycle_time(k) = t_[static_cast<std::size_t>(position.rank[k])];
  for (std::size_t i = 0; i < tree_.p(); ++i) tree_.weight(i) = position.weight[i] / position.weight[0];
  tree_.enter_at_rows();
  limit_.take(tree_.spent());
  climb(tree_, how, limit_);
}

void Descent::settle(Position& position, Climb how) {
  position.work_rate = 0;
  for (int turn = 0; turn < most_turns; ++turn) {
    climb_from(position, how);
    for (std::size_t node = 0; node < nodes(); ++node) position.weight[node] = tree_.weight(node);
    const bool better = tree_.work_rate() > position.work_rate * (1 + 1e-12);
    position.work_rate = tree_.work_rate();
    if (!better || limit_.exhausted() || !seat_by_weight(position)) return;
  }
  climb_from(position, how);
  for (std::size_t node = 0; node < nodes(); ++node) position.weight[node] = tree_.weight(node);
  position.work_rate = tree_.work_rate();
}

}  // namespace het
