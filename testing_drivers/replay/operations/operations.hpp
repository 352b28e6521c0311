#pragma once
#include <memory>

#include "testing_drivers/replay/sequence.hpp"
#include "testing_drivers/xhet/sweep/runner.hpp"

namespace het::testing {

// One call of a sequence, ready to be run again and again on any context of `home`'s shape. Of a process outside the
// grid only `context` wants anything: grids are made by all of MPI_COMM_WORLD. Null where there is nothing to do.
std::unique_ptr<Problem> make_operation(const SequenceLine& line, char type, const ProcessGrid& home);

// The processes that take part in it.
MPI_Comm participants(const SequenceLine& line, const ProcessGrid& home);

}  // namespace het::testing
