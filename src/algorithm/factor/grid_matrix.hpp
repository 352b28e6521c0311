#pragma once
#include <vector>

#include "src/algorithm/operand.hpp"
#include "src/base/precision.hpp"
#include "src/bindings/mpi.hpp"

namespace het {

// The process grid of a placement, as one rank sees it. Every rank of the communicator may make one; a rank outside
// the grid has no lines.
class ProcessGrid {
 public:
  ProcessGrid(const Communicator& comm, const Placement& placement, int p, int q);

  const Communicator& comm() const { return *comm_; }
  int p() const { return p_; }
  int q() const { return q_; }
  bool inside() const { return at_.on_grid(); }
  int row() const { return at_.row; }
  int col() const { return at_.col; }
  int rank(int row, int col) const { return rank_[place_of(row, col, q_)]; }

 private:
  const Communicator* comm_;
  int p_, q_;
  Placement::Coord at_;
  std::vector<int> rank_;  // by place
};

// A(0 : m-1, 0 : n-1), the part of a distributed matrix that is factored, as one rank sees it: the axes of the part
// alone, and this rank's storage of it. Local indices are those of the part. Cheap to copy, but for the axes' tables.
template <Scalar T>
class GridMatrix {
 public:
  GridMatrix(const Communicator& comm, const Operand<T>& a, Extent m, Extent n)
      : rows_(a.part.distribution->rows.part(a.part.i, m)),
        cols_(a.part.distribution->cols.part(a.part.j, n)),
        grid_(comm, *a.part.placement, rows_.processes(), cols_.processes()),
        lld_(a.local.lld) {
    if (!grid_.inside()) return;
    const ProcessCoord pi(grid_.row()), pj(grid_.col());
    const Distribution& whole = *a.part.distribution;
    data_ = a.local.data + whole.rows.local_begin(a.part.i, pi).value() +
            whole.cols.local_begin(a.part.j, pj).value() * lld_;
  }

  Extent m() const { return rows_.extent(); }
  Extent n() const { return cols_.extent(); }
  const AxisMap& rows() const { return rows_; }
  const AxisMap& cols() const { return cols_; }
  const ProcessGrid& grid() const { return grid_; }

  // This rank's rows and columns with a global index below i; all of them for i = m or n. Only inside the grid.
  Extent local_row(Extent i) const { return local_row(i, grid_.row()); }
  Extent local_col(Extent j) const {
    return cols_.local_begin(GlobalIndex(j), ProcessCoord(grid_.col())).value();
  }
  // The same of any grid row.
  Extent local_row(Extent i, int row) const {
    return rows_.local_begin(GlobalIndex(i), ProcessCoord(row)).value();
  }
  int row_owner(Extent i) const { return static_cast<int>(rows_.owner(GlobalIndex(i)).value()); }
  // Global row of local row il of a grid row.
  Extent global_row(Extent il, int row) const {
    return rows_.global_index(LocalIndex(il), ProcessCoord(row)).value();
  }

  // Global column of local column jl.
  Extent global_col(Extent jl) const {
    return cols_.global_index(LocalIndex(jl), ProcessCoord(grid_.col())).value();
  }

  Extent lld() const { return lld_; }
  // Local element (il, jl).
  T* at(Extent il, Extent jl) const { return data_ + il + jl * lld_; }

 private:
  AxisMap rows_, cols_;
  ProcessGrid grid_;
  T* data_ = nullptr;
  Extent lld_;
};

}  // namespace het
