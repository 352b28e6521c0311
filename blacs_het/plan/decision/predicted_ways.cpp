#include "blacs_het/plan/decision/predicted_ways.hpp"

#include <algorithm>

namespace het {
namespace {

constexpr std::size_t most_kept = 64;
// Layouts to rank, with their refinement, take 20 to 300 times as long as the layout in place (4 to 1024 processes).
constexpr double ranking_over_unmoved = 100;
// Until the first time, for each unit of prediction_work().
constexpr double first_guess_of_products = 5e-7, first_guess = 1.5e-6;

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

double PredictedWays::predicting_seconds(const PredictionWork& work) const {
  const auto known = predicting_.find(work.kind);
  if (known != predicting_.end()) return known->second * work.units;
  return (is_factorization(work.kind) ? first_guess : first_guess_of_products) * work.units;
}

void PredictedWays::note_predicting(const PredictionWork& work, double seconds) {
  const double one = seconds / work.units;
  const auto [known, first] = predicting_.try_emplace(work.kind, one);
  if (!first) known->second = std::min(known->second, one);
}

double PredictedWays::ranking_seconds(const PredictionWork& work) const {
  const auto known = ranking_.find({work.kind, work.processes});
  return (known != ranking_.end() ? known->second : ranking_over_unmoved) * predicting_seconds(work);
}

void PredictedWays::note_ranking(const PredictionWork& work, double seconds) {
  ranking_[{work.kind, work.processes}] = seconds / predicting_seconds(work);
}

}  // namespace het
