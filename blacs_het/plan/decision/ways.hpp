#pragma once
// The ways to compute a call, and what they are predicted to take.
#include <compare>
#include <map>
#include <string_view>
#include <vector>

#include "blacs_het/plan/choice/grid_choice.hpp"

namespace het {

enum class Way : int {
  forward,   // ScaLAPACK itself
  in_place,  // our kernel on the caller's distribution
  moved      // our kernel on a layout of ours
};
std::string_view way_name(Way way);  // "forward", "in_place", "moved"

// What calls are told apart by that were computed differently: moves by the number of process rows moved to, on which it
// depends most how a platform differs from what is known of it.
struct Alternative {
  Way way = Way::forward;
  int rows = 0;  // process rows; 0 where nothing moves
  friend auto operator<=>(const Alternative&, const Alternative&) = default;
};

using Predictions = std::map<Alternative, double>;  // seconds; of none that is no candidate

// What there is to choose from, each with its predicted seconds.
struct Ways {
  double reference = 0;    // of ScaLAPACK itself
  Extent panel_width = 0;  // in place
  Prediction in_place;
  std::vector<LayoutCandidate> moved;  // the best first; none where none was looked for

  // Of layouts with equally many process rows the first counts.
  Predictions predictions() const;
};

// For a call whose result (C, or the matrix to factor) is distributed as `caller`. Without moves: O(steps), of calls that are
// followed O(messages).
Ways predict_unmoved(const Platform& platform, const CallShape& shape, const Placed& caller);
// With moves: rank_layouts beside it, with the same errors.
Ways predict_ways(const Platform& platform, const CallShape& shape, const Placed& caller,
                  const GridChoiceOptions& options = {});

// How much there is to predict for predict_unmoved(): of a factorization processes times panels, of a product their sum; and the
// messages that are followed. Each takes some tenths of a microsecond.
struct PredictionWork {
  RoutineKind kind;
  int processes;
  double quick, followed;
};
PredictionWork prediction_work(const CallShape& shape, const Distribution& caller);

// What no layout can beat: no processor idle, nothing sent, products as long as in the widest panels. O(processors).
double perfect_seconds(const Platform& platform, const CallShape& shape);
// The same of equal shares, where all wait for the slowest processor.
double equal_shares_seconds(const Platform& platform, const CallShape& shape);

}  // namespace het
