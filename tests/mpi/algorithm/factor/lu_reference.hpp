#pragma once
#include <algorithm>
#include <cmath>
#include <complex>
#include <functional>
#include <limits>
#include <vector>

#include "src/base/precision.hpp"
#include "tests/mpi/algorithm/factor/random_entry.hpp"

// LU by the textbook on one process.
namespace het::test {

// A matrix that every rank has whole, column-major.
template <Scalar T>
struct Whole {
  Extent m, n;
  std::vector<T> x;
  Whole(Extent rows, Extent cols) : m(rows), n(cols), x(static_cast<std::size_t>(rows * cols), T(0)) {}
  T& operator()(Extent i, Extent j) { return x[static_cast<std::size_t>(i + j * m)]; }
  const T& operator()(Extent i, Extent j) const { return x[static_cast<std::size_t>(i + j * m)]; }
};

template <Scalar T>
using Entry = std::function<T(Extent, Extent)>;

// The textbook's algorithm, column by column.
template <Scalar T>
struct Reference {
  Whole<T> lu;
  std::vector<Extent> pivots;
  Extent info = 0;
  explicit Reference(Whole<T> a) : lu(std::move(a)) {
    for (Extent k = 0; k < std::min(lu.m, lu.n); ++k) step(k);
  }
  static Real<T> size(T x) {
    if constexpr (is_complex<T>)
      return std::abs(x.real()) + std::abs(x.imag());
    else
      return std::abs(x);
  }
  void step(Extent k) {
    Extent pivot = k;
    for (Extent i = k + 1; i < lu.m; ++i)
      if (size(lu(i, k)) > size(lu(pivot, k))) pivot = i;
    pivots.push_back(pivot);
    for (Extent j = 0; j < lu.n; ++j) std::swap(lu(k, j), lu(pivot, j));
    if (lu(k, k) == T(0) && info == 0) info = k + 1;
    for (Extent i = k + 1; i < lu.m; ++i) {
      if (lu(k, k) != T(0)) lu(i, k) /= lu(k, k);
      for (Extent j = k + 1; j < lu.n; ++j) lu(i, j) -= lu(i, k) * lu(k, j);
    }
  }
};

// || P A - L U || / (|| A || max(m, n) eps), in the 1-norm, the product in double precision at least.
template <Scalar T>
double residual(Whole<T> a, const Whole<T>& lu, const std::vector<Extent>& pivots) {
  using Wide = std::conditional_t<is_complex<T>, std::complex<double>, double>;
  for (std::size_t k = 0; k < pivots.size(); ++k)
    for (Extent j = 0; j < a.n; ++j) std::swap(a(static_cast<Extent>(k), j), a(pivots[k], j));
  double norm = 0, error = 0;
  for (Extent j = 0; j < a.n; ++j) {
    double norm_j = 0, error_j = 0;
    for (Extent i = 0; i < a.m; ++i) {
      Wide sum(i <= j ? Wide(lu(i, j)) : Wide(0));
      for (Extent l = 0; l < std::min(i, std::min(j + 1, std::min(a.m, a.n))); ++l)
        sum += Wide(lu(i, l)) * Wide(lu(l, j));
      norm_j += std::abs(Wide(a(i, j)));
      error_j += std::abs(sum - Wide(a(i, j)));
    }
    norm = std::max(norm, norm_j);
    error = std::max(error, error_j);
  }
  const double unit =
      static_cast<double>(std::max(a.m, a.n)) * static_cast<double>(std::numeric_limits<Real<T>>::epsilon());
  return error == 0 ? 0 : error / (norm * unit);
}

}  // namespace het::test
