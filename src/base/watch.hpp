#pragma once
// What a process does in the course of one call: told by the code that does it, from the clock readings that its
// statistics are made of, to whoever watches. Nobody does unless the user asked, and it costs a branch then.
#include <string_view>

#include "src/base/index.hpp"

namespace het {

enum class Activity { plan, move_in, panel, broadcast, exchange, update, idle, move_out };
std::string_view activity_name(Activity what);
inline constexpr int activities = 8;

class Watch {
 public:
  virtual ~Watch() = default;
  // From `begin` to `end`, in seconds of MPI_Wtime, but for what was told of that time before: an interval is told when
  // it ends, so those inside it come first, and none begins before and ends after its begin.
  virtual void did(Activity what, double begin, double end) = 0;
  // Step `step` of `steps` begins, and `done` columns (of a product: of the inner dimension) are finished.
  virtual void reached(Extent step, Extent steps, Extent done) = 0;
};

// Who watches this thread; null: nobody. Does not own the watch.
extern thread_local constinit Watch* the_watch;

// end - begin, told to the watch.
inline double booked(Activity what, double begin, double end) {
  if (the_watch) the_watch->did(what, begin, end);
  return end - begin;
}

inline void reached(Extent step, Extent steps, Extent done) {
  if (the_watch) the_watch->reached(step, steps, done);
}

}  // namespace het
