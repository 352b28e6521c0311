#pragma once
// One call of a routine on a grid, with matrices that any computation can be done on.
#include <memory>
#include <string>

#include "testing_drivers/simulation/scalapack/scalapack.hpp"
#include "testing_drivers/support/grid.hpp"

namespace het::testing {

class RoutineCall {
 public:
  virtual ~RoutineCall() = default;
  // Returns INFO, 0 of a product.
  virtual int run() = 0;
};

// routine: "gemm", "getrf", "geqrf" or "potrf", of order n; type: s, d, c or z. The library's, or with a grid of the
// user's ScaLAPACK, which is on the same processes as `grid`, that one's. On processes outside the grid, nothing
// happens.
std::unique_ptr<RoutineCall> make_call(const std::string& routine, char type, int n, int nb,
                                       const ProcessGrid& grid, const ScalapackGrid* scalapack = nullptr);

// Real operations of the call.
double operations(const std::string& routine, char type, int n);

}  // namespace het::testing
