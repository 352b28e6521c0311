#pragma once
#include <algorithm>

#include "src/base/local_array.hpp"
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
  bool awaited = false;             // whether others wait for what this process passes on
  double step_flops = 0;            // of the step that the product belongs to, on this process
  // Of a process that others wait for, a slice takes a part of the step, so that what waits at every process of a ring
  // does not come late by a step; no longer than this, and no shorter than needed: 32 columns are multiplied at two
  // thirds to four fifths of the speed of 256.
  double awaited_seconds = 0.002;
  Extent awaited_least = 32;

  // Slices of a product that has so many columns left, each of so many operations. None takes longer than it should,
  // unless thinner ones would have less than the least columns.
  Extent slices(Extent columns, double column_flops) const {
    const double cost = seconds_per_flop * column_flops;
    const Extent thinnest = awaited ? std::min(awaited_least, least) : least,
                 target = cost > 0 ? static_cast<Extent>(
                                         std::clamp(target_seconds() / cost, double(thinnest), double(most)))
                                   : thinnest;
    return std::clamp<Extent>((columns + target - 1) / target, 1, std::max<Extent>(columns / thinnest, 1));
  }

 private:
  static constexpr double awaited_part = 1. / 8;

  double target_seconds() const {
    return awaited ? std::min({seconds, awaited_seconds, awaited_part * step_flops * seconds_per_flop})
                   : seconds;
  }
};

// Work on so many columns, each of so many operations, in slices: work(first column, columns), then poll(). Returns the
// seconds spent working, and keeps the speed it saw in `slicing`.
template <class Work, class Poll>
double in_slices(Extent columns, double column_flops, Slicing& slicing, Work work, Poll poll) {
  double seconds = 0;
  for (Extent j = 0; j < columns;) {
    // Equal slices of what is left: a thin remainder would run at a fraction of the speed.
    const Extent width = (columns - j) / slicing.slices(columns - j, column_flops);
    const double begin = MPI_Wtime();
    work(j, width);
    const double took = booked(Activity::update, begin, MPI_Wtime());
    if (column_flops > 0) slicing.seconds_per_flop = took / (column_flops * static_cast<double>(width));
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
