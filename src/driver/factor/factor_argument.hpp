#pragma once
#include <algorithm>
#include <initializer_list>
#include <memory>
#include <vector>

#include "src/driver/matrix/matrix_argument.hpp"
#include "src/driver/routine.hpp"

namespace het {

// sub(A) of a factorization; LAPACK-style routines take ordinary descriptors only.
using FactorArgument = std::shared_ptr<const MatrixArgument>;
inline Reading<FactorArgument> read_factor_argument(const int* desc, int ia, int ja, Extent m, Extent n,
                                                    const blacs::GridInfo& grid) {
  if (std::min(m, n) < 0 || desc[0] != 1) return left::wrong;
  if (std::min(m, n) == 0) return left::empty;
  auto a = read_matrix(desc, ia, ja, m, n, desc[1], grid);
  if (!a) return a.refusal();
  return FactorArgument(std::make_shared<const MatrixArgument>(std::move(*a)));
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

// `fault`: why this process cannot take it, or null.
inline Request factor_request(const MatrixArgument& a, Extent m, Extent n, const char* fault) {
  return {{a.distribution.rows.part(a.i, m), a.distribution.cols.part(a.j, n)},
          Placement::row_major(a.distribution.p(), a.distribution.q()),
          a.local_ok ? fault : left::wrong,
          {}};
}

}  // namespace het
