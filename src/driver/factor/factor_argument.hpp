#pragma once
#include <algorithm>
#include <initializer_list>
#include <memory>
#include <utility>
#include <vector>

#include "src/driver/entry.hpp"
#include "src/driver/matrix/matrix_argument.hpp"

namespace het {

// Which part of the caller's matrix a factorization reads and overwrites.
enum class Triangle { none, lower, upper };  // none: all of it

// sub(A) of a factorization, m x n elements of the caller's matrix, of which this process has those at `local`.
template <Scalar T>
struct FactorTarget {
  std::shared_ptr<const MatrixArgument> argument;
  T* local;
  Extent m, n;
  Triangle triangle = Triangle::none;
};

// LAPACK-style routines take ordinary descriptors only.
template <Scalar T>
Reading<FactorTarget<T>> read_target(T* local, const SubMatrix& a, const blacs::GridInfo& grid,
                                     Triangle triangle = Triangle::none) {
  if (std::min(a.rows, a.cols) < 0 || a.desc[0] != 1) return left::wrong;
  if (std::min(a.rows, a.cols) == 0) return left::empty;
  auto argument = read_matrix(a, a.desc[1], grid);
  if (!argument) return argument.refusal();
  return FactorTarget<T>{std::make_shared<const MatrixArgument>(std::move(*argument)), local, a.rows, a.cols,
                         triangle};
}

// What LU and Cholesky of the reference demand: square blocks, and sub(A) starting with one.
inline bool starts_with_square_block(const MatrixArgument& a) {
  const auto& [rows, cols] = a.distribution;
  return rows.nb() == cols.nb() && a.i.value() % rows.nb() == 0 && a.j.value() % cols.nb() == 0;
}

template <Scalar T>
CallShape factor_shape(RoutineKind kind, Extent m, Extent n) {
  return CallShape::factorization(kind, m, n, flops_per_multiply_add<T>, Extent{sizeof(T)});
}

// What LAPACK-style routines compare over the grid.
inline std::vector<Extent> global_arguments(const int* desc, std::initializer_list<Extent> others) {
  std::vector<Extent> all(others);
  add_global_entries(all, desc);
  return all;
}

// Of a Factorization, a Job that is made with the target and its routine's outputs. An upper triangle is judged as the lower
// one of the conjugate transpose. `fault`: why this process cannot take it, or null.
template <class Factorization, Scalar T, class Outputs>
Request factor_request(const FactorTarget<T>& target, const Outputs& outputs, const char* fault = nullptr) {
  const MatrixArgument& a = *target.argument;
  Request request{{a.distribution.rows.part(a.i, target.m), a.distribution.cols.part(a.j, target.n)},
                  Placement::row_major(a.distribution.p(), a.distribution.q()),
                  a.local_ok ? fault : left::wrong,
                  [=](Context& context, const Choice& choice) -> std::unique_ptr<Job> {
                    return std::make_unique<Factorization>(context, choice, target, outputs);
                  }};
  if (target.triangle == Triangle::upper) {
    std::swap(request.part.rows, request.part.cols);
    request.placement = request.placement.transposed();
  }
  return request;
}

}  // namespace het
