#include "blacs_het/plan/decision/predicted_ways.hpp"

#include <algorithm>

namespace het {
namespace {

constexpr std::size_t most_kept = 64;
// Layouts to rank, with their refinement, take 20 to 300 times as long as the layout in place (4 to 1024 processes), both
// quickly predicted; of these some are followed.
constexpr double ranking_over_unmoved = 100, layouts_followed = 8, most_followed = 6e5;
// Seconds until the first time, for each unit of a PredictionWork; and at least, where no time has passed, as in virtual time.
constexpr double first_guess = 3e-7, least_of_unit = 1e-12;

double followed_in_ranking(const PredictionWork& work) {
  return std::min(layouts_followed * work.followed, most_followed);
}

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

double PredictedWays::seconds_of_unit(const PredictionWork& work) const {
  const auto known = predicting_.find({work.kind, work.processes});
  return known != predicting_.end() ? known->second : first_guess;
}

double PredictedWays::predicting_seconds(const PredictionWork& work) const {
  return seconds_of_unit(work) * (work.quick + work.followed);
}

void PredictedWays::note_predicting(const PredictionWork& work, double seconds) {
  const double one = std::max(seconds / std::max(work.quick + work.followed, 1.0), least_of_unit);
  const auto [known, first] = predicting_.try_emplace({work.kind, work.processes}, one);
  if (!first) known->second = std::min(known->second, one);
}

double PredictedWays::ranking_seconds(const PredictionWork& work) const {
  const auto known = ranking_.find({work.kind, work.processes});
  const double over_unmoved = known != ranking_.end() ? known->second : ranking_over_unmoved;
  return seconds_of_unit(work) * (over_unmoved * work.quick + followed_in_ranking(work));
}

void PredictedWays::note_ranking(const PredictionWork& work, double seconds) {
  const double one = seconds_of_unit(work), quick = seconds / one - followed_in_ranking(work);
  ranking_[{work.kind, work.processes}] = std::max(quick / std::max(work.quick, 1.0), 1.0);
}

}  // namespace het
