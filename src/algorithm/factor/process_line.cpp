#include "src/algorithm/factor/process_line.hpp"

#include <algorithm>

#include "src/bindings/charge.hpp"
#include "src/distribution/panels/ring.hpp"

namespace het {
ProcessLine ProcessLine::row_of(const ProcessGrid& grid) {
  if (!grid.inside()) return {{}, -1};
  ProcessLine line{{}, grid.col()};
  for (int col = 0; col < grid.q(); ++col) line.ranks.push_back(grid.rank(grid.row(), col));
  return line;
}

ProcessLine ProcessLine::column_of(const ProcessGrid& grid) {
  if (!grid.inside()) return {{}, -1};
  ProcessLine line{{}, grid.row()};
  for (int row = 0; row < grid.p(); ++row) line.ranks.push_back(grid.rank(row, grid.col()));
  return line;
}

ProcessLine ProcessLine::among(const std::vector<int>& places) const {
  ProcessLine line{{}, -1};
  for (const int place : places) {
    if (place == me) line.me = line.size();
    line.ranks.push_back(ranks[static_cast<std::size_t>(place)]);
  }
  return line;
}

Extent all_gather(const Communicator& comm, const ProcessLine& line, void* all, Extent bytes, int tag,
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

template <class Post>
void LineBroadcast::post(std::size_t chunk, Post post) const {
  char* const from = data_ + begin(chunk) * pieces_.stride;
  if (pieces_.contiguous()) {
    check_mpi(post(from, message_bytes(bytes(chunk)), MPI_BYTE), "MPI_Isend or MPI_Irecv");
    return;
  }
  Datatype columns =
      Datatype::strided(size(chunk), pieces_.stride, Datatype::pieces({message_bytes(pieces_.bytes)}, {0}));
  columns.commit();
  check_mpi(post(from, 1, columns.get()), "MPI_Isend or MPI_Irecv");
}

void LineBroadcast::start(const ProcessLine& line, void* data, const Pieces& pieces) {
  data_ = static_cast<char*>(data);
  pieces_ = pieces;
  const Extent bytes = pieces.bytes * pieces.count;
  const auto rank_after = [&](int steps) { return line.ranks[static_cast<std::size_t>(line.me + steps)]; };
  source_ = line.me == 0;
  next_ = line.me + 1 < line.size() ? rank_after(1) : -1;
  const Extent chunks = ring_chunks(bytes, line.size());
  chunks_ = 0;
  if (line.size() > 1 && bytes > 0) {
    // Rounding up may leave the last ones empty.
    chunk_pieces_ = ceil_div(pieces.count, std::max<Extent>(chunks, 1));
    chunks_ = static_cast<std::size_t>(ceil_div(pieces.count, chunk_pieces_));
  }
  to_send_ = next_ >= 0 ? chunks_ : 0;
  posted_ = sent_ = 0;
  received_ = source_ ? chunks_ : 0;
  here_.assign(chunks_, source_);
  requests_.resize(2 * chunks_);
  if (!source_)
    for (std::size_t chunk = 0; chunk < chunks_; ++chunk)
      post(chunk, [&](char* to, int count, MPI_Datatype type) {
        return MPI_Irecv(to, count, type, rank_after(-1), tag_, comm_->get(), &requests_[chunk]);
      });
  send_arrived();
}

// In the order of the chunks, although they may arrive in another one: the receiver tells them apart by it.
void LineBroadcast::send_arrived() {
  for (; posted_ < to_send_ && here_[posted_]; ++posted_) {
    post(posted_, [&](const char* from, int count, MPI_Datatype type) {
      const auto send = source_ && mode_ == SendMode::synchronous ? MPI_Issend : MPI_Isend;
      return send(from, count, type, next_, tag_, comm_->get(), &requests_[chunks_ + posted_]);
    });
    if (!pieces_.contiguous()) charge::copy(bytes(posted_));
    bytes_sent_ += bytes(posted_);
  }
}

std::size_t LineBroadcast::advance(std::span<const int> done) {
  for (const int index : done) {
    const auto at = static_cast<std::size_t>(index);
    if (at < chunks_) {
      ++received_;
      here_[at] = true;
      if (!pieces_.contiguous()) charge::copy(bytes(at));
    } else {
      ++sent_;
    }
  }
  send_arrived();
  return done.size();
}

void LineBroadcast::wait(const Idle& idle) {
  while (!arrived())
    if (advance(requests_.completed(!idle)) == 0 && idle) idle();
}

void LineBroadcast::finish() {
  while (open()) advance(requests_.completed(true));
}

Extent tell_all(const Communicator& comm, const ProcessLine& line, void* data, Extent bytes, int tag,
                const Idle& idle) {
  if (!line.has_me()) return 0;
  LineBroadcast message(comm, tag);
  message.start(line, data, bytes);
  for (int looks = 0; !message.finished();)
    if (message.progress() == 0) {
      idle();
      rest_after(++looks);
    }
  return message.bytes_sent();
}

}  // namespace het
