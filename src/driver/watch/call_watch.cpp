#include "src/driver/watch/call_watch.hpp"

#include <new>

namespace het {

CallWatch::CallWatch(bool traced, std::optional<Progress> progress) : progress_(std::move(progress)) {
  if (traced) timeline_.emplace();
  the_watch = this;
}

void CallWatch::did(Activity what, double begin, double end) {
  if (!timeline_) return;
  // What lies between the parts of the computation has been given its steps; moves have none.
  if (what == Activity::idle || what == Activity::move_out) timeline_->set_step(-1);
  // A call is not given up for its trace.
  try {
    timeline_->did(what, begin, end);
  } catch (const std::bad_alloc&) {
    timeline_->drop();
  }
}

void CallWatch::reached(Extent step, Extent steps, Extent done) {
  if (timeline_) timeline_->set_step(static_cast<int>(step) + 1);
  if (!progress_) return;
  // Nor for its progress line.
  try {
    progress_->reached(step, steps, done);
  } catch (const std::bad_alloc&) {
    progress_.reset();
  }
}

}  // namespace het
