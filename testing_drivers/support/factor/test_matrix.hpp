#pragma once
// Matrices that try a factorization in different ways. Each entry is a function of (i, j), the sizes and a seed alone.
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "testing_drivers/support/entries.hpp"

namespace het::testing {

enum class MatrixKind { random, graded, singular, wilkinson };

// The words for the kinds, in their order.
inline const std::vector<std::string>& matrix_kinds() {
  static const std::vector<std::string> words{"random", "graded", "singular", "wilkinson"};
  return words;
}
inline MatrixKind matrix_kind(const std::string& word) {
  const auto& words = matrix_kinds();
  return static_cast<MatrixKind>(std::find(words.begin(), words.end(), word) - words.begin());
}

// An m x n matrix; with `definite` a Hermitian positive definite one, which `wilkinson` cannot be.
//   random     r_ij uniform in [-1, 1). Definite: r_ij below the diagonal, their conjugates above, and 2 sqrt(n) + 2
//              added on it, beyond the spectral radius 2 sigma sqrt(n) of the rest, sigma^2 <= 2/3
//   graded     d_i r_ij d_j, d_i from 1 down to 2^-20
//   singular   u_i conj(v_j) + sqrt(eps) r_ij: nearly of rank one. Definite: v = u
//   wilkinson  1 on the diagonal and in the last column, -h below the diagonal: partial pivoting never interchanges, and
//              the last column of U grows by 1 + h in each step, to n / 4 in the end. With h = 1, Wilkinson's own, no
//              backward error would be small
template <class T>
class TestMatrix {
 public:
  TestMatrix(MatrixKind kind, int m, int n, bool definite, std::uint64_t seed)
      : kind_(kind), m_(m), n_(n), definite_(definite), seed_(seed) {
    const int steps = std::max(1, std::min(m, n) - 1);
    growth_ = static_cast<Real<T>>(std::pow(std::max(1.0, (steps + 1) / 4.0), 1.0 / steps) - 1);
  }

  // Entry (i, j), 0-based.
  T operator()(int i, int j) const {
    switch (kind_) {
      case MatrixKind::graded:
        return scale(i) * random(i, j) * scale(j);
      case MatrixKind::singular:
        return side(i, 1) * conjugate(side(j, definite_ ? 1 : 2)) +
               std::sqrt(std::numeric_limits<Real<T>>::epsilon()) * random(i, j);
      case MatrixKind::wilkinson:
        if (i == j || j == n_ - 1) return T(1);
        return i > j ? T(-growth_) : T(0);
      default:
        return random(i, j);
    }
  }

 private:
  static T conjugate(const T& x) {
    if constexpr (is_complex<T>)
      return std::conj(x);
    else
      return x;
  }
  T random(int i, int j) const {
    if (!definite_ || i > j) return entry<T>(i, j, seed_);
    if (i < j) return conjugate(entry<T>(j, i, seed_));
    return T(std::real(entry<T>(i, i, seed_)) + 2 * std::sqrt(static_cast<Real<T>>(n_)) + 2);
  }
  T side(int i, int which) const { return entry<T>(i, which, seed_ + 1); }
  Real<T> scale(int i) const {
    return std::ldexp(Real<T>(1), -static_cast<int>(std::int64_t{20} * i / std::max(m_, n_)));
  }

  MatrixKind kind_;
  int m_, n_;
  bool definite_;
  std::uint64_t seed_;
  Real<T> growth_;
};

}  // namespace het::testing
