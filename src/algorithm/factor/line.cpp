#include "src/algorithm/factor/line.hpp"

#include <algorithm>

namespace het {
namespace {

// MPI moves only a few fragments of a long message at a look, but of every message: many short ones arrive while both
// sides compute.
constexpr Extent ring_chunk_bytes = Extent{3} << 15;
// With more ranks behind each other than this, smaller chunks keep the ring's last rank from waiting.
constexpr int short_ring = 3;

}  // namespace

Line Line::row_of(const ProcessGrid& grid) {
  Line line{{}, grid.col()};
  for (int col = 0; col < grid.q(); ++col) line.ranks.push_back(grid.rank(grid.row(), col));
  return line;
}

Line Line::column_of(const ProcessGrid& grid) {
  Line line{{}, grid.row()};
  for (int row = 0; row < grid.p(); ++row) line.ranks.push_back(grid.rank(row, grid.col()));
  return line;
}

Extent all_gather(const Communicator& comm, const Line& line, void* all, Extent bytes, int tag,
                  const Idle& idle) {
  const int others = line.size() - 1;
  if (others == 0 || bytes == 0) return 0;
  const int count = message_bytes(bytes);
  auto* parts = static_cast<char*>(all);
  // Short lines, the usual ones, need no memory from the heap.
  constexpr int on_stack = 32;
  MPI_Request few[on_stack];
  std::vector<MPI_Request> many(2 * others > on_stack ? static_cast<std::size_t>(2 * others) : 0);
  MPI_Request* requests = many.empty() ? few : many.data();
  for (int step = 1; step <= others; ++step) {
    const int from = (line.me + line.size() - step) % line.size(), to = (line.me + step) % line.size();
    check_mpi(MPI_Irecv(parts + from * bytes, count, MPI_BYTE, line.ranks[static_cast<std::size_t>(from)],
                        tag, comm.get(), requests + step - 1),
              "MPI_Irecv");
    check_mpi(MPI_Isend(parts + line.me * bytes, count, MPI_BYTE, line.ranks[static_cast<std::size_t>(to)],
                        tag, comm.get(), requests + others + step - 1),
              "MPI_Isend");
  }
  wait_all({requests, static_cast<std::size_t>(2 * others)}, idle);
  return others * bytes;
}

void LineBroadcast::start(const Line& line, int source, void* data, Extent bytes) {
  data_ = static_cast<char*>(data);
  bytes_ = bytes;
  const int place = (line.me - source + line.size()) % line.size();
  const auto rank_after = [&](int steps) {
    return line.ranks[static_cast<std::size_t>((line.me + steps + line.size()) % line.size())];
  };
  next_ = place + 1 < line.size() ? rank_after(1) : -1;
  const Extent pieces = line.size() <= short_ring
                            ? (bytes + ring_chunk_bytes - 1) / ring_chunk_bytes
                            : std::max<Extent>((bytes + ring_chunk_bytes - 1) / ring_chunk_bytes,
                                               std::min<Extent>(line.size(), bytes >> 15));
  chunks_ = line.size() == 1 ? 0 : static_cast<std::size_t>(bytes > 0 ? std::max<Extent>(pieces, 1) : 0);
  if (chunks_ > 0) chunk_bytes_ = (bytes + static_cast<Extent>(chunks_) - 1) / static_cast<Extent>(chunks_);
  // Rounding up may leave the last ones empty.
  if (chunks_ > 0) chunks_ = static_cast<std::size_t>((bytes + chunk_bytes_ - 1) / chunk_bytes_);
  to_send_ = next_ >= 0 ? chunks_ : 0;
  posted_ = sent_ = 0;
  received_ = place == 0 ? chunks_ : 0;
  here_.assign(chunks_, place == 0);
  requests_.resize(2 * chunks_);
  if (place > 0)
    for (std::size_t chunk = 0; chunk < chunks_; ++chunk)
      check_mpi(MPI_Irecv(data_ + begin(chunk), message_bytes(size(chunk)), MPI_BYTE, rank_after(-1), tag_,
                          comm_->get(), &requests_[chunk]),
                "MPI_Irecv");
  send_arrived();
}

// In the order of the chunks, although they may arrive in another one: the receiver tells them apart by it.
void LineBroadcast::send_arrived() {
  for (; posted_ < to_send_ && here_[posted_]; ++posted_) {
    check_mpi(MPI_Isend(data_ + begin(posted_), message_bytes(size(posted_)), MPI_BYTE, next_, tag_,
                        comm_->get(), &requests_[chunks_ + posted_]),
              "MPI_Isend");
    bytes_sent_ += size(posted_);
  }
}

std::size_t LineBroadcast::advance(bool wait) {
  if (!open()) return 0;
  const auto done = requests_.completed(wait);
  for (const int index : done) {
    const auto at = static_cast<std::size_t>(index);
    if (at < chunks_) {
      ++received_;
      here_[at] = true;
    } else {
      ++sent_;
    }
  }
  send_arrived();
  return done.size();
}

void LineBroadcast::wait(const Idle& idle) {
  while (!arrived())
    if (advance(!idle) == 0 && idle) idle();
}

void LineBroadcast::finish() {
  while (open()) advance(true);
}

}  // namespace het
