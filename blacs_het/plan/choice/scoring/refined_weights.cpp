#include "blacs_het/plan/choice/scoring/refined_weights.hpp"

#include "src/model/factor/factor_model.hpp"

namespace het {
namespace {

// Relative changes that are tried, coarse ones first.
constexpr double changes[] = {0.2, 0.07, 0.025, 0.01};
// Gains below this part are rounding.
constexpr double least_gain = 1e-4;

class Refinement {
 public:
  Refinement(const Platform& platform, const CallShape& shape, const Arrangement& arrangement, Extent nb,
             GridWeights weights, double work_limit)
      : platform_(platform),
        shape_(shape),
        arrangement_(arrangement),
        nb_(nb),
        best_(std::move(weights)),
        work_left_(work_limit) {
    seconds_ = seconds(best_);
  }

  GridWeights run() {
    for (const double change : changes)
      while (sweep(change)) {
      }
    return best_;
  }

 private:
  double seconds(const GridWeights& weights) {
    const Layout layout = weighted_layout(shape_, arrangement_, nb_, weights);
    const Distribution matrix = layout.distribution(shape_.m, shape_.n);
    const Placement placement = layout.placement(static_cast<int>(platform_.cycle_times.size()));
    const double blocks = static_cast<double>((shape_.m + shape_.n) / nb_ + 2);
    constexpr double steps_for_a_process = 3;
    work_left_ -= blocks * (layout.p + layout.q + steps_for_a_process * layout.p * layout.q);
    return factorization_seconds(platform_, shape_, {matrix, placement}, nb_);
  }

  // True when a weight has changed.
  bool sweep(double change) {
    bool changed = false;
    // A common factor of a dimension changes nothing, and so does a single weight.
    for (auto* axis : {&best_.cols, &best_.rows})
      for (std::size_t k = 0; axis->size() > 1 && k < axis->size(); ++k)
        changed |= try_change(*axis, k, 1 + change) || try_change(*axis, k, 1 / (1 + change));
    return changed;
  }

  bool try_change(std::vector<double>& axis, std::size_t k, double factor) {
    if (work_left_ < 0) return false;
    const double before = axis[k];
    axis[k] *= factor;
    if (const double now = seconds(best_); now < seconds_ * (1 - least_gain)) {
      seconds_ = now;
      return true;
    }
    axis[k] = before;
    return false;
  }

  const Platform& platform_;
  const CallShape& shape_;
  const Arrangement& arrangement_;
  Extent nb_;
  GridWeights best_;
  double seconds_;
  double work_left_;  // elementary steps
};

}  // namespace

GridWeights refined_weights(const Platform& platform, const CallShape& shape, const Arrangement& arrangement,
                            Extent nb, const GridWeights& weights, double work_limit) {
  return Refinement(platform, shape, arrangement, nb, weights, work_limit).run();
}

}  // namespace het
