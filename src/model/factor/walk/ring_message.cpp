#include "src/model/factor/walk/ring_message.hpp"

#include <algorithm>

#include "src/distribution/panels/ring.hpp"

namespace het {

void RingMessage::start(const std::vector<int>& line, int channel, double bytes, Walk::Leaves leaves,
                        double copied) {
  const auto me = std::ranges::find(line, rank_);
  if (me == line.end() || line.size() < 2 || bytes <= 0) {
    arrived_ = true;
    next_ = -1;
    return;
  }
  channel_ = channel;
  bytes_ = bytes, copied_ = copied;
  chunks_ = static_cast<int>(
      std::max<Extent>(ring_chunks(static_cast<Extent>(bytes), static_cast<int>(line.size())), 1));
  next_ = me + 1 < line.end() ? *(me + 1) : -1;
  source_ = arrived_ = me == line.begin();
  leaves_ = source_ ? leaves : Walk::Leaves::when_posted_if_short;
  if (arrived_) return pass_on();
  walk_.receive(rank_, *(me - 1), channel, open_, [this] {
    if (copied_ <= 0) return come();
    walk_.work_more(rank_, copied_, [this] { come(); });
  });
}

void RingMessage::come() {
  arrived_ = true;
  pass_on();
}

void RingMessage::pass_on() {
  if (next_ < 0) return;
  walk_.send(rank_, next_, channel_, bytes_, chunks_, open_, leaves_);
  walk_.work_more(rank_, copied_);
}

}  // namespace het
