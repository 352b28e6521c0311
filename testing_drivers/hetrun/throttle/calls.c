/* The wrappers of the MPI calls: from enter to leave the process waits for others, and that is free. */
#define _GNU_SOURCE
#include "testing_drivers/hetrun/throttle/throttle.h"

#define WRAP(symbol)                             \
  HETRUN_DEFINE(symbol) {                        \
    HETRUN_NEXT(symbol);                         \
    hetrun_enter();                              \
    hetrun_word result = next(HETRUN_ARGUMENTS); \
    hetrun_leave();                              \
    return result;                               \
  }

/* C, Fortran (mpif.h and use mpi), Fortran 2008: the Fortran libraries call PMPI, past the C wrappers. */
#define MPI_CALL(Name, name) WRAP(MPI_##Name) WRAP(mpi_##name##_) WRAP(mpi_##name##_f08_)
#include "testing_drivers/hetrun/throttle/mpi_calls.h"

/* Whoever reads the clock sees that the work before it took its time. */
#define CLOCK(symbol)                                                                      \
  HETRUN_EXPORT double symbol(void);                                                       \
  double symbol(void) {                                                                    \
    static double (*next)(void);                                                           \
    if (!next) next = (double (*)(void))hetrun_next(#symbol, __builtin_return_address(0)); \
    hetrun_enter();                                                                        \
    double result = next();                                                                \
    hetrun_leave();                                                                        \
    return result;                                                                         \
  }
CLOCK(MPI_Wtime)
CLOCK(mpi_wtime_)
