#pragma once
#include "blacs_het/plan/choice/factor_layout.hpp"
#include "blacs_het/plan/choice/grid_choice.hpp"

namespace het {

// What one grid is worth for one call: the same questions for products and factorisations.
class Scoring {
 public:
  Scoring(const Platform& platform, const CallShape& shape, const std::optional<Placed>& caller,
          const GridChoiceOptions& options)
      : platform_(platform), shape_(shape), caller_(caller), options_(options) {}

  const Platform& platform() const { return platform_; }
  // Seconds below which no grid can be whose processors together update at this rate.
  double least_seconds(double work_rate) const;
  // The plan as it is, blocks in the order that balances every trailing part.
  LayoutCandidate quick(const GridPlan& plan) const;
  // The same grid planned well. Never worse than the quick candidate.
  LayoutCandidate refined(const LayoutCandidate& quick) const;

 private:
  LayoutCandidate factorization(const GridPlan& plan, Extent nb, BlockOrder order) const;
  LayoutCandidate product(const GridPlan& plan) const;
  void add_moves(LayoutCandidate& candidate, const Placed& target) const;
  std::vector<Extent> widths() const;

  const Platform& platform_;
  const CallShape& shape_;
  const std::optional<Placed>& caller_;
  const GridChoiceOptions& options_;
};

}  // namespace het
