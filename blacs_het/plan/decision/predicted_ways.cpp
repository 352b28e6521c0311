#include "blacs_het/plan/decision/predicted_ways.hpp"

#include <algorithm>

namespace het {
namespace {

constexpr std::size_t most_kept = 64;
// Layouts to rank, with their refinement, take 20 to 300 times as long as the layout in place (4 to 1024 processes).
constexpr double ranking_over_unmoved = 100;

}  // namespace

const RankedWays* PredictedWays::find(const std::string& key, const Platform& platform) const {
  const auto found = std::ranges::find_if(
      kept_, [&](const Kept& one) { return one.key == key && one.platform == platform; });
  return found == kept_.end() ? nullptr : &found->ranked;
}

void PredictedWays::keep(const std::string& key, const Platform& platform, const RankedWays& ranked) {
  kept_.remove_if([&](const Kept& one) { return one.key == key; });
  kept_.push_front({key, platform, ranked});
  if (kept_.size() > most_kept) kept_.pop_back();
}

double PredictedWays::ranking_seconds(std::size_t processes, double unmoved_seconds) const {
  const auto known = ranking_.find(processes);
  return known != ranking_.end() ? known->second : ranking_over_unmoved * unmoved_seconds;
}

}  // namespace het
