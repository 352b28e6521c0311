#pragma once
// Products of a distributed matrix and a vector that every process holds, in accumulators so wide that their rounding
// does not count: what the checks of results are made of. O(m n / processes) work, O(m) numbers exchanged.
#include <complex>
#include <type_traits>
#include <utility>
#include <vector>

#include "testing_drivers/support/matrix.hpp"

namespace het::testing {

// Accumulators that make the check's own rounding negligible.
template <class T>
using Wide = std::conditional_t<is_complex<T>, std::complex<long double>, long double>;

// A sub-matrix of rows x cols that starts at (i0, j0), 0-based.
struct Window {
  int i0 = 0, j0 = 0, rows = 0, cols = 0;
  bool holds(int i, int j) const { return i >= i0 && i < i0 + rows && j >= j0 && j < j0 + cols; }
};

// op(sub(X)) where X's entries are entry<T>(i, j, seed).
struct Operand {
  Window window;
  char trans = 'N';
  std::uint64_t seed = 0;
  bool transposed() const { return trans != 'N'; }
  int op_rows() const { return transposed() ? window.cols : window.rows; }
};

inline void sum_over(MPI_Comm comm, std::vector<long double>& values) {
  MPI_Allreduce(MPI_IN_PLACE, values.data(), static_cast<int>(values.size()), MPI_LONG_DOUBLE, MPI_SUM, comm);
}
inline void sum_over(MPI_Comm comm, std::vector<std::complex<long double>>& values) {
  MPI_Allreduce(MPI_IN_PLACE, values.data(), static_cast<int>(2 * values.size()), MPI_LONG_DOUBLE, MPI_SUM,
                comm);
}

template <class T>
Wide<T> widen(const T& x) {
  return Wide<T>(x);
}
template <class T>
T apply_op(char trans, const T& x) {
  if constexpr (is_complex<T>)
    return trans == 'C' ? std::conj(x) : x;
  else
    return x;
}

// 1 or -1, in no order, the same on every process.
template <class T>
std::vector<Wide<T>> random_signs(int count, std::uint64_t seed) {
  std::vector<Wide<T>> signs(static_cast<std::size_t>(count));
  for (std::size_t at = 0; at < signs.size(); ++at) signs[at] = (mix(at + (seed << 32)) & 1) != 0 ? 1 : -1;
  return signs;
}

// y := op(sub(X)) x on every process; value(i, j, stored) gives the entry of X. Collective over the grid.
template <class T, class Value>
std::vector<Wide<T>> times_vector(MPI_Comm comm, const DistributedMatrix<T>& matrix, const Operand& op,
                                  const std::vector<Wide<T>>& x, Value&& value) {
  std::vector<Wide<T>> y(static_cast<std::size_t>(op.op_rows()));
  matrix.for_each([&](int i, int j, const T& stored) {
    if (!op.window.holds(i, j)) return;
    auto row = static_cast<std::size_t>(i - op.window.i0), col = static_cast<std::size_t>(j - op.window.j0);
    if (op.transposed()) std::swap(row, col);
    y[row] += widen(apply_op(op.trans, value(i, j, stored))) * x[col];
  });
  sum_over(comm, y);
  return y;
}

}  // namespace het::testing
