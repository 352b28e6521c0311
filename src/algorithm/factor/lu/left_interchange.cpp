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
  for (int step = 1; step < column_.size(); ++step)
    others_.push_back(static_cast<std::size_t>((column_.me + step) % column_.size()));
  staying_ = Buffer<T>(local_rows);
  const Extent room = others_.empty() ? 0 : local_rows * width;
  for (Rows& rows : rows_) {
    rows.peers.resize(peers);
    for (Peer& peer : rows.peers) {
      peer.to.reserve(static_cast<std::size_t>(local_rows));
      peer.from.reserve(static_cast<std::size_t>(local_rows));
    }
    rows.out = Buffer<T>(room);
    rows.in = Buffer<T>(room);
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
  const Extent width = rows.piece->width();
  T* in = rows.in.data();
  for (const std::size_t i : others_) {
    const Extent coming = std::ssize(rows.peers[i].from) * width;
    rows.arriving[i] = in;
    if (coming > 0)
      check_mpi(MPI_Irecv(in, message_bytes(coming * Extent{sizeof(T)}), MPI_BYTE, column_.ranks[i], tag,
                          a_.grid().comm().get(), &rows.requests[i]),
                "MPI_Irecv");
    in += coming;
  }
  pack(rows);
  const T* out = rows.out.data();
  for (const std::size_t i : others_) {
    const Extent leaving = std::ssize(rows.peers[i].to) * width;
    if (leaving > 0)
      check_mpi(MPI_Isend(out, message_bytes(leaving * Extent{sizeof(T)}), MPI_BYTE, column_.ranks[i], tag,
                          a_.grid().comm().get(), &rows.requests[rows.peers.size() + i]),
                "MPI_Isend");
    bytes_sent_ += leaving * Extent{sizeof(T)};
    out += leaving;
  }
}

// Column by column, so that each comes into the cache once: rows for others, then those that stay on this rank.
template <Scalar T>
void LeftInterchange<T>::pack(Rows& rows) {
  const Extent jl = a_.local_col(rows.piece->begin), width = rows.piece->width();
  const Peer& mine = rows.peers[static_cast<std::size_t>(column_.me)];
  Extent count = 0;
  for (const Peer& peer : rows.peers) count += std::ssize(peer.to);
  charge::copy(count * width * Extent{sizeof(T)});
  for (Extent j = 0; j < width; ++j) {
    T* const column = a_.at(0, jl + j);
    T* out = rows.out.data();
    for (const std::size_t i : others_) {
      const auto& leaving = rows.peers[i].to;
      T* at = out + j * std::ssize(leaving);
      for (const Extent row : leaving) *at++ = column[row];
      out += std::ssize(leaving) * width;
    }
    T* at = staying_.data();
    for (const Extent row : mine.to) *at++ = column[row];
    at = staying_.data();
    for (const Extent row : mine.from) column[row] = *at++;
  }
}

template <Scalar T>
void LeftInterchange<T>::place(Rows& rows) const {
  if (!rows.piece) return;
  while (!rows.requests.completed(true).empty()) {
  }
  const Extent jl = a_.local_col(rows.piece->begin), width = rows.piece->width();
  Extent count = 0;
  for (const std::size_t i : others_) {
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
