#include "src/driver/watch/timeline.hpp"

namespace het {

void Timeline::did(Activity what, double begin, double end) {
  if (events_.size() >= most_) {
    ++dropped_;
    return;
  }
  std::size_t first = events_.size();
  while (first > 0 && events_[first - 1].begin >= begin) --first;
  const std::vector<Event> inside(events_.begin() + static_cast<std::ptrdiff_t>(first), events_.end());
  events_.resize(first);
  const auto fill = [&](double to) {
    if (to > begin) events_.push_back({what, step_, begin, to});
  };
  for (const Event& event : inside) {
    fill(event.begin);
    events_.push_back(event);
    begin = event.end;
  }
  fill(end);
}

}  // namespace het
