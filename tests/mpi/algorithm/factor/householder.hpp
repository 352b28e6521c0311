#pragma once
// QR by its definition, for the tests: one process, column by column, in double precision at least.
#include <cmath>
#include <vector>

#include "src/base/precision.hpp"

namespace het::test {

template <class T>
using Wide = std::conditional_t<is_complex<T>, std::complex<double>, double>;

// m x n, column-major.
template <class T>
struct Matrix {
  Extent m, n;
  std::vector<T> elements;
  Matrix(Extent rows, Extent columns) : m(rows), n(columns), elements(static_cast<std::size_t>(m * n)) {}
  T& operator()(Extent i, Extent j) { return elements[static_cast<std::size_t>(i + j * m)]; }
  const T& operator()(Extent i, Extent j) const { return elements[static_cast<std::size_t>(i + j * m)]; }
};

template <class T>
double frobenius(const Matrix<T>& a) {
  double sum = 0;
  for (const T& x : a.elements) sum += std::norm(x);
  return std::sqrt(sum);
}

// B(:, j) := (I - tau v v^H) B(:, j) for j >= begin, v = (0; 1; A(k+1:m, k)).
template <class T>
void apply_reflector(const Matrix<T>& a, Extent k, T tau, Matrix<T>& b, Extent begin) {
  for (Extent j = begin; j < b.n; ++j) {
    T product = b(k, j);
    for (Extent i = k + 1; i < a.m; ++i) product += conjugate(a(i, k)) * b(i, j);
    product *= tau;
    b(k, j) -= product;
    for (Extent i = k + 1; i < a.m; ++i) b(i, j) -= a(i, k) * product;
  }
}

// A := V and R; returns TAU.
template <class T>
std::vector<T> householder(Matrix<T>& a) {
  std::vector<T> tau;
  for (Extent k = 0; k < std::min(a.m, a.n); ++k) {
    double below = 0;
    for (Extent i = k + 1; i < a.m; ++i) below += std::norm(a(i, k));
    const T alpha = a(k, k);
    tau.push_back(T(0));
    if (below == 0 && std::imag(alpha) == 0) continue;
    const double beta = -std::copysign(std::sqrt(std::norm(alpha) + below), std::real(alpha));
    tau.back() = (T(beta) - alpha) / beta;
    for (Extent i = k + 1; i < a.m; ++i) a(i, k) /= alpha - beta;
    apply_reflector(a, k, conjugate(tau.back()), a, k + 1);
    a(k, k) = beta;
  }
  return tau;
}

// The m x m matrix H(0) H(1) ... of factors as above.
template <class T>
Matrix<T> unitary_factor(const Matrix<T>& factors, const std::vector<T>& tau) {
  Matrix<T> q(factors.m, factors.m);
  for (Extent i = 0; i < q.m; ++i) q(i, i) = T(1);
  for (auto k = static_cast<Extent>(tau.size()); k-- > 0;)
    apply_reflector(factors, k, tau[static_cast<std::size_t>(k)], q, 0);
  return q;
}

// R, with the zeros below its diagonal.
template <class T>
Matrix<T> upper_triangle(const Matrix<T>& factors) {
  Matrix<T> r(factors.m, factors.n);
  for (Extent j = 0; j < r.n; ++j)
    for (Extent i = 0; i <= std::min(j, r.m - 1); ++i) r(i, j) = factors(i, j);
  return r;
}

// C - op(A) B with op the identity or the conjugate transpose.
template <class T>
Matrix<T> remainder(const Matrix<T>& c, const Matrix<T>& a, bool transposed, const Matrix<T>& b) {
  Matrix<T> result = c;
  for (Extent j = 0; j < c.n; ++j)
    for (Extent l = 0; l < b.m; ++l)
      for (Extent i = 0; i < c.m; ++i) result(i, j) -= (transposed ? conjugate(a(l, i)) : a(i, l)) * b(l, j);
  return result;
}

}  // namespace het::test
