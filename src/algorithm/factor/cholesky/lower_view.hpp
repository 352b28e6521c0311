#pragma once
#include <utility>

#include "src/algorithm/factor/process_line.hpp"
#include "src/bindings/blas.hpp"
#include "src/kernel/copy_block.hpp"

namespace het {

// A Hermitian matrix of which one triangle is stored, seen as its lower triangle: what is stored above the diagonal
// is the conjugate transpose of what lies below. Rows of the view are then columns of the storage, and process rows
// are process columns; local arrays that leave the view (load, store, the factors of a product) never are transposed.
template <Scalar T>
class LowerView {
 public:
  LowerView(GridMatrix<T> stored, bool adjoint) : stored_(std::move(stored)), adjoint_(adjoint) {}

  Extent n() const { return stored_.n(); }
  bool inside() const { return grid().inside(); }
  const AxisMap& rows() const { return adjoint_ ? stored_.cols() : stored_.rows(); }
  const AxisMap& cols() const { return adjoint_ ? stored_.rows() : stored_.cols(); }
  int row() const { return adjoint_ ? grid().col() : grid().row(); }
  int col() const { return adjoint_ ? grid().row() : grid().col(); }
  const Communicator& comm() const { return grid().comm(); }
  int rank(int row, int col) const { return adjoint_ ? grid().rank(col, row) : grid().rank(row, col); }
  // This rank's process row and column.
  ProcessLine across() const {
    return adjoint_ ? ProcessLine::column_of(grid()) : ProcessLine::row_of(grid());
  }
  ProcessLine down() const { return adjoint_ ? ProcessLine::row_of(grid()) : ProcessLine::column_of(grid()); }

  // Rows of process row `row`, or of this rank, with a global index below i; columns of this rank.
  Extent local_row(Extent i, int row) const {
    return rows().local_begin(GlobalIndex(i), ProcessCoord(row)).value();
  }
  Extent local_row(Extent i) const { return local_row(i, row()); }
  Extent local_col(Extent j) const { return cols().local_begin(GlobalIndex(j), ProcessCoord(col())).value(); }
  Extent global_row(Extent il, int row) const {
    return rows().global_index(LocalIndex(il), ProcessCoord(row)).value();
  }
  Extent global_col(Extent jl) const {
    return cols().global_index(LocalIndex(jl), ProcessCoord(col())).value();
  }
  // The first local row on or below the diagonal in local column jl.
  Extent top(Extent jl) const { return local_row(global_col(jl)); }

  // X := A(il : il+m-1, jl : jl+n-1), local indices.
  void load(Extent il, Extent jl, Extent m, Extent n, T* x, Extent ldx) const {
    if (adjoint_)
      copy_adjoint(m, n, at(il, jl), stored_.lld(), x, ldx);
    else
      copy_block(m, n, at(il, jl), stored_.lld(), x, ldx);
  }
  // A(il : il+m-1, jl : jl+n-1) := X.
  void store(Extent il, Extent jl, Extent m, Extent n, const T* x, Extent ldx) const {
    if (adjoint_)
      copy_adjoint(n, m, x, ldx, at(il, jl), stored_.lld());
    else
      copy_block(m, n, x, ldx, at(il, jl), stored_.lld());
  }
  // A(il : il+m-1, jl : jl+n-1) -= L R^H, L m x k, R n x k.
  void subtract_product(Extent il, Extent jl, Extent m, Extent n, Extent k, const T* l, Extent ldl,
                        const T* r, Extent ldr) const {
    if (adjoint_)
      blas::gemm('N', 'C', n, m, k, T(-1), r, ldr, l, ldl, T(1), at(il, jl), stored_.lld());
    else
      blas::gemm('N', 'C', m, n, k, T(-1), l, ldl, r, ldr, T(1), at(il, jl), stored_.lld());
  }
  // A(il, jl) -= x.
  void subtract(Extent il, Extent jl, const T& x) const { *at(il, jl) -= adjoint_ ? conjugate(x) : x; }

 private:
  const ProcessGrid& grid() const { return stored_.grid(); }
  T* at(Extent il, Extent jl) const { return adjoint_ ? stored_.at(jl, il) : stored_.at(il, jl); }

  GridMatrix<T> stored_;
  bool adjoint_;
};

}  // namespace het
