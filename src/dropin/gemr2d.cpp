// The exported het_p?gemr2d_, one line each over the driver.
#include "src/driver/gemr2d.hpp"

#define HET_EXPORT extern "C" __attribute__((visibility("default")))

#define HET_SHIM(LETTER, TYPE)                                          \
  HET_EXPORT void het_p##LETTER##gemr2d_(HET_PGEMR2D_PARAMETERS(TYPE)); \
  void het_p##LETTER##gemr2d_(HET_PGEMR2D_PARAMETERS(TYPE)) { het::pgemr2d<TYPE>(HET_PGEMR2D_ARGUMENTS); }
HET_FOR_EACH_PRECISION(HET_SHIM)
