#include "src/redistribute/exchange.hpp"

#include <algorithm>

#include "src/base/error.hpp"

namespace het {
namespace {

// The part [begin, end) of runs, counted along them.
std::vector<Run> clip(const std::vector<Run>& runs, Extent begin, Extent end) {
  std::vector<Run> clipped;
  Extent at = 0;
  for (const Run& run : runs) {
    const Extent from = std::max(begin - at, Extent{0}), to = std::min(end - at, run.length);
    if (from < to) clipped.push_back({run.source + from, run.target + from, to - from});
    at += run.length;
    if (at >= end) break;
  }
  return clipped;
}

// f(row run, source column, target column) for each contiguous column segment of a product of runs, in packed
// order.
template <class F>
void for_each_segment(const std::vector<Run>& rows, const std::vector<Run>& cols, F f) {
  for (const Run& col : cols)
    for (Extent y = 0; y < col.length; ++y)
      for (const Run& row : rows) f(row, col.source + y, col.target + y);
}

// Where elements (rows of one run, one column) of the target lie: step 1, or lld when transposed.
template <Scalar T>
struct Target {
  T* data;
  Extent lld;
  bool transposed;
  Arrival<T> arrival;

  void put(const T* x, const Run& row, LocalIndex col) const {
    T* y = transposed ? data + col.value() + row.target.value() * lld
                      : data + row.target.value() + col.value() * lld;
    const Extent step = transposed ? lld : 1;
    if (arrival.conjugate)
      combine(x, row.length, y, step, [](const T& v) { return conjugate(v); });
    else if (step == 1 && arrival.beta == T(0))
      std::copy_n(x, row.length, y);
    else
      combine(x, row.length, y, step, [](const T& v) { return v; });
  }

