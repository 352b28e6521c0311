#include "src/algorithm/factor/lu/left_interchange.hpp"

#include <algorithm>
#include <numeric>

#include "src/bindings/charge.hpp"

namespace het {
namespace {

constexpr int tag = 30;  // none of Lu's: other ranks may be at work there

}  // namespace

template <Scalar T>
LeftInterchange<T>::LeftInterchange(const Communicator& comm, const FactorProblem<T>& problem,
                                    const std::vector<Panel>& panels)
    : a_(comm, problem.a, problem.m, problem.n),
      column_(Line::column_of(a_.grid())),
      pieces_(cut(panels, a_.cols())) {
  if (!a_.grid().inside()) return;
  from_.resize(static_cast<std::size_t>(a_.m()));
  std::iota(from_.begin(), from_.end(), Extent{0});
  to_ = from_;
  const auto peers = static_cast<std::size_t>(column_.size());
  std::vector<Extent> count(peers, 0);
  for (Extent i = 0; i < a_.m(); ++i) {
    owner_.push_back(a_.row_owner(i));
    local_.push_back(count[static_cast<std::size_t>(owner_.back())]++);
  }
  const Extent local_rows = a_.local_row(a_.m());
  Extent width = 0;
  for (const Piece& piece : pieces_)
    if (piece.col == a_.grid().col()) width = std::max(width, piece.width());
  for (Rows& rows : rows_) {
    rows.peers.resize(peers);
    for (Peer& peer : rows.peers) {
      peer.to.reserve(static_cast<std::size_t>(local_rows));
      peer.from.reserve(static_cast<std::size_t>(local_rows));
    }
    rows.out = Buffer<T>(local_rows * width);
    rows.in = Buffer<T>(local_rows * width);
    rows.arriving.resize(peers);
    rows.requests.resize(2 * peers);
  }
}

template <Scalar T>
std::vector<typename LeftInterchange<T>::Piece> LeftInterchange<T>::cut(const std::vector<Panel>& panels,
                                                                        const AxisMap& cols) {
  std::vector<Piece> pieces;
  for (const Panel& panel : panels)
    for (Extent begin = panel.begin; begin < panel.end; begin = pieces.back().end) {
      const BlockIndex block = cols.block(GlobalIndex(begin));
      pieces.push_back({begin, std::min(panel.end, cols.block_end(block).value()),
                        static_cast<int>(cols.owner(block).value()), panel.end});
    }
  return pieces;
}

template <Scalar T>
Extent LeftInterchange<T>::run(const std::vector<Extent>& pivots) {
  if (!a_.grid().inside()) return 0;
  Rows *moving = &rows_[0], *before = &rows_[1];
  Extent composed = std::ssize(pivots);
  for (auto piece = pieces_.rbegin(); piece != pieces_.rend(); ++piece) {
    compose(piece->later, composed, pivots);
    composed = piece->later;
    if (piece->col != a_.grid().col()) continue;
    moving->piece = &*piece;
    list(*moving);
    start(*moving);
    place(*before);
    std::swap(moving, before);
  }
  place(*before);
  return bytes_sent_;
}

// Interchanges [begin, end), which come before those composed so far.
template <Scalar T>
void LeftInterchange<T>::compose(Extent begin, Extent end, const std::vector<Extent>& pivots) {
  for (Extent k = end - 1; k >= begin; --k) {
    const auto one = static_cast<std::size_t>(k), other = static_cast<std::size_t>(pivots[one]);
    std::swap(to_[one], to_[other]);
    from_[static_cast<std::size_t>(to_[one])] = k;
    from_[static_cast<std::size_t>(to_[other])] = pivots[one];
  }
}

// Both sides list the rows in the order of their new places.
template <Scalar T>
void LeftInterchange<T>::list(Rows& rows) const {
  for (Peer& peer : rows.peers) {
    peer.to.clear();
    peer.from.clear();
  }
  for (auto i = static_cast<std::size_t>(rows.piece->later); i < from_.size(); ++i) {
    const auto old = static_cast<std::size_t>(from_[i]);
    if (old == i) continue;
    if (owner_[old] == column_.me) rows.peers[static_cast<std::size_t>(owner_[i])].to.push_back(local_[old]);
    if (owner_[i] == column_.me) rows.peers[static_cast<std::size_t>(owner_[old])].from.push_back(local_[i]);
  }
}

template <Scalar T>
void LeftInterchange<T>::start(Rows& rows) {
  const Extent jl = a_.local_col(rows.piece->begin), width = rows.piece->width();
  Extent count = 0;
  for (const Peer& peer : rows.peers) count += std::ssize(peer.to);
  charge::copy(count * width * Extent{sizeof(T)});
  T *out = rows.out.data(), *in = rows.in.data();
  for (int step = 0; step < column_.size(); ++step) {
    const auto i = static_cast<std::size_t>((column_.me + step) % column_.size());
    const Peer& peer = rows.peers[i];
    const Extent leaving = std::ssize(peer.to) * width, coming = std::ssize(peer.from) * width;
    T* packed = step == 0 ? in : out;  // what stays here is not sent
    rows.arriving[i] = in;
    in += coming;
    if (step > 0) out += leaving;
    if (step > 0 && coming > 0)
      check_mpi(MPI_Irecv(in - coming, message_bytes(coming * Extent{sizeof(T)}), MPI_BYTE, column_.ranks[i],
                          tag, a_.grid().comm().get(), &rows.requests[i]),
                "MPI_Irecv");
    for (Extent j = 0; j < width; ++j)
      for (const Extent row : peer.to) *packed++ = *a_.at(row, jl + j);
    if (step == 0 || leaving == 0) continue;
    check_mpi(MPI_Isend(packed - leaving, message_bytes(leaving * Extent{sizeof(T)}), MPI_BYTE,
                        column_.ranks[i], tag, a_.grid().comm().get(), &rows.requests[rows.peers.size() + i]),
              "MPI_Isend");
    bytes_sent_ += leaving * Extent{sizeof(T)};
  }
}

template <Scalar T>
void LeftInterchange<T>::place(Rows& rows) const {
  if (!rows.piece) return;
  while (!rows.requests.completed(true).empty()) {
  }
  const Extent jl = a_.local_col(rows.piece->begin), width = rows.piece->width();
  Extent count = 0;
  for (std::size_t i = 0; i < rows.peers.size(); ++i) {
    const T* arrived = rows.arriving[i];
    for (Extent j = 0; j < width; ++j)
      for (const Extent row : rows.peers[i].from) *a_.at(row, jl + j) = *arrived++;
    count += std::ssize(rows.peers[i].from);
  }
  charge::copy(count * width * Extent{sizeof(T)});
}

#define HET_INSTANTIATE(LETTER, TYPE) template class LeftInterchange<TYPE>;
HET_FOR_EACH_PRECISION(HET_INSTANTIATE)
#undef HET_INSTANTIATE

}  // namespace het
