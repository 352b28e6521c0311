#pragma once
// Messages along one line of the grid, a process row or a process column: from rank to rank, because the library makes
// no communicator for a call.
#include <functional>
#include <span>
#include <vector>

#include "src/algorithm/factor/grid_matrix.hpp"
#include "src/algorithm/looks.hpp"
#include "src/base/buffer.hpp"

namespace het {

// The ranks of a process row or column in the order of their coordinates, or some of them in another one, and this
// rank's place among them.
struct ProcessLine {
  std::vector<int> ranks;
  int me;  // -1: not among them
  int size() const { return static_cast<int>(ranks.size()); }
  bool has_me() const { return me >= 0; }
  // The ranks at these places, in this order.
  ProcessLine among(const std::vector<int>& places) const;

  // Those of this rank; empty outside the grid.
  static ProcessLine row_of(const ProcessGrid& grid);
  static ProcessLine column_of(const ProcessGrid& grid);
};

// What to do while waiting: one look at other messages, or a slice of other work.
using Idle = std::function<void()>;

// all(place) := mine of that place, `bytes` each, for every rank of the line: one round of messages between all pairs
// (two rounds and more are slower up to many ranks). This rank has put its own part in its place. No rank may start
// the next all-gather with the same tag before it has left this one; then order alone keeps them apart. Returns the
// bytes sent. O(ranks) messages per rank.
Extent all_gather(const Communicator& comm, const ProcessLine& line, void* all, Extent bytes, int tag,
                  const Idle& idle = {});

// `count` pieces of memory of `bytes` each, one every `stride` bytes: columns of an array.
struct Pieces {
  Extent bytes, count, stride;
  bool contiguous() const { return stride == bytes; }
};

// What finished() means at the source of a broadcast: its memory is free again, for MPI may have copied a short
// message; or the next rank has begun to receive (MPI_Ssend), so that what is sent from then on does not travel
// beside it.
enum class SendMode { standard, synchronous };

// A message from the first rank of a line to all others, passed on along the ring in chunks while progress() is called: each
// rank sends what it received once, whatever the length of the line. Two broadcasts under way at once need an object,
// and a tag, of their own each.
class LineBroadcast {
 public:
  LineBroadcast(const Communicator& comm, int tag, SendMode mode = SendMode::standard)
      : comm_(&comm), tag_(tag), mode_(mode) {}

  // Starts sending (from the first rank of the line) or receiving what lies at `data`, which must stay until finish().
  // The last broadcast of this object must be finished. MPI packs what is not contiguous, in whole pieces.
  void start(const ProcessLine& line, void* data, const Pieces& pieces);
  // Bytes in one piece, cut anywhere.
  void start(const ProcessLine& line, void* data, Extent bytes) { start(line, data, {1, bytes, 1}); }
  // Shows the messages to a look, or looks at these alone, and passes on what has arrived. Returns how many have completed.
  std::size_t progress(JointLook& look) { return open() ? advance(look.at(requests_)) : 0; }
  std::size_t progress() { return open() ? advance(requests_.completed(false)) : 0; }
  bool arrived() const { return received_ == chunks_; }
  // Waits until the message is here.
  void wait(const Idle& idle = {});
  // Waits until it has also been passed on, so that the memory is free again.
  void finish();
  bool finished() const { return !open(); }
  // Whether another rank gets, or will get, parts of the message from this one.
  bool passing_on() const { return open() && to_send_ > 0; }
  Extent bytes_sent() const { return bytes_sent_; }

 private:
  std::size_t advance(std::span<const int> completed);
  void send_arrived();
  // Pieces before a chunk, and in it.
  Extent begin(std::size_t chunk) const { return static_cast<Extent>(chunk) * chunk_pieces_; }
  Extent size(std::size_t chunk) const { return std::min(chunk_pieces_, pieces_.count - begin(chunk)); }
  Extent bytes(std::size_t chunk) const { return size(chunk) * pieces_.bytes; }
  // post(address, count, type) with a chunk's memory.
  template <class Post>
  void post(std::size_t chunk, Post post) const;
  bool open() const { return !arrived() || sent_ < to_send_; }

  const Communicator* comm_;
  int tag_;
  SendMode mode_;
  bool source_ = false;
  char* data_ = nullptr;
  Pieces pieces_{1, 0, 1};
  Extent chunk_pieces_ = 1, bytes_sent_ = 0;
  int next_ = -1;  // rank to pass on to, or -1
  std::size_t chunks_ = 0, received_ = 0, posted_ = 0, sent_ = 0, to_send_ = 0;
  std::vector<bool> here_;  // by chunk
  Requests requests_;       // receives of the chunks, then their sends
};

// `bytes` at `data` from the first rank of a line to all others, in one message that is waited for. Returns the bytes
// sent; nothing on ranks outside.
Extent tell_all(const Communicator& comm, const ProcessLine& line, void* data, Extent bytes, int tag,
                const Idle& idle);

}  // namespace het
