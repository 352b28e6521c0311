#include "src/redistribute/exchange.hpp"

#include <algorithm>

#include "src/base/error.hpp"
#include "src/bindings/charge.hpp"

namespace het {

template <Scalar T>
Exchange<T>::Exchange(Schedule schedule, const Communicator& comm, int tag, Arrival<T> arrival,
                      ExchangeLimits limits)
    : schedule_(std::move(schedule)),
      comm_(&comm),
      tag_(tag),
      arrival_(arrival),
      limits_(limits),
      mine_(schedule_.for_rank(comm.rank())),
      sends_(cut(mine_.sends, limits.one_by_one ? 1 : limits.window)),
      receives_(cut(mine_.receives, limits.window)) {
  require(schedule_.transposed() == arrival.transposed, "a transposed schedule has a transposed arrival");
  for (const Chunk& chunk : receives_.chunks) largest_ = std::max(largest_, chunk.box.elements());
  if (buffered()) buffer_ = Buffer<T>(largest_ * static_cast<Extent>(receives_.slots()));
  requests_.resize(receives_.slots() + sends_.slots());
}

template <Scalar T>
typename Exchange<T>::Direction Exchange<T>::cut(const std::vector<Transfer>& transfers,
                                                 Extent window) const {
  const Extent room = std::max<Extent>(limits_.chunk_bytes / Extent{sizeof(T)}, 1);
  Direction direction;
  for (const Transfer& t : transfers) {
    const Extent row_step = std::min(t.row_count, room);
    const Extent col_step = std::max<Extent>(room / t.row_count, 1);
    for (Extent col = 0; col < t.col_count; col += col_step)
      for (Extent row = 0; row < t.row_count; row += row_step)
        direction.chunks.push_back({t.peer,
                                    {t.rows, t.cols, row, std::min(row + row_step, t.row_count), col,
                                     std::min(col + col_step, t.col_count)},
                                    false});
  }
  const std::size_t chunks = direction.chunks.size();
  direction.chunk_of_slot.resize(window == 0 ? chunks : std::min(static_cast<std::size_t>(window), chunks));
  return direction;
}

template <Scalar T>
void Exchange<T>::start(LocalArray<const T> source, LocalArray<T> target) {
  start_messages(source, target);
  for (const Transfer& self : mine_.self) into_target().copy(*self.rows, *self.cols, source_);
}

template <Scalar T>
void Exchange<T>::start_messages(LocalArray<const T> source, LocalArray<T> target) {
  source_ = source;
  target_ = target;
  for (std::size_t slot = 0; slot < receives_.slots(); ++slot) post_receive(slot);
  for (std::size_t slot = 0; slot < sends_.slots(); ++slot) post_send(slot);
}

template <Scalar T>
void Exchange<T>::post_send(std::size_t slot) {
  const Chunk& chunk = sends_.chunks[sends_.posted];
  sends_.chunk_of_slot[slot] = sends_.posted++;
  const PartTypes::Part part = source_types_.describe(chunk.box, source_.lld);
  if (part.type != MPI_BYTE) charge::copy(bytes_of(chunk));  // MPI packs it
  check_mpi(
      (limits_.one_by_one ? MPI_Issend : MPI_Isend)(source_.data + part.offset, part.count, part.type,
                                                    chunk.peer, tag_, comm_->get(), &send_request(slot)),
      limits_.one_by_one ? "MPI_Issend" : "MPI_Isend");
  bytes_sent_ += bytes_of(chunk);
}

template <Scalar T>
void Exchange<T>::post_receive(std::size_t slot) {
  Chunk& chunk = receives_.chunks[receives_.posted];
  receives_.chunk_of_slot[slot] = receives_.posted++;
  T* to = nullptr;
  PartTypes::Part part{0, message_bytes(bytes_of(chunk)), MPI_BYTE};
  if (buffered()) {
    to = slot_data(slot);
  } else {
    part = target_types_.describe(chunk.box, target_.lld);
    to = target_.data + part.offset;
  }
  chunk.copied = buffered() || part.type != MPI_BYTE;
  check_mpi(MPI_Irecv(to, part.count, part.type, chunk.peer, tag_, comm_->get(), &requests_[slot]),
            "MPI_Irecv");
}

template <Scalar T>
std::size_t Exchange<T>::advance(std::span<const int> completed) {
  for (const int index : completed) {
    const auto slot = static_cast<std::size_t>(index);
    if (slot < receives_.slots()) {
      const Chunk& chunk = receives_.chunks[receives_.chunk_of_slot[slot]];
      if (chunk.copied) charge::copy(bytes_of(chunk));
      if (buffered()) {
        const RunBox& box = chunk.box;
        into_target().unpack(clip(*box.rows, box.row_begin, box.row_end),
                             clip(*box.cols, box.col_begin, box.col_end), slot_data(slot));
      }
      ++receives_.completed;
      if (receives_.posted < receives_.chunks.size()) post_receive(slot);
    } else {
      ++sends_.completed;
      if (sends_.posted < sends_.chunks.size()) post_send(slot - receives_.slots());
    }
  }
  return completed.size();
}

#define HET_INSTANTIATE(LETTER, TYPE) template class Exchange<TYPE>;
HET_FOR_EACH_PRECISION(HET_INSTANTIATE)
#undef HET_INSTANTIATE

}  // namespace het
