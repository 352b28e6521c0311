#include "src/algorithm/factor/lu/rows/row_exchange.hpp"

#include "src/base/watch.hpp"
#include "src/bindings/charge.hpp"
#include "src/bindings/solves.hpp"
#include "src/distribution/panels/column_pieces.hpp"
#include "src/distribution/panels/solve_weights.hpp"

namespace het {
template <Scalar T>
RowExchange<T>::RowExchange(const GridMatrix<T>& a, const ProcessLine& column, Extent width, Extent cols,
                            RowTags tags)
    : a_(&a),
      column_(&column),
      tags_(tags),
      pivot_rows_(width * cols),
      out_(column.size() > 1 ? 2 * width * cols : 0),
      in_(column.size() > 1 ? 2 * width * cols : 0),
      weights_before_{0},
      arriving_(2 * static_cast<std::size_t>(column.size())) {
  for (const Extent weight : solve_weights(a.rows()))
    weights_before_.push_back(weights_before_.back() + weight);
  requests_.resize(messages * static_cast<std::size_t>(column.size()));
}

template <Scalar T>
typename RowExchange<T>::Share RowExchange<T>::share(int process_row) const {
  if (!shared_) return {0, cols_};
  const auto i = static_cast<std::size_t>(process_row);
  return {cols_ * weights_before_[i] / weights_before_.back(),
          cols_ * weights_before_[i + 1] / weights_before_.back()};
}

template <Scalar T>
void RowExchange<T>::start(const Interchange& rows, const T* l11, Extent jl, Extent cols, bool shared) {
  rows_ = &rows;
  l11_ = l11;
  jl_ = jl;
  cols_ = cols;
  width_ = rows.width();
  shared_ = shared && worth_sharing_solve(cols, column_->size());
  solved_ = false;
  const Extent own = std::ssize(rows.own()), mine = share(rows.me()).cols();
  T* in = in_.data();
  T* const displaced = out_.data() + own * cols;
  const T* out = displaced;
  const auto peer = [&](int step) { return (rows.me() + step) % column_->size(); };
  for (int step = 1; step < column_->size(); ++step) {
    const int i = peer(step);
    in = receive(pivots_from, i, in, std::ssize(rows.peer(i).pivots) * mine);
    in = receive(displaced_from, i, in, std::ssize(rows.peer(i).from) * cols);
    if (const Share other = share(i); shared_) receive(solved_from, i, u12(other), width_ * other.cols());
  }
  pack(out_.data(), displaced);
  for (int step = 1; step < column_->size(); ++step) {
    const int i = peer(step);
    const Share other = share(i);
    send(pivots_to, i, out_.data() + own * other.begin, own * other.cols());
    const Extent leaving = std::ssize(rows.peer(i).to) * cols;
    send(displaced_to, i, out, leaving);
    out += leaving;
  }
}

// Returns where the next message may go.
template <Scalar T>
T* RowExchange<T>::receive(Message kind, int from, T* to, Extent elements) {
  if (elements == 0) return to;
  const std::size_t at = index(kind, from);
  check_mpi(
      MPI_Irecv(to, bytes(elements), MPI_BYTE, column_->ranks[static_cast<std::size_t>(from)],
                kind == solved_from ? tags_.solved : tags_.rows, a_->grid().comm().get(), &requests_[at]),
      "MPI_Irecv");
  if (at < arriving_.size()) arriving_[at] = to;
  ++open_;
  pivots_open_ += kind == pivots_from;
  return to + elements;
}

template <Scalar T>
void RowExchange<T>::send(Message kind, int to, const T* from, Extent elements) {
  if (elements == 0) return;
  check_mpi(MPI_Isend(from, bytes(elements), MPI_BYTE, column_->ranks[static_cast<std::size_t>(to)],
                      kind == solved_to ? tags_.solved : tags_.rows, a_->grid().comm().get(),
                      &requests_[index(kind, to)]),
            "MPI_Isend");
  bytes_sent_ += bytes(elements);
  ++open_;
}

// Column by column, so that each comes into the cache once: my pivot rows, what is displaced to others, and what is
// displaced on this rank itself. Rows of the block are only read here, and others are written after they are read.
template <Scalar T>
void RowExchange<T>::pack(T* pivots, T* displaced) {
  const bool alone = column_->size() == 1;
  const auto& mine = rows_->peer(rows_->me());
  const Share here = share(rows_->me());
  std::size_t leaving = 0;
  for (int i = 0; i < column_->size(); ++i) leaving += rows_->peer(i).to.size();
  charge::copy(bytes(std::ssize(rows_->own()) * (here.cols() + (alone ? 0 : cols_)) +
                     static_cast<Extent>(leaving) * cols_));
  for (Extent j = 0; j < cols_; ++j) {
    T* const column = a_->at(0, jl_ + j);
    if (here.begin <= j && j < here.end)
      for (const auto& own : rows_->own()) pivot_rows_.data()[own.pivot + j * width_] = column[own.row];
    if (!alone)
      for (const auto& own : rows_->own()) *pivots++ = column[own.row];
    T* to = displaced;
    for (int step = 1; step < column_->size(); ++step) {
      const auto& rows = rows_->peer((rows_->me() + step) % column_->size()).to;
      T* at = to + j * std::ssize(rows);
      for (const Extent row : rows) *at++ = column[row];
      to += std::ssize(rows) * cols_;
    }
    for (std::size_t k = 0; k < mine.to.size(); ++k) column[mine.from[k]] = column[mine.to[k]];
  }
}

template <Scalar T>
void RowExchange<T>::unpack(Message kind, int from) {
  const auto& peer = rows_->peer(from);
  const T* message = arriving_[index(kind, from)];
  if (kind == pivots_from) {
    const Share here = share(rows_->me());
    charge::copy(bytes(std::ssize(peer.pivots) * here.cols()));
    for (Extent j = here.begin; j < here.end; ++j)
      for (const Extent pivot : peer.pivots) pivot_rows_.data()[pivot + j * width_] = *message++;
    --pivots_open_;
  } else {
    charge::copy(bytes(std::ssize(peer.from) * cols_));
    for (Extent j = 0; j < cols_; ++j)
      for (const Extent row : peer.from) *a_->at(row, jl_ + j) = *message++;
  }
}

template <Scalar T>
void RowExchange<T>::progress(JointLook& look) {
  if (open_ == 0) return;
  for (const int index : look.at(requests_)) {
    --open_;
    if (static_cast<std::size_t>(index) < arriving_.size())
      unpack(Message(index / column_->size()), index % column_->size());
  }
}

template <Scalar T>
double RowExchange<T>::solve() {
  if (solved_ || pivots_open_ > 0) return 0;
  const double begin = MPI_Wtime();
  const Share here = share(rows_->me());
  solve_from_left(width_, here.cols(), l11_, width_, u12(here), width_);
  solved_ = true;
  for (int step = 1; shared_ && step < column_->size(); ++step)
    send(solved_to, (rows_->me() + step) % column_->size(), u12(here), width_ * here.cols());
  return booked(Activity::update, begin, MPI_Wtime());
}

#define HET_INSTANTIATE(LETTER, TYPE) template class RowExchange<TYPE>;
HET_FOR_EACH_PRECISION(HET_INSTANTIATE)
#undef HET_INSTANTIATE

}  // namespace het
