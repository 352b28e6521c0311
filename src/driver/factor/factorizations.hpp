#pragma once
#include "src/bindings/scalapack.hpp"

namespace het {

// The factorizations as their callers know them, arguments, results and errors included: computed here when the call is
// one we take, otherwise ScaLAPACK's own is called. `self` is the exported symbol that was entered. They throw
// nothing of their own: a failure ends the program as a failing MPI call would, with a message; see guarded().

// P?GETRF: sub(A) = P L U with partial pivoting.
template <Scalar T>
void pgetrf(PgetrfFunction<T>* self, HET_PGETRF_PARAMETERS(T));

// P?GEQRF: sub(A) = Q R by Householder reflections.
template <Scalar T>
void pgeqrf(PgeqrfFunction<T>* self, HET_PGEQRF_PARAMETERS(T));

// P?POTRF: sub(A) = L L^H or U^H U.
template <Scalar T>
void ppotrf(PpotrfFunction<T>* self, HET_PPOTRF_PARAMETERS(T));

// P?GESV, P?POSV and P?GELS: ScaLAPACK's own, which call the factorizations above.
template <Scalar T>
void pgesv(PgesvFunction<T>* self, HET_PGESV_PARAMETERS(T));
template <Scalar T>
void pposv(PposvFunction<T>* self, HET_PPOSV_PARAMETERS(T));
template <Scalar T>
void pgels(PgelsFunction<T>* self, HET_PGELS_PARAMETERS(T));

}  // namespace het
