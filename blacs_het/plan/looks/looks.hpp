#pragma once
// How fast processes are, as looks at all of them at once show it: how long is looked next, and what follows from what was
// seen. One process runs this, and the others look when it has them look: unlike processors round differently, and would
// not all look as often.
#include <functional>
#include <optional>
#include <vector>

namespace het {

// Samples of one look. A process that shares its core gets it for some milliseconds at a time, so a look shows its
// speed only over several such turns, and its best sample is the one that least disturbed it.
struct Look {
  int samples;
  double seconds;  // of each, at least
  // Cycle-times within this ratio are taken for equal: a plan made from noise loses more than it could gain.
  double same_speed;

  double total_seconds() const { return samples * seconds; }
};

// Seconds per operation of each process, by rank, in each sample of a look; as many of each.
using Samples = std::vector<std::vector<double>>;

struct LooksWanted {
  bool closely = true;  // else quick looks alone, for the scale
  // Operations per process of the call that waits, which says how long a look is worth; 0: as long as it takes.
  double flops = 0;
  bool unless_equal = false;  // ends where the processes look equally fast at first sight
  bool virtual_time = false;  // the first sample says all
};

// What all processes do when this one says so.
struct Looking {
  std::function<Samples(const Look&)> look;
  // Between the looks: other kinds of work, on each process that this is true of, and links.
  std::function<void(const std::vector<bool>& measures)> other_work;
};

struct SpeedsSeen {
  std::vector<double> cycle_times;  // by rank, relative: the fastest has 1
  double seconds_per_flop = 0;      // of the fastest, as a rule, in what was looked at
};

// Where every process runs steadily quick looks are enough; where some are disturbed, longer ones follow and each process
// counts with its best sample, for as long as a long call is worth. Processes whose speeds cannot be told apart are given the
// same. Nothing where it ends at first sight. Throws what `looking` throws.
std::optional<SpeedsSeen> look_at_speeds(const LooksWanted& wanted, const Looking& looking);

}  // namespace het
