#include "src/algorithm/factor/cholesky/diagonal_block.hpp"

#include <cmath>
#include <complex>

#include "src/algorithm/factor/cholesky/window/carried_info.hpp"
#include "src/kernel/cholesky_columns.hpp"

namespace het {

template <Scalar T>
DiagonalBlock<T>::DiagonalBlock(const LowerView<T>& a, Extent width, int tag)
    : a_(a), down_(a.down()), tag_(tag), block_(width * width + info_elements<T>), rows_(width * width) {
  requests_.resize(static_cast<std::size_t>(down_.size()));
}

template <Scalar T>
Extent DiagonalBlock<T>::block_bytes() const {
  return (width_ * width_ + info_elements<T>)*Extent{sizeof(T)};
}

template <Scalar T>
Extent DiagonalBlock<T>::info() const {
  return get_info(block_.data() + width_ * width_);
}

// This rank's rows of the block, zeros right of the diagonal.
template <Scalar T>
void DiagonalBlock<T>::load(T* rows, Extent ld) const {
  const Extent first = a_.local_row(panel_.begin), jl = a_.local_col(panel_.begin);
  for (Extent i = 0; i < rows_of(a_.row()); ++i) {
    const Extent before = diagonal(first + i, a_.row()) + 1;
    a_.load(first + i, jl, 1, before, rows + i, ld);
    for (Extent j = before; j < width_; ++j) rows[i + j * ld] = T(0);
  }
}

template <Scalar T>
void DiagonalBlock<T>::store() const {
  const Extent first = a_.local_row(panel_.begin), jl = a_.local_col(panel_.begin);
  for (Extent i = 0; i < rows_of(a_.row()); ++i) {
    const Extent column = diagonal(first + i, a_.row());
    a_.store(first + i, jl, 1, column + 1, block_.data() + column, width_);
  }
}

template <Scalar T>
bool DiagonalBlock<T>::passed_on() {
  requests_.completed(false);
  return requests_.idle();
}

template <Scalar T>
void DiagonalBlock<T>::expect(const Panel& panel) {
  panel_ = panel;
  width_ = panel.width();
  root_ = static_cast<int>(a_.rows().owner(GlobalIndex(panel.begin)).value());
  factored_ = stored_ = false;
  const auto receive = [&](T* to, Extent bytes, int row, int tag) {
    check_mpi(MPI_Irecv(to, message_bytes(bytes), MPI_BYTE, rank_of(row), tag, a_.comm().get(),
                        &requests_[static_cast<std::size_t>(row)]),
              "MPI_Irecv");
  };
  if (a_.row() != root_) return receive(block_.data(), block_bytes(), root_, tag_ + 1);
  T* rows = rows_.data();
  for (int row = 0; row < down_.size(); ++row) {
    if (row != root_ && rows_of(row) > 0) receive(rows, rows_bytes(row), row, tag_);
    rows += rows_of(row) * width_;
  }
}

template <Scalar T>
void DiagonalBlock<T>::start() {
  const Extent mine = rows_of(a_.row());
  T* rows = rows_.data();
  for (int row = 0; a_.row() == root_ && row < root_; ++row) rows += rows_of(row) * width_;
  load(rows, mine);
  if (a_.row() == root_ || mine == 0) return;
  check_mpi(MPI_Isend(rows, message_bytes(rows_bytes(a_.row())), MPI_BYTE, rank_of(root_), tag_,
                      a_.comm().get(), &requests_[static_cast<std::size_t>(a_.row())]),
            "MPI_Isend");
  bytes_sent_ += rows_bytes(a_.row());
}

// The rows of all ranks in their order.
template <Scalar T>
void DiagonalBlock<T>::collect() {
  const T* rows = rows_.data();
  for (int row = 0; row < down_.size(); ++row) {
    const Extent count = rows_of(row), first = a_.local_row(panel_.begin, row);
    for (Extent i = 0; i < count; ++i)
      copy_block(1, width_, rows + i, count, block_.data() + diagonal(first + i, row), width_);
    rows += count * width_;
  }
}

// Synchronous sends, so that passed_on() means received.
//
// LAPACK takes the imaginary parts of the diagonal as zero and leaves none. A NaN on it is not positive definite to
// LAPACK, and in some libraries followed by zeros; ScaLAPACK goes on with it.
template <Scalar T>
void DiagonalBlock<T>::factor() {
  Extent info = blas::potrf('L', width_, block_.data(), width_);
  bool has_nan = false;
  for (Extent i = 0; i < (info > 0 ? info : width_); ++i)
    has_nan = has_nan || std::isnan(std::real(block_.data()[i * (width_ + 1)]));
  if (has_nan) {
    collect();
    info = cholesky_columns(width_, block_.data(), width_);
  }
  put_info(info, block_.data() + width_ * width_);
  for (int row = 0; row < down_.size(); ++row) {
    if (row == root_) continue;
    check_mpi(MPI_Issend(block_.data(), message_bytes(block_bytes()), MPI_BYTE, rank_of(row), tag_ + 1,
                         a_.comm().get(), &requests_[static_cast<std::size_t>(row)]),
              "MPI_Issend");
    bytes_sent_ += block_bytes();
  }
}

template <Scalar T>
bool DiagonalBlock<T>::advance() {
  // Also when it is stored: MPI sends on only while it is looked at.
  requests_.completed(false);
  if (stored_) return true;
  if (a_.row() != root_) {
    if (!requests_.idle(static_cast<std::size_t>(root_))) return false;
  } else if (!factored_) {
    if (!requests_.idle()) return false;
    collect();
    factor();
    factored_ = true;
  }
  store();
  return stored_ = true;
}

#define HET_INSTANTIATE(LETTER, TYPE) template class DiagonalBlock<TYPE>;
HET_FOR_EACH_PRECISION(HET_INSTANTIATE)
#undef HET_INSTANTIATE

}  // namespace het
