#pragma once
// The library's per-call names under one name each, chosen by T.
#include <hetscalapack/hetscalapack.h>

#include "testing_drivers/support/scalapack.hpp"

namespace het::testing {

#define HET_OVERLOADS(L, T)                                                                \
  inline void het_pgemm(HET_PGEMM_PARAMETERS(T)) { het_p##L##gemm_(HET_PGEMM_ARGUMENTS); } \
  inline void het_pgemr2d(HET_PGEMR2D_PARAMETERS(T)) { het_p##L##gemr2d_(HET_PGEMR2D_ARGUMENTS); }
HET_DRIVER_PRECISIONS(HET_OVERLOADS)
#undef HET_OVERLOADS

}  // namespace het::testing
