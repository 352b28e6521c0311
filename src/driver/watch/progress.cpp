#include "src/driver/watch/progress.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace het {

Progress::Progress(std::string title, const CallShape& shape, double patience, Clock clock, Say say)
    : title_(std::move(title)), shape_(shape), clock_(std::move(clock)), say_(std::move(say)) {
  begin_ = clock_();
  next_ = begin_ + patience;
}

double Progress::share_done(const CallShape& shape, Extent done) {
  if (flops(shape) <= 0) return 0;
  CallShape rest = shape;
  if (is_factorization(shape.kind)) {
    rest.m = std::max<Extent>(shape.m - done, 0);
    rest.n = std::max<Extent>(shape.n - done, 0);
  }
  rest.k = std::max<Extent>(shape.k - done, 0);
  return std::clamp(1 - flops(rest) / flops(shape), 0.0, 1.0);
}

void Progress::reached(Extent step, Extent steps, Extent done) {
  const double now = clock_();
  if (now < next_) return;
  next_ = now + 1;
  const double share = share_done(shape_, done);
  constexpr double most = 99;  // per cent: the last step is still to be done, whatever share it has
  std::string line = fmt::format("hetscalapack: {}: step {} of {}, {:.0f} %", title_, step + 1, steps,
                                 std::min(100 * share, most));
  if (share > 0) line += fmt::format(", about {:.3g} s left", (now - begin_) * (1 - share) / share);
  say_(line + "\n");
}

}  // namespace het
