#pragma once
#include "src/bindings/scalapack.hpp"

namespace het {

// P?GEMM as its callers know it, arguments and errors included: computes the product here when the call is
// one we take, otherwise calls ScaLAPACK's own. `self` is the exported symbol that was entered. Throws
// nothing of its own: a failure ends the program as a failing MPI call would, with a message; see guarded().
template <Scalar T>
void pgemm(PgemmFunction<T>* self, HET_PGEMM_PARAMETERS(T));

}  // namespace het
