#pragma once
// A ScaLAPACK driver that calls the accelerated routines inside, as a problem of the sweep: its matrix, and how far its
// result is from right. Residuals are norms over (norms of the operands) max(m, n) u, as ScaLAPACK's testers have them,
// taken of products with vectors of random signs: O(n^2) work.
#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "testing_drivers/support/factor/test_matrix.hpp"
#include "testing_drivers/support/scalapack.hpp"
#include "testing_drivers/support/vector_products.hpp"
#include "testing_drivers/xhet/sweep/runner.hpp"

namespace het::testing {

template <class T>
class DriverProblem : public Problem {
 public:
  using Vector = std::vector<Wide<T>>;

  DriverProblem(const Case& one, const ProcessGrid& grid, const char* name, bool definite)
      : case_(one),
        name_(name),
        grid_(grid),
        entries_(MatrixKind::random, one.size.m, one.size.n, definite, 1),
        a_(grid, {one.size.m, one.size.n, one.nb, one.nb, 0, 0}) {}

  std::string routine() const override { return fmt::format("p{}{}", case_.type, name_); }
  // n^3 and a small factor, that of complex numbers included, are enough to weigh calls.
  double flops() const override {
    return (is_complex<T> ? 8.0 : 2.0) * case_.size.m * case_.size.n * case_.size.n;
  }
  void reset() override {
    a_.fill([this](int i, int j) { return entries_(i, j); });
  }
  Findings check() final {
    int infos[] = {info_, -info_};
    MPI_Allreduce(MPI_IN_PLACE, infos, 2, MPI_INT, MPI_MAX, grid_.comm());
    if (infos[0] != 0 || infos[1] != 0)
      return {std::numeric_limits<double>::infinity(), std::nullopt, infos[0] != 0 ? infos[0] : -infos[1]};
    return {residual(), std::nullopt, 0};
  }
  bool surroundings_intact() const override { return a_.pads_intact(); }
  double threshold() const override { return 10; }

 protected:
  // Of what run() left. Collective over the grid.
  virtual double residual() = 0;

  // op(X) x with X of rows x cols; value(i, j, stored) gives its entry.
  template <class Value>
  Vector times(const DistributedMatrix<T>& matrix, char trans, int rows, int cols, const Vector& x,
               Value&& value) const {
    return times_vector(grid_.comm(), matrix, Operand{{0, 0, rows, cols}, trans, 0}, x, value);
  }
  template <class Value>
  long double frobenius(const DistributedMatrix<T>& matrix, int rows, int cols, Value&& value) const {
    const Vector sums =
        times(matrix, 'N', rows, cols, Vector(static_cast<std::size_t>(cols), 1),
              [&](int i, int j, const T& stored) { return T(std::norm(value(i, j, stored))); });
    long double sum = 0;
    for (const auto& row : sums) sum += std::abs(row);
    return std::sqrt(sum);
  }
  // A as it was before the call.
  auto made() const {
    return [this](int i, int j, const T&) { return entries_(i, j); };
  }
  static auto stored() {
    return [](int, int, const T& value) { return value; };
  }
  Vector a_times(const Vector& x) const { return times(a_, 'N', case_.size.m, case_.size.n, x, made()); }
  long double norm_of_a() const { return frobenius(a_, case_.size.m, case_.size.n, made()); }

  static long double norm(const Vector& x) {
    long double sum = 0;
    for (const auto& value : x) sum += std::norm(value);
    return std::sqrt(sum);
  }
  // |x - y| / (scale max(m, n) u); a few equations have more roundings than that.
  double ratio(Vector x, const Vector& y, long double scale) const {
    for (std::size_t at = 0; at < x.size(); ++at) x[at] -= y[at];
    const long double unit = std::numeric_limits<Real<T>>::epsilon() / 2 *
                             static_cast<long double>(std::max({case_.size.m, case_.size.n, 8}));
    return static_cast<double>(norm(x) / (scale * unit));
  }

  Case case_;
  const char* name_;
  const ProcessGrid& grid_;
  TestMatrix<T> entries_;
  DistributedMatrix<T> a_;
  int first_ = 1, info_ = 0;
};

}  // namespace het::testing
