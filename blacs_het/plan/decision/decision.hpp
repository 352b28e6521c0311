#pragma once
// Which of the ways to compute a call is taken: the rule of mode auto, for the library and for those who want to know
// beforehand.
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "blacs_het/plan/decision/ways.hpp"

namespace het {

// A way is taken only if its predicted seconds are below this part of the best other way's: gains smaller than that
// are not worth the risk of a wrong prediction.
struct Margins {
  double in_place = 1, moved = 1;
};
// `measured`: by the library; cycle-times that somebody gave are more certain.
Margins margins_of(RoutineKind kind, bool measured);

// Why calls stay where they are unless a grid is asked for; empty where they may move. On a medium that all share, what
// moves to many processes takes longer than it gains, and the rest is one or two processes that would hold all of the
// matrix.
std::string_view why_nothing_moves_unasked(const Platform& platform);

// Seconds that a layout of ours can save at most before it pays to be taken, if it takes perfect_seconds. Not above 0 where
// none need be looked for.
double most_to_gain(const Platform& platform, const CallShape& shape, const Ways& unmoved,
                    const Margins& margins);

// What the user settled beforehand.
struct Settled {
  bool taken = false;  // ScaLAPACK is no candidate
  bool moved = false;  // to the best of Ways::moved in any case
  bool stays = false;  // never moved
};

// What past calls say of the predictions of one alternative.
struct Correction {
  double factor = 1;
  bool seen = false;   // it was taken before, and is judged by that
  bool trial = false;  // it is to be tried, if its prediction is the best; ScaLAPACK with a factor of 0
  friend bool operator==(const Correction&, const Correction&) = default;
};

class Corrections {
 public:
  Correction of(const Alternative& alternative) const;  // none where none was set
  void set(const Alternative& alternative, const Correction& correction) { known_[alternative] = correction; }
  friend bool operator==(const Corrections&, const Corrections&) = default;

 private:
  std::map<Alternative, Correction> known_;
};

// One way beside the best one so far.
struct Comparison {
  Way way = Way::in_place, other = Way::forward;
  std::size_t layout = 0;                 // of a move, in Ways::moved
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
  std::size_t layout = 0;  // where it moves, in Ways::moved
  double seconds = 0;      // predicted and corrected, of that way
  // In place, then moved, and moved elsewhere where that did not win: each with the winner of those before.
  std::vector<Comparison> comparisons;
};

// In place beside ScaLAPACK, then moved beside the better of these: to the layout that is best once its prediction is
// corrected, or where that does not win by enough, to the best one that was taken before. What was seen, or is to be tried,
// needs no margin but that for the noise of measuring. O(layouts).
Decision decide(const Ways& ways, const Margins& margins, const Settled& settled = {},
                const Corrections& corrections = {});

}  // namespace het
