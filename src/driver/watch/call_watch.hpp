#pragma once
#include <optional>

#include "src/driver/watch/progress.hpp"
#include "src/driver/watch/timeline.hpp"

namespace het {

// Watches a call on this thread for as long as it lives: for a trace, for a progress line, or both.
class CallWatch : public Watch {
 public:
  CallWatch(bool traced, std::optional<Progress> progress);
  ~CallWatch() override { the_watch = nullptr; }
  CallWatch(const CallWatch&) = delete;
  CallWatch& operator=(const CallWatch&) = delete;

  void did(Activity what, double begin, double end) override;
  void reached(Extent step, Extent steps, Extent done) override;

  // What was seen, where it is traced.
  const std::optional<Timeline>& timeline() const { return timeline_; }

 private:
  std::optional<Timeline> timeline_;
  std::optional<Progress> progress_;
};

}  // namespace het
