#include "blacs_het/plan/decision/predicted_ways.hpp"

#include <algorithm>

namespace het {
namespace {

constexpr std::size_t most_kept = 64;
// Layouts to rank, with their refinement, take 20 to 300 times as long as the layout in place (4 to 1024 processes).
constexpr double ranking_over_unmoved = 100;
// Until the first time: a product is predicted by one of its processes, a factorization by all of them, step by step.
constexpr double first_guess_of_products = 2e-8, first_guess = 1.5e-6;

double units(const CallShape& shape, std::size_t processes) {
  constexpr double columns = 64;
  return static_cast<double>(processes) * std::max(static_cast<double>(shape.k) / columns, 1.0);
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

double PredictedWays::predicting_seconds(const CallShape& shape, std::size_t processes) const {
  const auto known = predicting_.find(shape.kind);
  const double one = known != predicting_.end()     ? known->second
                     : is_factorization(shape.kind) ? first_guess
                                                    : first_guess_of_products;
  return one * units(shape, processes);
}

void PredictedWays::note_predicting(const CallShape& shape, std::size_t processes, double seconds) {
  predicting_[shape.kind] = seconds / units(shape, processes);
}

double PredictedWays::ranking_seconds(std::size_t processes, double unmoved_seconds) const {
  const auto known = ranking_.find(processes);
  return known != ranking_.end() ? known->second : ranking_over_unmoved * unmoved_seconds;
}

}  // namespace het