 private:
  template <class Read>
  void combine(const T* x, Extent length, T* y, Extent step, Read read) const {
    if (arrival.beta == T(0))
      for (Extent e = 0; e < length; ++e) y[e * step] = read(x[e]);
    else if (arrival.beta == T(1))
      for (Extent e = 0; e < length; ++e) y[e * step] += read(x[e]);
    else
      for (Extent e = 0; e < length; ++e) y[e * step] = read(x[e]) + arrival.beta * y[e * step];
  }
};

// The address of a product of runs that is one piece of memory on the given side, else nullptr.
template <class T>
T* one_piece(T* data, Extent lld, const std::vector<Run>& rows, const std::vector<Run>& cols,
             LocalIndex Run::*side) {
  if (rows.size() != 1 || cols.size() != 1 || (cols[0].length > 1 && rows[0].length != lld)) return nullptr;
  return data + (rows[0].*side).value() + (cols[0].*side).value() * lld;
}

}  // namespace

template <Scalar T>
Exchange<T>::Exchange(Schedule schedule, const Communicator& comm, int tag, ExchangeBuffers<T>& buffers,
                      ExchangeLimits limits)
    : schedule_(std::move(schedule)),
      comm_(&comm),
      tag_(tag),
      limits_(limits),
      mine_(schedule_.for_rank(comm.rank())) {
  if (limits_.window == 0)
    // Copies of the same part next to each other, to be packed once.
    std::stable_sort(mine_.sends.begin(), mine_.sends.end(), [](const Transfer& a, const Transfer& b) {
      return std::less<>()(a.rows, b.rows) || (a.rows == b.rows && std::less<>()(a.cols, b.cols));
    });
  cut(mine_.sends, sends_);
  cut(mine_.receives, receives_);
  allocate(sends_, buffers.send);
  allocate(receives_, buffers.receive);
  requests_.resize(receives_.slots() + sends_.slots());
}

template <Scalar T>
void Exchange<T>::cut(const std::vector<Transfer>& transfers, Direction& direction) const {
  const Extent room = std::max<Extent>(limits_.chunk_bytes / Extent{sizeof(T)}, 1);
  const Transfer* before = nullptr;
  std::size_t chunks_before = 0;
  Extent offset = 0;
  for (const Transfer& t : transfers) {
    const bool copy =
        before && before->rows == t.rows && before->cols == t.cols && &transfers == &mine_.sends;
    const std::size_t first = direction.chunks.size();
    const Extent row_step = std::min(t.row_count, room);
    const Extent col_step = std::max<Extent>(room / t.row_count, 1);
    for (Extent col = 0; col < t.col_count; col += col_step)
      for (Extent row = 0; row < t.row_count; row += row_step) {
        Chunk chunk{
            &t,     row, std::min(row + row_step, t.row_count), col, std::min(col + col_step, t.col_count),
            offset, copy};
        if (copy)
          chunk.slot_offset = direction.chunks[chunks_before + direction.chunks.size() - first].slot_offset;
        else
          offset += chunk.elements();
        direction.chunks.push_back(chunk);
      }
    chunks_before = first;
    before = &t;
  }
}

template <Scalar T>
void Exchange<T>::allocate(Direction& direction, Buffer<T>& buffer) const {
  const auto chunks = static_cast<Extent>(direction.chunks.size());
  const Extent slots = limits_.window == 0 ? chunks : std::min(limits_.window, chunks);
  direction.chunk_of_slot.resize(static_cast<std::size_t>(slots));
  Extent largest = 0, all = 0;
  for (const Chunk& chunk : direction.chunks) {
    largest = std::max(largest, chunk.elements());
    all = std::max(all, chunk.slot_offset + chunk.elements());
  }
  const Extent needed = limits_.window == 0 ? all : slots * largest;
  if (buffer.size() < needed) {
    buffer = {};  // before the larger one is taken
    buffer = Buffer<T>(needed);
  }
  direction.buffer = buffer.span().first(static_cast<std::size_t>(needed));
}

template <Scalar T>
T* Exchange<T>::slot_data(const Direction& direction, std::size_t slot, const Chunk& chunk) const {
  if (limits_.window == 0) return direction.buffer.data() + chunk.slot_offset;
  return direction.buffer.data() + slot * (direction.buffer.size() / direction.slots());
}

template <Scalar T>
void Exchange<T>::start(const T* source, Extent source_lld, T* target, Extent target_lld,
                        Arrival<T> arrival) {
  target_ = target;
  target_lld_ = target_lld;
  arrival_ = arrival;
  start_sends(source, source_lld);
  const Target<T> to{target_, target_lld_, schedule_.transposed(), arrival_};
  for (const Transfer& self : mine_.self)
    for_each_segment(*self.rows, *self.cols, [&](const Run& row, LocalIndex from, LocalIndex col) {
      to.put(source_ + row.source.value() + from.value() * source_lld_, row, col);
    });
}

template <Scalar T>
const T* Exchange<T>::in_place(const T* source, Extent source_lld) const {
  if (!mine_.receives.empty() || mine_.self.empty()) return nullptr;
  const Transfer& self = mine_.self.front();
  if (self.rows->size() != 1 || self.cols->size() != 1) return nullptr;
  return source + self.rows->front().source.value() + self.cols->front().source.value() * source_lld;
}

template <Scalar T>
void Exchange<T>::start_sends(const T* source, Extent source_lld) {
  source_ = source;
  source_lld_ = source_lld;
  for (std::size_t slot = 0; slot < receives_.slots(); ++slot) post_receive(slot);
  for (std::size_t slot = 0; slot < sends_.slots(); ++slot) post_send(slot);
}

template <Scalar T>
void Exchange<T>::post_send(std::size_t slot) {
  const Chunk& chunk = sends_.chunks[sends_.posted];
  sends_.chunk_of_slot[slot] = sends_.posted++;
  const auto rows = clip(*chunk.transfer->rows, chunk.row_begin, chunk.row_end);
  const auto cols = clip(*chunk.transfer->cols, chunk.col_begin, chunk.col_end);
  const T* data = one_piece(source_, source_lld_, rows, cols, &Run::source);
  if (!data) {
    T* packed = slot_data(sends_, slot, chunk);
    data = packed;
    if (limits_.window != 0 || !chunk.packed_before)
      for_each_segment(rows, cols, [&](const Run& row, LocalIndex from, LocalIndex) {
        packed = std::copy_n(source_ + row.source.value() + from.value() * source_lld_, row.length, packed);
      });
  }
  const Extent bytes = chunk.elements() * Extent{sizeof(T)};
  check_mpi(MPI_Isend(data, message_bytes(bytes), MPI_BYTE, chunk.transfer->peer, tag_, comm_->get(),
                      &send_request(slot)),
            "MPI_Isend");
  bytes_sent_ += bytes;
}

template <Scalar T>
void Exchange<T>::post_receive(std::size_t slot) {
  const Chunk& chunk = receives_.chunks[receives_.posted];
  receives_.chunk_of_slot[slot] = receives_.posted++;
  check_mpi(MPI_Irecv(slot_data(receives_, slot, chunk), message_bytes(chunk.elements() * Extent{sizeof(T)}),
                      MPI_BYTE, chunk.transfer->peer, tag_, comm_->get(), &requests_[slot]),
            "MPI_Irecv");
}

template <Scalar T>
void Exchange<T>::unpack(const T* packed, const Chunk& chunk) {
  const Target<T> to{target_, target_lld_, schedule_.transposed(), arrival_};
  const auto rows = clip(*chunk.transfer->rows, chunk.row_begin, chunk.row_end);
  const auto cols = clip(*chunk.transfer->cols, chunk.col_begin, chunk.col_end);
  for_each_segment(rows, cols, [&](const Run& row, LocalIndex, LocalIndex col) {
    to.put(packed, row, col);
    packed += row.length;
  });
}

template <Scalar T>
bool Exchange<T>::advance(bool wait) {
  if (!receives_.open() && !sends_.open()) return false;
  for (const int index : requests_.completed(wait)) {
    const auto slot = static_cast<std::size_t>(index);
    if (slot < receives_.slots()) {
      const Chunk& chunk = receives_.chunks[receives_.chunk_of_slot[slot]];
      unpack(slot_data(receives_, slot, chunk), chunk);
      ++receives_.completed;
      if (receives_.posted < receives_.chunks.size()) post_receive(slot);
    } else {
      ++sends_.completed;
      if (sends_.posted < sends_.chunks.size()) post_send(slot - receives_.slots());
    }
  }
  return receives_.open() || sends_.open();
}

#define HET_INSTANTIATE(LETTER, TYPE) template class Exchange<TYPE>;
HET_FOR_EACH_PRECISION(HET_INSTANTIATE)
#undef HET_INSTANTIATE

}  // namespace het
