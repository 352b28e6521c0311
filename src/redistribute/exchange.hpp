#pragma once
#include <cstddef>
#include <vector>

#include "src/base/buffer.hpp"
#include "src/base/local_array.hpp"
#include "src/base/precision.hpp"
#include "src/distribution/column_strips.hpp"
#include "src/distribution/schedule.hpp"
#include "src/redistribute/part_copy.hpp"
#include "src/redistribute/part_type.hpp"

namespace het {

// Limits of one exchange. A message never exceeds chunk_bytes.
struct ExchangeLimits {
  Extent chunk_bytes = strip_chunk;
  // Messages in flight per direction; 0: all of them. Chosen: the next ones are on their way when one has come, and what arrives
  // in buffers takes a megabyte.
  Extent window = 4;
  // Whether this rank sends one message after the other, each when the receiver takes the one before. (Else MPI may
  // take short ones over at once, and more than the window travel.)
  bool one_by_one = false;
};

// Executes one rank's share of a Schedule over MPI: in chunks, per peer, in pairwise order, the rank's own part
// copied directly. Started once, then driven by progress() from between slices of a computation, or by
// finish().
//
// Messages leave the source and enter the target without a packed copy. Only what is transposed, conjugated or
// added to the target arrives in a buffer of window * chunk_bytes.
//
// Chunks of one pair of ranks arrive in the order they were sent, and both sides walk their peers in pairwise
// order, so any window is free of deadlock as long as the target is not replicated; replicated targets need
// window 0.
//
// All ranks of the communicator whose schedule lists transfers must take part, with the same tag and limits;
// no two exchanges in flight on a communicator may share a tag. Source and target must not overlap.
template <Scalar T>
class Exchange {
 public:
  // Takes all memory that is needed; throws std::bad_alloc. Throws Error unless schedule and arrival are both transposed
  // or both not. No communication yet.
  Exchange(Schedule schedule, const Communicator& comm, int tag, Arrival<T> arrival = {},
           ExchangeLimits limits = {});

  // Local: copies this rank's own part and posts the first messages. `source` and `target` are this
  // rank's storage of the whole matrices.
  void start(LocalArray<const T> source, LocalArray<T> target);
  // The same without this rank's own part, which the caller reads where it is.
  void start_messages(LocalArray<const T> source, LocalArray<T> target);
  // Shows the messages to a look, enters what has arrived and posts what there is room for. Returns how many have
  // completed.
  std::size_t progress(JointLook& look) { return advance(look.at(requests_)); }
  // Waits until one of the open messages has completed; at least one is open.
  void wait_some() { advance(requests_.completed(true)); }
  // Waits until the target is complete. Messages to others may still be under way.
  void finish_receives() {
    while (receives_.open()) wait_some();
  }
  void finish() {
    while (open()) wait_some();
  }

  // Whether messages of this rank are under way, or still to come.
  bool open() const { return receives_.open() || sends_.open(); }
  // Of these, whether some are to others, one after the other.
  bool sends_one_by_one() const { return limits_.one_by_one && sends_.open(); }
  Extent bytes_sent() const { return bytes_sent_; }

 private:
  struct Chunk {
    int peer;
    RunBox box;
    bool copied;  // from MPI's message or a buffer to the target, by this process
  };
  struct Direction {
    std::vector<Chunk> chunks;
    std::size_t posted = 0, completed = 0;
    std::vector<std::size_t> chunk_of_slot;
    std::size_t slots() const { return chunk_of_slot.size(); }
    bool open() const { return completed < chunks.size(); }
  };

  static Extent bytes_of(const Chunk& chunk) { return chunk.box.elements() * Extent{sizeof(T)}; }
  Direction cut(const std::vector<Transfer>& transfers, Extent window) const;
  bool buffered() const { return arrival_.in_buffers(); }
  std::size_t advance(std::span<const int> completed);
  void post_send(std::size_t slot);
  void post_receive(std::size_t slot);
  T* slot_data(std::size_t slot) { return buffer_.data() + static_cast<Extent>(slot) * largest_; }
  MPI_Request& send_request(std::size_t slot) { return requests_[receives_.slots() + slot]; }
  PartTarget<T> into_target() const { return {target_, arrival_}; }

  Schedule schedule_;
  const Communicator* comm_;
  int tag_;
  Arrival<T> arrival_;
  ExchangeLimits limits_;
  Schedule::ForRank mine_;
  Direction sends_, receives_;
  Extent largest_ = 0;  // elements of the largest chunk to arrive
  Buffer<T> buffer_;
  PartTypes source_types_{&Run::source, Extent{sizeof(T)}}, target_types_{&Run::target, Extent{sizeof(T)}};
  Requests requests_;  // slots of the receives, then those of the sends
  LocalArray<const T> source_;
  LocalArray<T> target_;
  Extent bytes_sent_ = 0;
};

}  // namespace het
