#pragma once
#include "src/base/local_array.hpp"
#include "src/base/slicing.hpp"
#include "src/base/watch.hpp"
#include "src/bindings/blas.hpp"
#include "src/bindings/mpi.hpp"

namespace het {

// Work on so many columns, each of so many operations, in slices: work(first column, columns), then poll(). Returns the
// seconds spent working, and keeps the speed it saw in `slicing`.
template <class Work, class Poll>
double in_slices(Extent columns, double column_work, Slicing& slicing, Work work, Poll poll) {
  double seconds = 0;
  for (Extent j = 0; j < columns;) {
    const Extent width = slicing.next(columns - j, column_work);
    const double begin = MPI_Wtime();
    work(j, width);
    const double took = booked(Activity::update, begin, MPI_Wtime());
    if (column_work > 0) slicing.seconds_per_unit = took / (column_work * static_cast<double>(width));
    seconds += took;
    j += width;
    poll();
  }
  return seconds;
}

// C := alpha op(A) op(B) + beta C on local arrays, in slices of columns of C with `poll` between them.
// Returns the seconds spent computing.
template <Scalar T, class Poll>
double sliced_gemm(char trans_a, char trans_b, Extent m, Extent n, Extent k, T alpha, LocalArray<const T> a,
                   LocalArray<const T> b, T beta, LocalArray<T> c, Slicing& slicing, Poll poll) {
  const auto product = [&](Extent j, Extent width) {
    blas::gemm(trans_a, trans_b, m, width, k, alpha, a.data, a.lld,
               (trans_b == 'N' ? b.at(0, j) : b.at(j, 0)).data, b.lld, beta, c.at(0, j).data, c.lld);
  };
  return in_slices(n, static_cast<double>(flops_per_multiply_add<T>) * static_cast<double>(m * k), slicing,
                   product, poll);
}

}  // namespace het
