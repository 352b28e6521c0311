#include "testing_drivers/simulation/scalapack/scalapack.hpp"

namespace het::testing {

bool has_scalapack() { return false; }

template <class T>
Routines<T> scalapack_routines() {
  return {};
}
#define HET_INSTANTIATE(L, T) template Routines<T> scalapack_routines();
HET_DRIVER_PRECISIONS(HET_INSTANTIATE)
#undef HET_INSTANTIATE

ScalapackGrid::ScalapackGrid(GridShape, const std::vector<int>&) {}
ScalapackGrid::~ScalapackGrid() = default;

}  // namespace het::testing
