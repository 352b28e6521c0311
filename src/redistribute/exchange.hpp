#pragma once
#include <cstddef>
#include <span>
#include <vector>

#include "src/base/buffer.hpp"
#include "src/base/precision.hpp"
#include "src/bindings/mpi.hpp"
#include "src/distribution/schedule.hpp"

namespace het {

// How arriving elements x enter the target: y := x, or y := x + beta y.
template <Scalar T>
struct Arrival {
  T beta = T(0);           // 0: y is not read
  bool conjugate = false;  // x is conjugated first
};

// Limits of one exchange. Its buffers never exceed 2 * window * chunk_bytes; a message never exceeds
// chunk_bytes.
struct ExchangeLimits {
  Extent chunk_bytes = Extent{256} << 10;
  // Messages in flight per direction; 0: all of them, with buffers for everything that travels.
  Extent window = 4;
};

// Memory for the chunks of exchanges that follow each other; grows to what the largest of them needs.
template <Scalar T>
struct ExchangeBuffers {
  Buffer<T> send, receive;
};

// Executes one rank's share of a Schedule over MPI: packed per peer, in chunks, pairwise order, the rank's
// own part copied directly. Started once, then driven by progress() from between slices of a computation, or
// by finish().
//
// Chunks of one pair of ranks arrive in the order they were sent, and both sides walk their peers in pairwise
// order, so any window is free of deadlock as long as the target is not replicated; replicated targets need
// window 0. A packed chunk that goes to several copies of a part is packed once when window is 0.
//
// All ranks of the communicator whose schedule lists transfers must take part, with the same tag and limits;
// no two exchanges in flight on a communicator may share a tag. Source and target must not overlap.
template <Scalar T>
class Exchange {
 public:
  // `buffers` must outlive the exchange and serve one exchange at a time. Throws std::bad_alloc. No
  // communication yet.
  Exchange(Schedule schedule, const Communicator& comm, int tag, ExchangeBuffers<T>& buffers,
           ExchangeLimits limits = {});

  // Local: copies this rank's own part and posts the first messages. `source` and `target` point to element
  // (0, 0) of this rank's storage of the whole matrices, lld elements between columns.
  void start(const T* source, Extent source_lld, T* target, Extent target_lld, Arrival<T> arrival = {});
  // Where this rank's whole target already lies as one block of its source, lld apart: it receives nothing
  // and its own part is one run by one run. Then start_sends() is enough, and the target is read in place.
  // Else nullptr.
  const T* in_place(const T* source, Extent source_lld) const;
  // start() without this rank's own target: only what others need of its source.
  void start_sends(const T* source, Extent source_lld);
  // Unpacks what has arrived, packs and posts what there is room for. True while anything is left to do.
  bool progress() { return advance(false); }
  // Waits until the target is complete. Messages to others may still be under way.
  void finish_receives() {
    while (receives_.open()) advance(true);
  }
  void finish() {
    while (advance(true)) {
    }
  }

  Extent bytes_sent() const { return bytes_sent_; }

 private:
  // Elements [row_begin, row_end) x [col_begin, col_end) of a transfer, counted along its runs.
  struct Chunk {
    const Transfer* transfer;
    Extent row_begin, row_end, col_begin, col_end;
    Extent slot_offset;  // window 0: place in the buffer
    bool packed_before;  // window 0: the chunk before has the same source, packed in the same place
    Extent elements() const { return (row_end - row_begin) * (col_end - col_begin); }
  };
  struct Direction {
    std::vector<Chunk> chunks;
    std::size_t posted = 0, completed = 0;
    std::vector<std::size_t> chunk_of_slot;
    std::span<T> buffer;
    std::size_t slots() const { return chunk_of_slot.size(); }
    bool open() const { return completed < chunks.size(); }
  };

  void cut(const std::vector<Transfer>& transfers, Direction& direction) const;
  void allocate(Direction& direction, Buffer<T>& buffer) const;
  bool advance(bool wait);
  void post_send(std::size_t slot);
  void post_receive(std::size_t slot);
  T* slot_data(const Direction& direction, std::size_t slot, const Chunk& chunk) const;
  MPI_Request& send_request(std::size_t slot) { return requests_[receives_.slots() + slot]; }
  void unpack(const T* packed, const Chunk& chunk);

  Schedule schedule_;
  const Communicator* comm_;
  int tag_;
  ExchangeLimits limits_;
  Schedule::ForRank mine_;
  Direction sends_, receives_;
  Requests requests_;  // slots of the receives, then those of the sends
  const T* source_ = nullptr;
  T* target_ = nullptr;
  Extent source_lld_ = 0, target_lld_ = 0;
  Arrival<T> arrival_;
  Extent bytes_sent_ = 0;
};

}  // namespace het
