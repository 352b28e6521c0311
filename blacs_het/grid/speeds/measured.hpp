#pragma once
#include <optional>

#include "blacs_het/grid/speeds/speeds.hpp"

namespace het {

struct MeasuringOptions {
  bool closely;  // else the quick look alone, for the scale
  // Operations per process of the call that waits for it, which says how long a look is worth; 0: as long as it takes.
  double flops;
  // What is known of the same processes in some precision: links and kinds of work are not looked at again. Or null.
  const Speeds* known;
  Extent memory_limit;  // bytes; 0: none
  // Ends where the processes look equally fast at first sight.
  bool unless_equal = false;
};

// Runs the local matrix product on all processes at the same time, so that processes that share a node, or a node that
// is busy otherwise, show the speed they really have, in one look after another (look_at_speeds). Between the looks other
// kinds of local work, and the links. Nothing, after some milliseconds, or up to a hundred where more looks are needed, where
// it ends at first sight. Rank 0 decides and computes all, so that unlike processors come to the same end.
// Collective. Throws NoMemoryToMeasure on all processes where one has no memory for the product or the messages.
template <Scalar T>
std::optional<Speeds> measure_speeds(const Communicator& comm, const MeasuringOptions& options);

}  // namespace het
