#pragma once
#include <optional>
#include <string>

#include "blacs_het/grid/config.hpp"
#include "blacs_het/grid/speeds/speeds.hpp"
#include "src/base/precision.hpp"

namespace het {

// What is wrong with the cycle-times that the user gave, as far as one process knows: the length of a list, the line of
// a file for its own host, and how far the fastest and the slowest are apart. Empty where nothing is. Local.
std::string wrong_cycle_times(const Config& config);

// Nothing where speeds would have to be measured and the processes look equally fast at first sight: there is less to gain
// then than measuring all costs. Or at another sight than the first one, whatever that showed.
enum class FindSpeeds : Extent { always, unless_equal, unless_still_equal };

// What a first sight takes as a rule.
inline constexpr double usual_sight_seconds = 0.02;

// How much there is to gain from speeds, for the call that waits for them.
struct SpeedsWanted {
  double flops = 0;  // operations per process of that call; 0: not known
  FindSpeeds find = FindSpeeds::always;
};

// Measured speeds, with the cycle-times replaced by those the user gave, if any: a list is by rank of
// MPI_COMM_WORLD, a file by host name. What was measured for the same processes in the same order in the last five
// minutes is not measured again; in another precision, only the cycle-times are.
// Collective. Throws Error, on all processes alike, naming the setting, when a process is on a host without a line, and
// where one has no memory for measuring.
std::optional<Speeds> find_speeds(const Communicator& comm, const Config& config, Precision precision,
                                  const SpeedsWanted& wanted);

// Measured ones, whatever is remembered, by the shortest looks that there are; contexts to come find them. With a limit
// on memory, in bytes, or 0. `known`: links and kinds of work as they are, for cycle-times are measured alone; or null.
// Collective. Throws NoMemoryToMeasure, on all processes alike, where one has no memory for it.
Speeds measure_again(const Communicator& comm, Precision precision, Extent memory_limit, const Speeds* known);

// Contexts to come find these for the same processes in the same order, as if measured now. Collective.
void remember(const Communicator& comm, Precision precision, const Speeds& speeds);

}  // namespace het
