// The exported routines, one line each over the driver: the bare names, which programs call, and het_ names of those that the
// library computes itself.
#include "src/driver/factor/factorizations.hpp"
#include "src/driver/gemm/gemm.hpp"
#include "src/driver/gemr2d.hpp"

#define HET_EXPORT extern "C" __attribute__((visibility("default")))

// Both names enter the same driver. What must not be found as the next symbol is the bare one.
#define HET_TWO_NAMES(NAME, DRIVER, TYPE, PARAMETERS, ARGUMENTS)      \
  HET_EXPORT void NAME(PARAMETERS(TYPE));                             \
  HET_EXPORT void het_##NAME(PARAMETERS(TYPE));                       \
  void NAME(PARAMETERS(TYPE)) { het::DRIVER<TYPE>(NAME, ARGUMENTS); } \
  void het_##NAME(PARAMETERS(TYPE)) { het::DRIVER<TYPE>(NAME, ARGUMENTS); }

#define HET_ONE_NAME(NAME, DRIVER, TYPE, PARAMETERS, ARGUMENTS) \
  HET_EXPORT void NAME(PARAMETERS(TYPE));                       \
  void NAME(PARAMETERS(TYPE)) { het::DRIVER<TYPE>(NAME, ARGUMENTS); }

// Which has no next symbol: ScaLAPACK's own p?gemr2d_ stays what it is.
#define HET_OWN_NAME(NAME, DRIVER, TYPE, PARAMETERS, ARGUMENTS) \
  HET_EXPORT void het_##NAME(PARAMETERS(TYPE));                 \
  void het_##NAME(PARAMETERS(TYPE)) { het::DRIVER<TYPE>(ARGUMENTS); }

#define HET_ROUTINES(LETTER, TYPE)                                                            \
  HET_TWO_NAMES(p##LETTER##gemm_, pgemm, TYPE, HET_PGEMM_PARAMETERS, HET_PGEMM_ARGUMENTS)     \
  HET_TWO_NAMES(p##LETTER##getrf_, pgetrf, TYPE, HET_PGETRF_PARAMETERS, HET_PGETRF_ARGUMENTS) \
  HET_TWO_NAMES(p##LETTER##geqrf_, pgeqrf, TYPE, HET_PGEQRF_PARAMETERS, HET_PGEQRF_ARGUMENTS) \
  HET_TWO_NAMES(p##LETTER##potrf_, ppotrf, TYPE, HET_PPOTRF_PARAMETERS, HET_PPOTRF_ARGUMENTS) \
  HET_ONE_NAME(p##LETTER##gesv_, pgesv, TYPE, HET_PGESV_PARAMETERS, HET_PGESV_ARGUMENTS)      \
  HET_ONE_NAME(p##LETTER##posv_, pposv, TYPE, HET_PPOSV_PARAMETERS, HET_PPOSV_ARGUMENTS)      \
  HET_ONE_NAME(p##LETTER##gels_, pgels, TYPE, HET_PGELS_PARAMETERS, HET_PGELS_ARGUMENTS)      \
  HET_OWN_NAME(p##LETTER##gemr2d_, pgemr2d, TYPE, HET_PGEMR2D_PARAMETERS, HET_PGEMR2D_ARGUMENTS)
HET_FOR_EACH_PRECISION(HET_ROUTINES)
