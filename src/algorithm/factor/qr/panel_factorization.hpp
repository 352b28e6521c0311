#pragma once
#include "src/algorithm/factor/factor.hpp"
#include "src/algorithm/factor/process_line.hpp"
#include "src/algorithm/factor/qr/block_reflector.hpp"
#include "src/kernel/reflector.hpp"

namespace het {

// Factors panels, on the process column that owns them: A(k:m, k:k+w) := its Householder vectors and R, and the block
// reflector V, T of the panel. Recursive in the columns: the left half is factored, applied to the right half, and the
// right half factored, down to leaves of a few columns whose reflectors are applied one by one. So most of the work is
// in products, with one sum over the process column per column and one per leaf:
//   column j: norms, x^H A(j+1:m, rest of the leaf) and row j in one message, with x not yet scaled to v;
//   leaf:     V^H v for the new columns of T, and A^H V for what is right of it.
// The sums are made by every rank for itself from all ranks' parts in the same order.
template <Scalar T>
class QrPanelFactorization {
 public:
  // Memory for groups of at most `width` columns.
  QrPanelFactorization(const GridMatrix<T>& a, Extent width);

  // Collective over the process column; waits with idle(). The panel's columns of V and T are written to those of
  // `group`, the block reflector of the columns from `group_begin` on, to which the panel belongs: the columns before
  // the panel's are there, and have been applied to the panel. 4 m w^2 operations over the column, and 2 m w for each
  // column of the group before.
  void factor(const Panel& panel, const BlockReflector<T>& group, Extent group_begin, const Idle& idle);

  // Of all calls: seconds spent waiting for others, bytes sent.
  double waited() const { return waited_; }
  Extent bytes_sent() const { return bytes_sent_; }

 private:
  void write_unit_top();
  void factor(Extent begin, Extent end);
  // One column of the leaf that ends at `end`.
  void eliminate(Extent j, Extent end);
  Reflector<T> reflector_of(Extent others, Extent size, int owner);
  // T's columns of the leaf that ends at `middle`; A(:, middle:end) := Q(begin:middle)^H A(:, middle:end).
  void reflect(Extent begin, Extent middle, Extent end);
  void extend_t(Extent begin, Extent end, const T* gram);
  // All ranks' parts of `size` elements.
  void gather(Extent size);
  T* part(int rank, Extent size) const { return parts_.data() + rank * size; }

  // Columns are counted from the group's first one, whose row is the first of the local rows too.
  // This rank's rows of the group whose number in it is below j.
  Extent row(Extent j) const { return a_->local_row(group_begin_ + j) - row0_; }
  T* a(Extent il, Extent j) const { return a_->at(row0_ + il, col0_ + j - begin_); }
  T* v(Extent il, Extent j) const { return group_.column(j) + il; }
  T* t(Extent i, Extent j) const { return group_.t() + i + j * group_.ld; }

  const GridMatrix<T>* a_;
  ProcessLine line_;
  Extent lld_;
  Buffer<T> parts_;  // of all ranks of the column
  Buffer<T> row_;    // v^H A of one reflector, for the rest of its leaf
  std::vector<ColumnPart<T>> norms_;

  BlockReflector<T> group_;
  Extent group_begin_ = 0, row0_ = 0;      // the group's first row and column, and this rank's first row
  Extent begin_ = 0, end_ = 0, col0_ = 0;  // the panel in the group, and this rank's first column
  const Idle* idle_ = nullptr;
  double waited_ = 0;
  Extent bytes_sent_ = 0;
};

}  // namespace het
