#pragma once
#include <vector>

#include "src/base/watch.hpp"

namespace het {

// What one process did during one call, from its beginning to its end: each moment belongs to one activity.
//
// Intervals are told when they end, those inside another before it. Told update 2 to 3, then panel 1 to 4, the events
// are panel 1 to 2, update 2 to 3, panel 3 to 4: parts add up to what statistics say that subtract what lies inside.
class Timeline {
 public:
  struct Event {
    Activity what;
    int step;  // of the algorithm, counted from 1; -1 outside of steps
    double begin, end;
    friend bool operator==(const Event&, const Event&) = default;
  };
  static constexpr std::size_t most_events = 1'000'000;

  explicit Timeline(std::size_t most = most_events) : most_(most) {}

  // O(events that lie inside). When there are `most` events or more (one that is told may be cut into several), what is
  // told is dropped.
  void did(Activity what, double begin, double end);
  void drop() { ++dropped_; }
  // The step that further events belong to.
  void set_step(int step) { step_ = step; }

  // In order; none overlap.
  const std::vector<Event>& events() const { return events_; }
  // Intervals that were told and dropped.
  std::size_t dropped() const { return dropped_; }

 private:
  std::size_t most_, dropped_ = 0;
  int step_ = -1;
  std::vector<Event> events_;
};

}  // namespace het
