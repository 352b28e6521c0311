#pragma once
#include <algorithm>

#include "src/base/watch.hpp"
#include "src/bindings/blas.hpp"
#include "src/bindings/mpi.hpp"

namespace het {

// How a local product is cut into slices with a look at the messages between them. MPI makes no progress by
// itself, so the slices are a matter of time; but each slice packs its operand anew, so they must not be
// thin.
struct Slicing {
  double seconds = 0.03;            // a slice should take about this long
  Extent least = 256, most = 1024;  // columns of a slice
  double seconds_per_flop = 0;      // of this process, as seen so far; 0: not yet

  // Columns of the next slice.
  Extent width(double column_flops) const {
    const double cost = seconds_per_flop * column_flops;
    return cost > 0 ? static_cast<Extent>(std::clamp(seconds / cost, double(least), double(most))) : least;
  }
};

// C := alpha op(A) op(B) + beta C on local arrays, in slices of columns of C with `poll` between them.
// Returns the seconds spent computing, and keeps the speed it saw in `slicing`.
template <Scalar T, class Poll>
double sliced_gemm(char trans_a, char trans_b, Extent m, Extent n, Extent k, T alpha, const T* a, Extent lda,
                   const T* b, Extent ldb, T beta, T* c, Extent ldc, Slicing& slicing, Poll poll) {
  const double column_flops = static_cast<double>(flops_per_multiply_add<T>) * static_cast<double>(m * k);
  double seconds = 0;
  for (Extent j = 0; j < n;) {
    // Equal slices of what is left: a thin remainder would run at a fraction of the speed.
    const Extent left = n - j,
                 slices = std::max<Extent>(1, left / std::max<Extent>(slicing.width(column_flops), 1));
    const Extent width = left / slices;
    const T* b_slice = b + (trans_b == 'N' ? j * ldb : j);
    const double begin = MPI_Wtime();
    blas::gemm(trans_a, trans_b, m, width, k, alpha, a, lda, b_slice, ldb, beta, c + j * ldc, ldc);
    const double took = booked(Activity::update, begin, MPI_Wtime());
    slicing.seconds_per_flop = took / (column_flops * static_cast<double>(width));
    seconds += took;
    j += width;
    poll();
  }
  return seconds;
}

}  // namespace het
