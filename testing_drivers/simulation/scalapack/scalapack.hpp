#pragma once
// The ScaLAPACK that the program was built with, if any: linked.cpp is that of a program with one, absent.cpp of the
// others.
#include "testing_drivers/support/grid.hpp"
#include "testing_drivers/support/scalapack.hpp"

namespace het::testing {

template <class T>
struct Routines {
  void (*gemm)(HET_PGEMM_PARAMETERS(T)) = nullptr;
  void (*getrf)(HET_PGETRF_PARAMETERS(T)) = nullptr;
  void (*geqrf)(HET_PGEQRF_PARAMETERS(T)) = nullptr;
  void (*potrf)(HET_PPOTRF_PARAMETERS(T)) = nullptr;
};

bool has_scalapack();

// None of them without a ScaLAPACK.
template <class T>
Routines<T> scalapack_routines();

// A grid of its BLACS, to which contexts of another are nothing. Made and ended by all processes together.
class ScalapackGrid {
 public:
  // map: process numbers, column by column.
  ScalapackGrid(GridShape shape, const std::vector<int>& map);
  ~ScalapackGrid();
  ScalapackGrid(const ScalapackGrid&) = delete;
  ScalapackGrid& operator=(const ScalapackGrid&) = delete;

  // Negative outside the grid.
  int context() const { return context_; }

 private:
  int context_ = -1;
};

}  // namespace het::testing
