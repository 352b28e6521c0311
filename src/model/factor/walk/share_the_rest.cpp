#include "src/model/factor/walk/share_the_rest.hpp"

#include "src/model/factor/walk/ring_message.hpp"

namespace het {

Program share_the_rest(Walk& walk, const FactorSteps& steps, int i, int j, int channel,
                       double bytes_of_column, double more) {
  const std::vector<int> columns = steps.audience.rest();
  if (columns.empty()) co_return;
  const int rank = steps.rank(i, j);
  const Extent missed = steps.shape.k - steps.panels[steps.audience.common()].begin;
  RingMessage message(walk, rank);
  message.start(steps.line(i, columns), channel, static_cast<double>(missed) * bytes_of_column + more);
  co_await walk.wait(rank, [&message] { return message.finished(); });
}

}  // namespace het
