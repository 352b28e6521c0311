#pragma once
#include "src/bindings/scalapack.hpp"

namespace het {

// P?GEMM as its callers know it, arguments and errors included: computes the product here when the call is
// one we take, otherwise calls ScaLAPACK's own. `self` is the exported symbol that was entered. Never throws:
// a failure after all processes have taken the call ends the program as a failing MPI call would, with a message.
template <Scalar T>
void pgemm(PgemmFunction<T>* self, HET_PGEMM_PARAMETERS(T));

}  // namespace het
