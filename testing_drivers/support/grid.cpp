#include "testing_drivers/support/grid.hpp"

#include "testing_drivers/support/scalapack.hpp"

namespace het::testing {
namespace {

int system_context() {
  const int ignored = 0, default_system_context = 0;
  int context = -1;
  blacs_get_(&ignored, &default_system_context, &context);
  return context;
}

}  // namespace

ProcessGrid::ProcessGrid(GridShape shape, char order) : shape_(shape), context_(system_context()) {
  blacs_gridinit_(&context_, &order, &shape_.nprow, &shape_.npcol);
  locate();
}

ProcessGrid::ProcessGrid(GridShape shape, const std::vector<int>& map)
    : shape_(shape), context_(system_context()) {
  blacs_gridmap_(&context_, map.data(), &shape_.nprow, &shape_.nprow, &shape_.npcol);
  locate();
}

void ProcessGrid::locate() {
  int nprow = -1, npcol = -1;
  blacs_gridinfo_(&context_, &nprow, &npcol, &pi_, &pj_);
  const bool here = pi_ >= 0 && pi_ < shape_.nprow && pj_ >= 0 && pj_ < shape_.npcol;
  if (!here) pi_ = pj_ = -1;
  MPI_Comm_split(MPI_COMM_WORLD, here ? 0 : MPI_UNDEFINED, pi_ * shape_.npcol + pj_, &comm_);
}

ProcessGrid::~ProcessGrid() {
  int finalized = 0;
  MPI_Finalized(&finalized);
  if (!inside() || finalized) return;
  MPI_Comm_free(&comm_);
  blacs_gridexit_(&context_);
}

}  // namespace het::testing
