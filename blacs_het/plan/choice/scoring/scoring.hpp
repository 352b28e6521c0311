#pragma once
#include "blacs_het/plan/choice/factor_layout.hpp"
#include "blacs_het/plan/choice/layout_candidate.hpp"
#include "blacs_het/plan/choice/product_layout.hpp"
#include "src/model/placed.hpp"
#include "src/model/platform.hpp"

namespace het {

// Columns of a factorization's panel at most, where nobody says how many.
inline constexpr Extent widest_factor_panel = 128;

// What a call takes if all that is done is its multiply-adds, shared without loss by processors of so much work in a unit
// of time (of the fastest: 1), in local products as long as they get: operations s / e(longest) / work_rate.
inline double perfect_seconds(const Platform& platform, const CallShape& shape, double work_rate,
                              Extent widest_panel = widest_factor_panel) {
  const Extent longest = is_factorization(shape.kind) ? widest_panel : product_panel;
  return flops(shape) * platform.seconds_per_flop / platform.rates.product(longest) / work_rate;
}

// A layout with its predicted seconds, at first not split into terms, and quickly predicted.
struct LayoutScore {
  LayoutCandidate candidate;
  int p = 0, q = 0;       // the planned grid; of its rows and columns the layout has those that own something
  double seconds = 0;     // of everything
  double overhead = 0;    // what is left of `seconds` without the updates at the plan's rate
  bool weighted = false;  // with weights for the predicted total, or there are others with these
  bool predicted = false;  // the candidate has its terms, and `seconds` is their sum
};

// What one grid is worth for one call: the same questions for products and factorizations.
class Scoring {
 public:
  Scoring(const Platform& platform, const CallShape& shape, const std::optional<Placed>& caller,
          const GridChoiceOptions& options)
      : platform_(platform), shape_(shape), caller_(caller), options_(options) {}

  const Platform& platform() const { return platform_; }
  // Seconds below which no grid can be whose processors together update at this rate.
  double least_seconds(double work_rate) const;
  // The p x q grid of the fastest processors with a quick plan. A factorization that takes less than `promising`
  // seconds in the order that balances every trailing part, or has one row, is also tried in a cyclic one, whose fewer
  // and longer messages suit slow links, and in narrow blocks.
  LayoutScore quick(int p, int q, double promising) const;
  // Whether any plan and order will do: the options ask for none.
  bool free_to_choose() const { return !options_.as_planned && !options_.order; }
  // The same grid with the full planner's plan, in the widths and orders of blocks that are allowed. Never worse than
  // the quick layout.
  LayoutScore planned(const LayoutScore& quick) const;
  // Others with the weights of rows and columns changed for the predicted total, one of each width, where that is free.
  std::vector<LayoutScore> weighted(const LayoutScore& planned) const;
  void predict(LayoutScore& score) const;
  // How many times as long as its quick score a call may take (a product on slow links), and how many times as quick it may be.
  double quick_is_too_low() const { return is_factorization(shape_.kind) ? 1.1 : 1.5; }
  double quick_is_too_high() const { return is_factorization(shape_.kind) ? 1.10 : 1.07; }
  // About how many messages predict() follows.
  double messages(const LayoutScore& score) const;

 private:
  // With `part` of the steps for a refined order.
  LayoutScore factorization(const GridPlan& plan, Extent nb, BlockOrder order, double part = 1) const;
  LayoutScore quick_factorization(const GridPlan& plan, double promising) const;
  LayoutScore product(const GridPlan& plan, double steps) const;
  void add_seconds(LayoutScore& score) const;
  GridPlan full_plan(const LayoutScore& score) const;
  std::vector<Extent> widths() const;
  double refine_work(const GridPlan& plan) const;
  std::vector<BlockOrder> orders(const GridPlan& plan) const;

  const Platform& platform_;
  const CallShape& shape_;
  const std::optional<Placed>& caller_;
  const GridChoiceOptions& options_;
};

}  // namespace het
