#include "src/model/panel_stream.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace het {
namespace {

constexpr Extent panel_bytes = Extent{64} << 20;
constexpr Extent least_depth = 3, most_depth = 6, most_pieces = 4;

// The link of one process: all panels under way advance at one rate, so that they come in their order.
class Link {
 public:
  explicit Link(const PanelSeconds& panel) : panel_(panel) {}

  void start() { end_of(started_++) = done_ + 1; }
  // Time passes.
  void pass(double seconds) {
    while (seconds > 0 && arrived_ < started_) {
      const double next = until_next();
      if (next > seconds) {
        done_ += seconds / one_for_all();
        return;
      }
      seconds -= next;
      arrive();
    }
  }
  // Waits until so many have come; the seconds it takes.
  double wait(Extent count) {
    double seconds = 0;
    while (arrived_ < count) {
      seconds += until_next();
      arrive();
    }
    return seconds;
  }

 private:
  double one_for_all() const {
    return std::max(static_cast<double>(started_ - arrived_) * panel_.carry, panel_.alone);
  }
  double until_next() { return std::max(end_of(arrived_) - done_, 0.0) * one_for_all(); }
  void arrive() { done_ = std::max(done_, end_of(arrived_++)); }
  double& end_of(Extent panel) { return ends_[static_cast<std::size_t>(panel) % ends_.size()]; }

  const PanelSeconds panel_;
  double done_ = 0;                            // of one panel that was under way from the begin on
  std::array<double, most_depth + 1> ends_{};  // of those under way: done_ when they come
  Extent started_ = 0, arrived_ = 0;
};

}  // namespace

PanelStreamShape panel_stream_shape(Extent k, Extent wished, Extent pieces, Extent largest_bytes) {
  k = std::max<Extent>(k, 1);
  const Extent room = std::max<Extent>(panel_bytes / std::max<Extent>(largest_bytes, 1), 1);
  const Extent most = std::min(wished * std::min(pieces, most_pieces), k);
  const Extent width = std::clamp<Extent>(room / least_depth, 1, std::max<Extent>(most, 1));
  PanelStreamShape shape;
  shape.steps = (k + width - 1) / width;
  shape.width = (k + shape.steps - 1) / shape.steps;
  shape.depth =
      static_cast<int>(std::min(std::max<Extent>(std::min(most_depth, room / shape.width), 2), shape.steps));
  return shape;
}

double streamed_seconds(const PanelStreamShape& shape, const PanelSeconds& panel) {
  Link link(panel);
  Extent started = 0;
  double seconds = 0;
  const auto start_up_to = [&](Extent last) {
    for (; started < std::min(last, shape.steps); ++started) link.start();
  };
  start_up_to(1);
  for (Extent s = 0; s < shape.steps; ++s) {
    seconds += link.wait(s + 1);
    start_up_to(std::min(s + shape.depth, 2 * (s + 1)));
    link.pass(panel.work);
    seconds += panel.work;
  }
  return seconds;
}

}  // namespace het
