#pragma once
#include "tests/dropin/client/factor/sub_matrix.hpp"

namespace het::testing {

// LU, QR and both Cholesky factorizations, in all precisions, of one case (Cholesky of its first n rows, with square
// blocks): INFO, factors, IPIV and TAU are LAPACK's of the same entries, everything around is as it was. Says what is
// wrong. Local verdict; collective over the grid.
bool factors_are_lapacks(const ProcessGrid& grid, const SubMatrixCase& one);

// The same of LU, of QR, or of both triangles of Cholesky alone.
bool lu_is_lapacks(const ProcessGrid& grid, const SubMatrixCase& one);
bool qr_is_lapacks(const ProcessGrid& grid, const SubMatrixCase& one);
bool cholesky_is_lapacks(const ProcessGrid& grid, const SubMatrixCase& one);

}  // namespace het::testing
