#include "src/algorithm/factor/lu/row_exchange.hpp"

#include "src/bindings/charge.hpp"

namespace het {

template <Scalar T>
RowExchange<T>::RowExchange(const GridMatrix<T>& a, const Line& column, Extent width, Extent cols, int tag)
    : a_(&a),
      column_(&column),
      tag_(tag),
      pivot_rows_(width * cols),
      out_(column.size() > 1 ? 2 * width * cols : 0),
      in_(column.size() > 1 ? 2 * width * cols : 0),
      arriving_(2 * static_cast<std::size_t>(column.size())) {
  requests_.resize(messages * static_cast<std::size_t>(column.size()));
}

template <Scalar T>
void RowExchange<T>::start(const Interchange& rows, Extent jl, Extent cols) {
  rows_ = &rows;
  jl_ = jl;
  cols_ = cols;
  width_ = rows.width();
  T* in = in_.data();
  T* const displaced = out_.data() + std::ssize(rows.own()) * cols;
  const T* out = displaced;
  const auto peer = [&](int step) { return (rows.me() + step) % column_->size(); };
  for (int step = 1; step < column_->size(); ++step) {
    const int i = peer(step);
    receive(pivots_from, i, in, rows.peer(i).pivots.size());
    receive(displaced_from, i, in, rows.peer(i).from.size());
  }
  pack(out_.data(), displaced);
  for (int step = 1; step < column_->size(); ++step) {
    const int i = peer(step);
    send(pivots_to, i, out_.data(), rows.own().size());
    send(displaced_to, i, out, rows.peer(i).to.size());
    out += std::ssize(rows.peer(i).to) * cols;
  }
}

template <Scalar T>
void RowExchange<T>::receive(Message kind, int from, T*& to, std::size_t rows) {
  if (rows == 0) return;
  const std::size_t at = index(kind, from);
  check_mpi(MPI_Irecv(to, bytes(rows), MPI_BYTE, column_->ranks[static_cast<std::size_t>(from)], tag_,
                      a_->grid().comm().get(), &requests_[at]),
            "MPI_Irecv");
  arriving_[at] = to;
  to += static_cast<Extent>(rows) * cols_;
  ++open_;
}

template <Scalar T>
void RowExchange<T>::send(Message kind, int to, const T* from, std::size_t rows) {
  if (rows == 0) return;
  check_mpi(MPI_Isend(from, bytes(rows), MPI_BYTE, column_->ranks[static_cast<std::size_t>(to)], tag_,
                      a_->grid().comm().get(), &requests_[index(kind, to)]),
            "MPI_Isend");
  bytes_sent_ += bytes(rows);
  ++open_;
}

// Column by column, so that each comes into the cache once: my pivot rows, what is displaced to others, and what is
// displaced on this rank itself. Rows of the block are only read here, and others are written after they are read.
template <Scalar T>
void RowExchange<T>::pack(T* pivots, T* displaced) {
  const bool alone = column_->size() == 1;
  const auto& mine = rows_->peer(rows_->me());
  std::size_t rows = rows_->own().size() * (alone ? 1 : 2);
  for (int i = 0; i < column_->size(); ++i) rows += rows_->peer(i).to.size();
  charge::copy(bytes(rows));
  for (Extent j = 0; j < cols_; ++j) {
    T* const column = a_->at(0, jl_ + j);
    T* const pivot_rows = pivot_rows_.data() + j * width_;
    for (const auto& own : rows_->own()) pivot_rows[own.pivot] = column[own.row];
    if (!alone)
      for (const auto& own : rows_->own()) *pivots++ = pivot_rows[own.pivot];
    T* to = displaced;
    for (int step = 1; step < column_->size(); ++step) {
      const auto& leaving = rows_->peer((rows_->me() + step) % column_->size()).to;
      T* at = to + j * std::ssize(leaving);
      for (const Extent row : leaving) *at++ = column[row];
      to += std::ssize(leaving) * cols_;
    }
    for (std::size_t k = 0; k < mine.to.size(); ++k) column[mine.from[k]] = column[mine.to[k]];
  }
}

template <Scalar T>
void RowExchange<T>::unpack(std::size_t request) {
  const auto peers = static_cast<std::size_t>(column_->size());
  const auto& peer = rows_->peer(static_cast<int>(request % peers));
  const T* message = arriving_[request];
  charge::copy(bytes(request < peers ? peer.pivots.size() : peer.from.size()));
  for (Extent j = 0; j < cols_; ++j)
    if (request < peers)
      for (const Extent pivot : peer.pivots) pivot_rows_.data()[pivot + j * width_] = *message++;
    else
      for (const Extent row : peer.from) *a_->at(row, jl_ + j) = *message++;
}

template <Scalar T>
bool RowExchange<T>::progress() {
  if (open_ == 0) return true;
  for (const int index : requests_.completed(false)) {
    --open_;
    if (static_cast<std::size_t>(index) < arriving_.size()) unpack(static_cast<std::size_t>(index));
  }
  return open_ == 0;
}

#define HET_INSTANTIATE(LETTER, TYPE) template class RowExchange<TYPE>;
HET_FOR_EACH_PRECISION(HET_INSTANTIATE)
#undef HET_INSTANTIATE

}  // namespace het
