#pragma once
#include "blacs_het/grid/speeds/speeds.hpp"

namespace het {

// Runs the local matrix product on all processes at the same time, so that processes that share a node, or a node that
// is busy otherwise, show the speed they really have. Where every process runs steadily a quick look is enough, about
// 0.05 s with all else; where some are disturbed, longer ones follow and each counts with its best sample: 0.1 s among
// equal processes, up to 0.7 s among unequal ones. Processes whose speeds cannot be told apart are given the same.
// Then other kinds of local work, and the links. Collective.
// Not `closely`: one short look, for the scale alone.
Speeds measure_speeds(const Communicator& comm, bool closely = true);

}  // namespace het
