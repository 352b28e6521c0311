#include "src/algorithm/factor/grid_matrix.hpp"

namespace het {

ProcessGrid::ProcessGrid(const Communicator& comm, const Placement& placement, int p, int q)
    : comm_(&comm), p_(p), q_(q), at_(placement[comm.rank()]), rank_(placement.by_place(p, q)) {}

}  // namespace het
