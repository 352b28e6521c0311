#pragma once
// A block-cyclic matrix in ScaLAPACK's storage, with guard pads around it and below each local column.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <vector>

#include "testing_drivers/support/entries.hpp"
#include "testing_drivers/support/grid.hpp"

namespace het::testing {

// One dimension of a block-cyclic matrix on one process.
struct CyclicAxis {
  int n = 0, nb = 1, source = 0, processes = 1, me = 0;

  int distance() const { return (processes + me - source) % processes; }
  // NUMROC: full blocks dealt in turn, then the ragged last one.
  int local_size() const {
    const int blocks = n / nb, extra = blocks % processes;
    const int base = blocks / processes * nb;
    if (distance() < extra) return base + nb;
    return distance() == extra ? base + n % nb : base;
  }
  // INDXL2G, 0-based.
  int global_index(int l) const { return (l / nb * processes + distance()) * nb + l % nb; }
};

struct MatrixLayout {
  int m = 0, n = 0, mb = 1, nb = 1, rsrc = 0, csrc = 0;
};

template <class T>
class DistributedMatrix {
 public:
  // The local part on a process outside the grid is empty.
  DistributedMatrix(const ProcessGrid& grid, MatrixLayout layout)
      : layout_(layout),
        rows_{layout.m, layout.mb, layout.rsrc, grid.shape().nprow, grid.pi()},
        cols_{layout.n, layout.nb, layout.csrc, grid.shape().npcol, grid.pj()},
        local_rows_(grid.inside() ? rows_.local_size() : 0),
        local_cols_(grid.inside() ? cols_.local_size() : 0),
        lld_(padded(std::max(1, local_rows_))),
        storage_(2 * kPadAround + static_cast<std::size_t>(lld_) * static_cast<std::size_t>(local_cols_)),
        context_(grid.context()) {
    std::fill(storage_.begin(), storage_.end(), guard());
  }

  T* data() { return storage_.data() + kPadAround; }
  const T* data() const { return storage_.data() + kPadAround; }
  int lld() const { return lld_; }
  const MatrixLayout& layout() const { return layout_; }
  const CyclicAxis& rows() const { return rows_; }
  const CyclicAxis& cols() const { return cols_; }

  // Descriptor of DTYPE 1 for this layout on a context of the same shape.
  std::vector<int> descriptor(int context) const {
    return {1, context, layout_.m, layout_.n, layout_.mb, layout_.nb, layout_.rsrc, layout_.csrc, lld_};
  }
  std::vector<int> descriptor() const { return descriptor(context_); }

  // visit(i, j, value) for each local entry, i and j global and 0-based.
  template <class Visit>
  void for_each(Visit&& visit) {
    for (int jl = 0; jl < local_cols_; ++jl)
      for (int il = 0; il < local_rows_; ++il)
        visit(rows_.global_index(il), cols_.global_index(jl), data()[offset(il, jl)]);
  }
  template <class Visit>
  void for_each(Visit&& visit) const {
    const_cast<DistributedMatrix*>(this)->for_each([&](int i, int j, const T& value) { visit(i, j, value); });
  }

  template <class Value>
  void fill(Value&& value) {
    for_each([&](int i, int j, T& x) { x = value(i, j); });
  }

  // Equal values, or the same bits (NaN).
  template <class Value>
  bool equals(Value&& value) const {
    bool same = true;
    for_each([&](int i, int j, const T& x) {
      const T expected = value(i, j);
      same = same && (x == expected || std::memcmp(&x, &expected, sizeof(T)) == 0);
    });
    return same;
  }

  bool pads_intact() const {
    const T expected = guard();
    const auto intact = [&](std::size_t at) { return std::memcmp(&storage_[at], &expected, sizeof(T)) == 0; };
    bool all = true;
    for (std::size_t at = 0; at < kPadAround; ++at)
      all = all && intact(at) && intact(storage_.size() - 1 - at);
    for (int jl = 0; jl < local_cols_; ++jl)
      for (int il = local_rows_; il < lld_; ++il) all = all && intact(kPadAround + offset(il, jl));
    return all;
  }

 private:
  static constexpr std::size_t kPadAround = 64;
  static constexpr int kPadBelow = 8;

  // Rows with the pad below them; std::length_error where no leading dimension says so many.
  static int padded(int rows) {
    if (rows > std::numeric_limits<int>::max() - kPadBelow) throw std::length_error("rows of a local matrix");
    return rows + kPadBelow;
  }
  // NaN: a pad that is read spoils the result.
  static T guard() { return T(std::numeric_limits<Real<T>>::quiet_NaN()); }
  std::size_t offset(int il, int jl) const {
    return static_cast<std::size_t>(il) + static_cast<std::size_t>(jl) * static_cast<std::size_t>(lld_);
  }

  MatrixLayout layout_;
  CyclicAxis rows_, cols_;
  int local_rows_, local_cols_, lld_;
  std::vector<T> storage_;
  int context_;
};

}  // namespace het::testing
