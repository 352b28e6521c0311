// The exported p?gemm_ and het_p?gemm_, and nothing else: one line each over the driver.
#include "src/driver/gemm/gemm.hpp"

#define HET_EXPORT extern "C" __attribute__((visibility("default")))

// Both names enter the same driver. What must not be found as the next symbol is the bare one.
#define HET_SHIM(LETTER, TYPE)                                      \
  HET_EXPORT void p##LETTER##gemm_(HET_PGEMM_PARAMETERS(TYPE));     \
  HET_EXPORT void het_p##LETTER##gemm_(HET_PGEMM_PARAMETERS(TYPE)); \
  void p##LETTER##gemm_(HET_PGEMM_PARAMETERS(TYPE)) {               \
    het::pgemm<TYPE>(p##LETTER##gemm_, HET_PGEMM_ARGUMENTS);        \
  }                                                                 \
  void het_p##LETTER##gemm_(HET_PGEMM_PARAMETERS(TYPE)) {           \
    het::pgemm<TYPE>(p##LETTER##gemm_, HET_PGEMM_ARGUMENTS);        \
  }
HET_FOR_EACH_PRECISION(HET_SHIM)
