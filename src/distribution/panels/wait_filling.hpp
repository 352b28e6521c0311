#pragma once
#include <algorithm>

namespace het {

// Of the last panel that a process factored: its seconds, without what was done beside it, and the shortest round of its
// messages, of the last one that had nothing done beside it; 0: none yet.
struct FactoredPanel {
  double seconds = 0, round = 0;
};

// When a process fills the time in which it waits for a panel's messages with the update before it: a round of messages
// takes so long, and the update as long as so many panels. In tiles of at most so many seconds: what delays a panel
// delays all.
struct WaitFilling {
  double least_round = 5e-6, least_panels = 2, longest_tile = 15e-6;

  // Whether the waits of the next panel are to be filled with an update that takes so long behind it.
  bool pays(const FactoredPanel& last, double update_seconds) const {
    return last.round > 0 && last.round >= least_round && update_seconds > least_panels * last.seconds;
  }
  // Seconds of a tile, which takes no longer than such a wait.
  double tile(const FactoredPanel& last) const { return std::min(last.round, longest_tile); }
};

}  // namespace het
