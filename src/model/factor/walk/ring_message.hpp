#pragma once
#include <vector>

#include "src/model/walk/walk.hpp"

namespace het {

// A message along a line of ranks as one of them sees it (LineBroadcast): it passes on what it has received at the look at which
// it has come. Chunks of a message start together and share links evenly, so that all come together.
class RingMessage {
 public:
  RingMessage(Walk& walk, int rank) : walk_(walk), rank_(rank) {}
  RingMessage(const RingMessage&) = delete;
  RingMessage(RingMessage&&) = default;

  // Starts sending, from the first of the line, or receiving. The last message of this object is finished.
  // Nothing on a rank that is not among them. copied: seconds in which a rank unpacks what it has received,
  // before it passes it on, and packs what it sends.
  void start(const std::vector<int>& line, int channel, double bytes,
             Walk::Leaves leaves = Walk::Leaves::when_posted_if_short, double copied = 0);
  bool arrived() const { return arrived_; }
  // It has also been passed on.
  bool finished() const { return arrived_ && open_.none(); }
  // Another rank gets, or will get, it from this one.
  bool passing_on() const { return !finished() && next_ >= 0; }

 private:
  void come();
  void pass_on();

  Walk& walk_;
  int rank_, next_ = -1, channel_ = 0, chunks_ = 1;
  double bytes_ = 0, copied_ = 0;
  bool arrived_ = true, source_ = false;
  Walk::Leaves leaves_ = Walk::Leaves::when_posted_if_short;
  Open open_;
};

}  // namespace het
