#include "blacs_het/plan/methods/search/search.hpp"

#include <algorithm>

#include "blacs_het/plan/methods/search/field.hpp"
#include "blacs_het/plan/methods/search/random.hpp"
#include "src/model/total_speed.hpp"

namespace het {
namespace {

constexpr int largest_kick = 3;    // weights or exchanges at once
constexpr int kick_sizes = 5;      // each half as strong as the one before
constexpr double strongest = 0.6;  // change of a weight; part of the ranks that an exchange may bridge
constexpr int patience = 400;      // kicks in vain
// A step down of this much is taken, divided by the number of processors: W has about so many parts.
constexpr double give_way = 0.2;

class IteratedSearch {
 public:
  IteratedSearch(const Field& field, std::uint64_t seed, WorkLimit& limit)
      : descent_(field.sorted_cycle_times(), field.p(), field.q(), limit),
        random_(seed),
        limit_(limit),
        bound_(total_speed(field.sorted_cycle_times())) {}

  void start_from(Position position) {
    descent_.settle(position, Climb::over_ridges);
    starts_.push_back(position);
    if (position.work_rate > best_.work_rate) best_ = std::move(position);
  }

  // Kicks until the limit is exhausted.
  const Position& run() {
    const double floor = 1 - give_way / static_cast<double>(descent_.places());
    Position now = best_, next;
    int in_vain = 0;
    while (!limit_.exhausted() && best_.work_rate < bound_ * (1 - 1e-9)) {
      if (++in_vain > patience) now = somewhere_else(), in_vain = 0;
      next = now;
      kick(next);
      descent_.settle(next, Climb::over_ridges);
      if (next.work_rate > best_.work_rate * (1 + 1e-12)) best_ = next, in_vain = 0;
      if (next.work_rate > now.work_rate * floor) std::swap(now, next);
    }
    return best_;
  }

 private:
  void kick(Position& position) {
    double strength = strongest;
    for (int k = random_.below(kick_sizes); k > 0; --k) strength /= 2;
    const int times = 1 + random_.below(largest_kick);
    if (random_.below(2) == 0) {
      for (int k = 0; k < times; ++k)
        position.weight[random_.below(descent_.nodes())] *= 1 + strength * (random_.uniform() - 0.5);
      descent_.seat_by_weight(position);
    } else {
      for (int k = 0; k < times; ++k) exchange(position, strength);
    }
  }
  void exchange(Position& position, double strength) {
    const std::size_t n = descent_.places();
    const std::size_t rank = random_.below(n);
    const auto reach = static_cast<std::size_t>(strength * static_cast<double>(n)) + 1;
    const std::size_t other = rank + 1 + random_.below(reach);
    if (other >= n || descent_.are_alike(rank, other)) return;
    const auto place = [&](std::size_t of) {
      return std::find(position.rank.begin(), position.rank.end(), static_cast<int>(of));
    };
    std::iter_swap(place(rank), place(other));
  }
  Position somewhere_else() {
    const int choice = random_.below(4);
    if (choice < 2) return best_;
    if (choice == 2) return starts_[random_.below(starts_.size())];
    Position position = best_;
    for (double& weight : position.weight) weight = 0.2 + random_.uniform();
    descent_.seat_by_weight(position);
    descent_.settle(position, Climb::over_ridges);
    return position;
  }

  Descent descent_;
  Random random_;
  WorkLimit& limit_;
  double bound_;
  std::vector<Position> starts_;
  Position best_;
};

}  // namespace

Candidate iterated_search(std::span<const double> cycle_times, std::span<const Candidate> starts,
                          std::uint64_t seed, WorkLimit& limit) {
  const Candidate* best = &starts.front();
  for (const Candidate& start : starts)
    if (better(start.shares, best->shares)) best = &start;
  const Field field(cycle_times, best->arrangement.p(), best->arrangement.q());
  IteratedSearch search(field, seed, limit);
  for (const Candidate& start : starts) search.start_from(field.position_of(start));
  WorkLimit last(1e3 * static_cast<double>(cycle_times.size()));  // for the shares of the end
  Candidate end = field.candidate_of(search.run(), last);
  return better(end.shares, best->shares) ? end : *best;
}

}  // namespace het
