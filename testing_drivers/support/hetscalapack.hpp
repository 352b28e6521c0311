#pragma once
// The library's per-call names under one name each, chosen by T.
#include <hetscalapack/hetscalapack.h>

#include "testing_drivers/support/scalapack.hpp"

namespace het::testing {

#define HET_OVERLOADS(L, T)                                                                        \
  inline void het_pgemm(HET_PGEMM_PARAMETERS(T)) { het_p##L##gemm_(HET_PGEMM_ARGUMENTS); }         \
  inline void het_pgemr2d(HET_PGEMR2D_PARAMETERS(T)) { het_p##L##gemr2d_(HET_PGEMR2D_ARGUMENTS); } \
  inline void het_pgetrf(HET_PGETRF_PARAMETERS(T)) { het_p##L##getrf_(HET_PGETRF_ARGUMENTS); }     \
  inline void het_pgeqrf(HET_PGEQRF_PARAMETERS(T)) { het_p##L##geqrf_(HET_PGEQRF_ARGUMENTS); }     \
  inline void het_ppotrf(HET_PPOTRF_PARAMETERS(T)) { het_p##L##potrf_(HET_PPOTRF_ARGUMENTS); }
HET_DRIVER_PRECISIONS(HET_OVERLOADS)
#undef HET_OVERLOADS

}  // namespace het::testing
