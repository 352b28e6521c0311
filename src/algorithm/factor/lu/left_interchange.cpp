#include "src/algorithm/factor/lu/left_interchange.hpp"

#include <numeric>

#include "src/bindings/charge.hpp"

namespace het {

template <Scalar T>
LeftInterchange<T>::LeftInterchange(const GridMatrix<T>& a, const Line& column, int tag)
    : a_(&a), column_(&column), tag_(tag), peers_(static_cast<std::size_t>(column.size())) {
  if (!a.grid().inside()) return;
  const auto m = static_cast<std::size_t>(a.m());
  from_.resize(m);
  std::iota(from_.begin(), from_.end(), Extent{0});
  to_ = from_;
  std::vector<Extent> count(peers_.size(), 0);
  for (Extent i = 0; i < a.m(); ++i) {
    owner_.push_back(a.row_owner(i));
    local_.push_back(count[static_cast<std::size_t>(owner_.back())]++);
  }
  for (auto& peer : peers_) {
    peer.to.reserve(static_cast<std::size_t>(a.local_row(a.m())));
    peer.from.reserve(static_cast<std::size_t>(a.local_row(a.m())));
  }
  requests_.resize(2 * peers_.size());
}

template <Scalar T>
void LeftInterchange<T>::run(const std::vector<Panel>& panels, const std::vector<Extent>& pivots, T* out,
                             T* in) {
  for (auto panel = panels.rbegin(); panel != panels.rend(); ++panel) {
    if (panel->col == a_->grid().col()) {
      list(panel->end);
      move(*panel, out, in);
    }
    compose(*panel, pivots);
  }
}

// The panel's interchanges come before those composed so far.
template <Scalar T>
void LeftInterchange<T>::compose(const Panel& later, const std::vector<Extent>& pivots) {
  for (Extent k = later.end - 1; k >= later.begin; --k) {
    const auto one = static_cast<std::size_t>(k), other = static_cast<std::size_t>(pivots[one]);
    std::swap(to_[one], to_[other]);
    from_[static_cast<std::size_t>(to_[one])] = k;
    from_[static_cast<std::size_t>(to_[other])] = pivots[one];
  }
}

// Both sides list the rows in the order of their new places.
template <Scalar T>
void LeftInterchange<T>::list(Extent begin) {
  for (auto& peer : peers_) {
    peer.to.clear();
    peer.from.clear();
  }
  for (auto i = static_cast<std::size_t>(begin); i < from_.size(); ++i) {
    const auto old = static_cast<std::size_t>(from_[i]);
    if (old == i) continue;
    if (owner_[old] == column_->me) peers_[static_cast<std::size_t>(owner_[i])].to.push_back(local_[old]);
    if (owner_[i] == column_->me) peers_[static_cast<std::size_t>(owner_[old])].from.push_back(local_[i]);
  }
}

template <Scalar T>
void LeftInterchange<T>::move(const Panel& panel, T* out, T* in) {
  const Extent jl = a_->local_col(panel.begin), width = panel.width();
  std::vector<const T*> arriving(peers_.size());
  Extent rows = 0;
  for (const Peer& peer : peers_) rows += std::ssize(peer.to) + std::ssize(peer.from);
  charge::copy(rows * width * Extent{sizeof(T)});
  for (int step = 0; step < column_->size(); ++step) {
    const auto i = static_cast<std::size_t>((column_->me + step) % column_->size());
    const Extent leaving = std::ssize(peers_[i].to) * width, coming = std::ssize(peers_[i].from) * width;
    T* packed = step == 0 ? in : out;  // what stays here is not sent
    arriving[i] = in;
    in += coming;
    if (step > 0) out += leaving;
    if (step > 0 && coming > 0)
      check_mpi(MPI_Irecv(in - coming, message_bytes(coming * Extent{sizeof(T)}), MPI_BYTE, column_->ranks[i],
                          tag_, a_->grid().comm().get(), &requests_[i]),
                "MPI_Irecv");
    for (Extent j = 0; j < width; ++j)
      for (const Extent row : peers_[i].to) *packed++ = *a_->at(row, jl + j);
    if (step == 0 || leaving == 0) continue;
    check_mpi(MPI_Isend(packed - leaving, message_bytes(leaving * Extent{sizeof(T)}), MPI_BYTE,
                        column_->ranks[i], tag_, a_->grid().comm().get(), &requests_[peers_.size() + i]),
              "MPI_Isend");
    bytes_sent_ += leaving * Extent{sizeof(T)};
  }
  while (!requests_.completed(true).empty()) {
  }
  for (std::size_t i = 0; i < peers_.size(); ++i)
    for (Extent j = 0; j < width; ++j)
      for (const Extent row : peers_[i].from) *a_->at(row, jl + j) = *arriving[i]++;
}

#define HET_INSTANTIATE(LETTER, TYPE) template class LeftInterchange<TYPE>;
HET_FOR_EACH_PRECISION(HET_INSTANTIATE)
#undef HET_INSTANTIATE

}  // namespace het
