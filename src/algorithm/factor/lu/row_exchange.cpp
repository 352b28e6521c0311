#include "src/algorithm/factor/lu/row_exchange.hpp"

namespace het {

template <Scalar T>
RowExchange<T>::RowExchange(const GridMatrix<T>& a, const Line& column, Extent width, Extent cols, int tag)
    : a_(&a),
      column_(&column),
      tag_(tag),
      pivot_rows_(width * cols),
      // A panel's rows to every other rank and as many displaced ones; as many of both arrive.
      out_(column.size() > 1 ? width * column.size() * cols : 0),
      in_(column.size() > 1 ? 2 * width * cols : 0),
      arriving_(static_cast<std::size_t>(column.size())) {
  requests_.resize(2 * arriving_.size());
}

template <Scalar T>
void RowExchange<T>::start(const Interchange& rows, Extent jl, Extent cols) {
  rows_ = &rows;
  jl_ = jl;
  cols_ = cols;
  width_ = 0;
  for (int i = 0; i < rows.peers(); ++i) width_ += std::ssize(rows.peer(i).pivots);
  T *in = in_.data(), *out = out_.data();
  for (int step = 1; step < column_->size(); ++step) {
    const int i = (rows.me() + step) % column_->size();
    const auto at = static_cast<std::size_t>(i);
    const auto& peer = rows.peer(i);
    const Extent arriving = std::ssize(peer.pivots) + std::ssize(peer.from),
                 leaving = std::ssize(rows.own()) + std::ssize(peer.to);
    const int rank = column_->ranks[at];
    if (arriving > 0) {
      check_mpi(MPI_Irecv(in, message_bytes(arriving * cols * Extent{sizeof(T)}), MPI_BYTE, rank, tag_,
                          a_->grid().comm().get(), &requests_[at]),
                "MPI_Irecv");
      ++open_;
    }
    arriving_[at] = in;
    in += arriving * cols;
    if (leaving == 0) continue;
    pack(i, out);
    const int bytes = message_bytes(leaving * cols * Extent{sizeof(T)});
    check_mpi(MPI_Isend(out, bytes, MPI_BYTE, rank, tag_, a_->grid().comm().get(),
                        &requests_[arriving_.size() + at]),
              "MPI_Isend");
    ++open_;
    bytes_sent_ += bytes;
    out += leaving * cols;
  }
  take_own();
}

// My pivot rows and the rows displaced to it, column by column.
template <Scalar T>
void RowExchange<T>::pack(int to, T* message) const {
  for (Extent j = 0; j < cols_; ++j) {
    const T* column = a_->at(0, jl_ + j);
    for (const auto& own : rows_->own()) *message++ = column[own.row];
    for (const Extent row : rows_->peer(to).to) *message++ = column[row];
  }
}

// The same on this rank. The rows of the block are not written here: others may be displaced from them.
template <Scalar T>
void RowExchange<T>::take_own() {
  const auto& mine = rows_->peer(rows_->me());
  for (Extent j = 0; j < cols_; ++j) {
    T* column = a_->at(0, jl_ + j);
    T* pivot_rows = pivot_rows_.data() + j * width_;
    for (const auto& own : rows_->own()) pivot_rows[own.pivot] = column[own.row];
    for (std::size_t k = 0; k < mine.to.size(); ++k) column[mine.from[k]] = column[mine.to[k]];
  }
}

template <Scalar T>
void RowExchange<T>::unpack(int from, const T* message) {
  const auto& peer = rows_->peer(from);
  for (Extent j = 0; j < cols_; ++j) {
    T* column = a_->at(0, jl_ + j);
    T* pivot_rows = pivot_rows_.data() + j * width_;
    for (const Extent pivot : peer.pivots) pivot_rows[pivot] = *message++;
    for (const Extent row : peer.from) column[row] = *message++;
  }
}

template <Scalar T>
bool RowExchange<T>::progress() {
  if (open_ == 0) return true;
  for (const int index : requests_.completed(false)) {
    --open_;
    if (static_cast<std::size_t>(index) < arriving_.size())
      unpack(index, arriving_[static_cast<std::size_t>(index)]);
  }
  return open_ == 0;
}

#define HET_INSTANTIATE(LETTER, TYPE) template class RowExchange<TYPE>;
HET_FOR_EACH_PRECISION(HET_INSTANTIATE)
#undef HET_INSTANTIATE

}  // namespace het
