#pragma once
// Which of the ways to compute a call is taken: the rule of mode auto, for the library and for those who want to know
// beforehand.
#include <array>
#include <string>
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

// What there is to choose from, each with its predicted seconds.
struct Ways {
  double reference = 0;    // of ScaLAPACK itself
  Extent panel_width = 0;  // in place
  Prediction in_place;
  std::vector<LayoutCandidate> moved;  // the best first; none where none was looked for
};

// For a call whose result (C, or the matrix to factor) is distributed as `caller`: without what is moved, O(steps);
Ways predict_unmoved(const Platform& platform, const CallShape& shape, const Placed& caller);
// and with it, some milliseconds for few processors and some ten for many. The same errors as rank_layouts.
Ways predict_ways(const Platform& platform, const CallShape& shape, const Placed& caller,
                  const GridChoiceOptions& options = {});

// A way is taken only if its predicted seconds are below this part of the best other way's: gains smaller than that
// are not worth the risk of a wrong prediction.
struct Margins {
  double in_place = 1, moved = 1;
};
// `measured`: by the library; cycle-times that somebody gave are more certain.
Margins margins_of(RoutineKind kind, bool measured);

// Seconds that a layout of ours can save at most before it pays to be taken: no processor idle, nothing sent, products as
// long as in the widest panels. Not above 0 where none need be looked for. O(processors).
double most_to_gain(const Platform& platform, const CallShape& shape, const Ways& unmoved,
                    const Margins& margins);

// What the user settled beforehand.
struct Settled {
  bool taken = false;  // ScaLAPACK is no candidate
  bool moved = false;  // to the best of Ways::moved in any case
  bool stays = false;  // never moved
};

// What past calls say of the predictions of one way.
struct Correction {
  double factor = 1;
  bool seen = false;  // this way was taken before
  friend bool operator==(const Correction&, const Correction&) = default;
};
using Corrections = std::array<Correction, 3>;  // by Way

// One way beside the best one so far.
struct Comparison {
  Way way = Way::in_place, other = Way::forward;
  double seconds = 0, other_seconds = 0;  // predicted and corrected
  double margin = 1;
  bool settled = false;  // taken without a comparison

  double limit() const { return margin * other_seconds; }
  bool wins() const { return settled || seconds < limit(); }
  friend bool operator==(const Comparison&, const Comparison&) = default;
};
// "in place on 2 x 2: 5.97 s, not below 5.74 s (92.5 % of ScaLAPACK's 6.21 s)"; `where` stands behind the way's name.
// Of a settled one: "in place on 2 x 2: 5.97 s, whatever ScaLAPACK's 6.21 s: HETSCALAPACK_MODE=always", with what
// settled it.
std::string comparison_words(const Comparison& comparison, std::string_view where,
                             std::string_view settled_by = "settled beforehand");

struct Decision {
  Way way = Way::forward;
  double seconds = 0;                   // predicted and corrected, of that way
  std::vector<Comparison> comparisons;  // in place, then moved; each with the winner of those before
};

// In place beside ScaLAPACK, then moved beside the better of these; of two ways that were both seen, any clear gain
// counts. O(1).
Decision decide(const Ways& ways, const Margins& margins, const Settled& settled = {},
                const Corrections& corrections = {});

// Operations per process from which on a call is looked at by itself where nothing is known of speeds: smaller ones are
// over before deciding about them, and measuring speeds for them, pays.
inline constexpr double large_flops = 2e9;

// Why mode auto leaves a call to ScaLAPACK for its size before anything is predicted, in one sentence that lives as long
// as this object; empty where it does not: programs make such calls by the hundred thousand.
class SizeLimits {
 public:
  // Where nothing is known of speeds, or all processes are equally fast.
  SizeLimits();
  // Where speeds are known. Of unequal processes more is to be gained, and nothing but the deciding has to pay; the slowest,
  // for which all wait, takes as long for so many times fewer operations. Not for an empty list.
  explicit SizeLimits(const std::vector<double>& cycle_times);

  // Operations per process of a call that is looked at by itself.
  double large() const { return large_; }
  // However often such calls come:
  std::string_view too_small(const CallShape& shape, int processes) const;
  // and of one that comes alone.
  std::string_view too_small_alone(const CallShape& shape, int processes) const;

 private:
  SizeLimits(double least, double large);
  static const SizeLimits& usual();

  double least_, large_;
  std::string too_small_, too_small_alone_;
};

// The same for the blocks of the matrix (of a product: of C), in a sentence that is kept;
std::string_view too_few_blocks(const CallShape& shape, const Distribution& matrix);
// and where the cycle-times have to be measured first: operations per process of the call, those of the calls before it,
// and seconds that these took.
std::string_view too_early(double operations, double in_calls, double seconds);

}  // namespace het
