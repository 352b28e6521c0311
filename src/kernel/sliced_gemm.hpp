#pragma once
#include <algorithm>
#include <functional>

#include "src/bindings/blas.hpp"
#include "src/bindings/mpi.hpp"

namespace het {

// C := alpha op(A) op(B) + beta C on local arrays, in slices of columns of C with `poll` between them, so
// that messages progress while it computes. A slice has about `slice_flops` operations. Returns the seconds
// spent computing.
template <Scalar T, class Poll>
double sliced_gemm(char trans_a, char trans_b, Extent m, Extent n, Extent k, T alpha, const T* a, Extent lda,
                   const T* b, Extent ldb, T beta, T* c, Extent ldc, double slice_flops, Poll poll) {
  const double column_flops = static_cast<double>(flops_per_multiply_add<T>) * static_cast<double>(m * k);
  const Extent wanted = column_flops > 0 ? static_cast<Extent>(slice_flops / column_flops) : n;
  // Equal slices: a thin remainder would run at a fraction of the speed.
  const Extent slices = std::max<Extent>(1, n / std::max<Extent>(wanted, 32));
  double seconds = 0;
  for (Extent s = 0; s < slices; ++s) {
    const Extent j = n * s / slices, width = n * (s + 1) / slices - j;
    const T* b_slice = b + (trans_b == 'N' ? j * ldb : j);
    const double begin = MPI_Wtime();
    blas::gemm(trans_a, trans_b, m, width, k, alpha, a, lda, b_slice, ldb, beta, c + j * ldc, ldc);
    seconds += MPI_Wtime() - begin;
    poll();
  }
  return seconds;
}

}  // namespace het
