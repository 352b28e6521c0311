#pragma once
#include "blacs_het/plan/choice/factor_layout.hpp"
#include "blacs_het/plan/choice/grid_choice.hpp"

namespace het {

// A layout with its predicted seconds, not yet split into terms.
struct LayoutScore {
  LayoutCandidate candidate;  // its `compute` is still empty
  double seconds = 0;         // of everything
  double hoped = 0;           // the same with the rate of update that a good plan can be expected to reach
  double overhead = 0;        // what is left of `seconds` without the updates at the plan's rate
};

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
  LayoutScore quick(const GridPlan& plan) const;
  // The same grid planned well. Never worse than the quick layout.
  LayoutScore refined(const LayoutScore& quick) const;
  LayoutCandidate with_terms(const LayoutScore& score) const;

 private:
  LayoutScore factorization(const GridPlan& plan, Extent nb, BlockOrder order) const;
  LayoutScore product(const GridPlan& plan, double steps) const;
  void add_seconds(LayoutScore& score) const;
  std::vector<Extent> widths() const;

  const Platform& platform_;
  const CallShape& shape_;
  const std::optional<Placed>& caller_;
  const GridChoiceOptions& options_;
};

}  // namespace het
