#pragma once
// Is C = alpha op(A) op(B) + beta C0, up to rounding? O(n^2) work, whatever the size.
//
// With w of random signs: e = C w - (alpha op(A) (op(B) w) + beta C0 w), where A, B, C0 are made again from
// their entries, not read from what the call left. The rounding of a sum of k products of random signs stays
// below sqrt(k) u |row of A| |column of B| [Higham, Mary 2019], so that row by row
//   |e_i| <= sqrt(k + 2) u (|alpha| |op(A)_i| |op(B)|_F + |beta| |C0_i|)  times a small constant.
#include <cmath>

#include "testing_drivers/support/vector_products.hpp"

namespace het::testing {

// |row i of op(sub(X))|^2 for every i, on every process. Collective over the grid.
template <class T>
std::vector<long double> squared_row_norms(MPI_Comm comm, const DistributedMatrix<T>& matrix,
                                           const Operand& op) {
  std::vector<long double> sums(static_cast<std::size_t>(op.op_rows()));
  matrix.for_each([&](int i, int j, const T&) {
    if (!op.window.holds(i, j)) return;
    const int row = op.transposed() ? j - op.window.j0 : i - op.window.i0;
    sums[static_cast<std::size_t>(row)] += std::norm(widen(entry<T>(i, j, op.seed)));
  });
  sum_over(comm, sums);
  return sums;
}

template <class T>
struct Product {
  T alpha, beta;
  int k;
  const DistributedMatrix<T>&a, &b, &c;
  Operand op_a, op_b, op_c;
};

// max_i |e_i| / (sqrt(k + 2) u (...)_i), NaN when any entry is NaN. At most about 1; 10 is a generous limit.
template <class T>
double product_residual(MPI_Comm comm, const Product<T>& p) {
  const auto made = [](std::uint64_t seed) {
    return [seed](int i, int j, const T&) { return entry<T>(i, j, seed); };
  };
  const auto stored = [](int, int, const T& value) { return value; };
  const auto w = random_signs<T>(p.op_c.window.cols, 0);

  const auto bw = times_vector(comm, p.b, p.op_b, w, made(p.op_b.seed));
  const auto abw = times_vector(comm, p.a, p.op_a, bw, made(p.op_a.seed));
  const auto c0w = times_vector(comm, p.c, p.op_c, w, made(p.op_c.seed));
  const auto cw = times_vector(comm, p.c, p.op_c, w, stored);
  const auto a_rows = squared_row_norms(comm, p.a, p.op_a);
  const auto c_rows = squared_row_norms(comm, p.c, p.op_c);
  long double b_norm = 0;
  for (const long double row : squared_row_norms(comm, p.b, p.op_b)) b_norm += row;

  const long double unit = std::numeric_limits<Real<T>>::epsilon() / 2 * std::sqrt(p.k + 2.0L);
  const Wide<T> alpha = widen(p.alpha), beta = widen(p.beta);
  long double worst = 0;
  for (std::size_t i = 0; i < cw.size(); ++i) {
    // C(i, :) w - alpha op(A)(i, :) (op(B) w) - beta C0(i, :) w
    const long double error = std::abs(cw[i] - (alpha * abw[i] + beta * c0w[i]));
    const long double scale =
        unit * (std::abs(alpha) * std::sqrt(a_rows[i] * b_norm) + std::abs(beta) * std::sqrt(c_rows[i]));
    const long double ratio = error == 0 ? 0 : error / scale;
    if (!(ratio <= worst)) worst = ratio;
    if (std::isnan(ratio)) break;
  }
  return static_cast<double>(worst);
}

}  // namespace het::testing
