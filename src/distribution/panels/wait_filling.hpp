#pragma once

namespace het {

// When a process fills the time in which it waits for a panel's messages with the update before it: a round of messages
// takes so long, and the update as long as so many panels. In tiles of at most so many seconds: what delays a panel
// delays all.
struct WaitFilling {
  double least_round = 5e-6, least_panels = 2, longest_tile = 15e-6;
};

}  // namespace het
