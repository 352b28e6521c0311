#include "src/model/product/streamed_seconds.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace het {
namespace {

// The link of one process: all panels under way advance at one rate, so that they come in their order.
class Link {
 public:
  Link(const PanelSeconds& panel, int depth) : panel_(panel), ends_(static_cast<std::size_t>(depth) + 1) {}

  // One more panel, of such a part of a whole one.
  void start(double size) { end_of(started_++) = done_ + size; }
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
    if (arrived_ == 0) return std::max(static_cast<double>(started_) * panel_.carry, panel_.first_alone);
    return panel_.together(started_ - arrived_);
  }
  double until_next() { return std::max(end_of(arrived_) - done_, 0.0) * one_for_all(); }
  void arrive() { done_ = std::max(done_, end_of(arrived_++)); }
  double& end_of(Extent panel) { return ends_[static_cast<std::size_t>(panel) % ends_.size()]; }

  const PanelSeconds panel_;
  double done_ = 0;           // of one long panel that was under way from the begin on
  std::vector<double> ends_;  // of those under way: done_ when they come
  Extent started_ = 0, arrived_ = 0;
};

}  // namespace

double streamed_seconds(const PanelStreamShape& shape, const PanelSeconds& panel) {
  Link link(panel, shape.depth);
  Extent started = 0;
  double seconds = 0;
  const auto size = [&](Extent s) {
    return static_cast<double>(shape.length(s)) / static_cast<double>(shape.width);
  };
  const auto start_up_to = [&](Extent last) {
    for (; started < last; ++started) link.start(size(started));
  };
  start_up_to(shape.started(0));
  for (Extent s = 0; s < shape.steps; ++s) {
    seconds += link.wait(s + 1);
    start_up_to(shape.started(s + 1));
    link.pass(panel.work * size(s));
    seconds += panel.work * size(s);
  }
  return seconds;
}

Extent narrow_first_panel(const PanelSeconds& panel, Extent width) {
  constexpr Extent unit = 8, least = 16;
  if (panel.work <= panel.carry) return width;
  const double enough = static_cast<double>(width) * panel.carry / panel.work;
  return std::max(ceil_div(static_cast<Extent>(enough), unit) * unit, least);
}

}  // namespace het
