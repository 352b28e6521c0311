#pragma once
#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "src/redistribute/redistribute.hpp"

namespace het {

// A part of a matrix that travels as one: m x n elements of X from x on become those of Y from y on, when `ready`
// steps or more are over.
struct Strip {
  MatrixPart x, y;
  Extent m, n;
  Extent ready = 0;
};

// Messages share the bandwidth of a link. What a computation waits for should have all of it; what nobody waits for yet
// should leave it to panels.
enum class Priority {
  high,
  low  // a rank sends two strips at a time, one message of each; those that begin after finish() are as quick as others
};

// How strips travel.
struct StripTraffic {
  int tag;  // of the first strip; each has the next one
  std::size_t most_under_way;
  Priority priority = Priority::high;
};

// A redistribution in strips, one after the other, that goes on between the steps of a computation: what needs the
// first strips of Y begins when these are here, and strips of X leave as soon as they are computed.
//
// Some strips are under way at a time: the next one fills the links while the last messages of another are waited
// for. A strip begins on this rank when the steps that it needs are over here, and not before those in front of it.
// All ranks give the same strips, and release them all in the end.
template <Scalar T>
class StripExchange {
 public:
  // The tags are the object's own while it is open. No communication, no memory yet. `comm`, distributions and placements
  // must outlive it.
  StripExchange(const Communicator& comm, std::vector<Strip> strips, LocalArray<const T> x, LocalArray<T> y,
                Arrival<T> arrival, StripTraffic traffic);

  // So many steps are over on this rank: its elements of X in the strips that wait for no more are final, and those
  // of Y may be overwritten.
  void release(Extent steps);
  void release_all() { release(unbounded); }
  // Shows the messages of all that is under way to a look, or looks at these alone. Returns how many have completed.
  std::size_t progress(JointLook& look);
  std::size_t progress() {
    return look_.at_all([this](JointLook& look) { return progress(look); });
  }
  // How many strips are over: here, and gone, as far as this rank takes part in them. Nobody waits for this rank to
  // look at their messages any more.
  std::size_t over() const { return over_; }
  bool open() const { return over_ < queue_.size(); }
  // Waits until the first `count` strips, which have been released, are over; or all of them.
  void wait(std::size_t count);
  void finish();

  // Memory that the buffers of so many strips under way may take, where elements are not just copied.
  static Extent buffer_bytes(std::size_t most_under_way) {
    const ExchangeLimits limits;
    return static_cast<Extent>(most_under_way) * limits.window * limits.chunk_bytes;
  }
  Extent bytes_sent() const { return bytes_sent_; }

 private:
  const Schedule& next();
  bool has_room();
  bool low() const { return traffic_.priority == Priority::low && !finishing_; }
  ExchangeLimits limits() const;
  void begin();
  void end();

  const Communicator& comm_;
  const std::vector<Strip> queue_;
  const LocalArray<const T> x_;
  const LocalArray<T> y_;
  const Arrival<T> arrival_;
  const StripTraffic traffic_;
  bool finishing_ = false;
  Extent steps_ = -1;
  std::size_t begun_ = 0, over_ = 0;
  std::optional<Schedule> next_;
  std::deque<std::unique_ptr<Exchange<T>>> under_way_;
  JointLook look_;
  Extent bytes_sent_ = 0;
};

}  // namespace het
