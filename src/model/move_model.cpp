#include "src/model/move_model.hpp"

#include <algorithm>

#include "src/distribution/schedule.hpp"

namespace het {

double move_seconds(const Platform& platform, Extent element_bytes, const Placed& from, const Placed& to) {
  const GlobalIndex zero(0);
  const Schedule schedule({&from.distribution, &from.placement, zero, zero},
                          {&to.distribution, &to.placement, zero, zero}, from.distribution.rows.extent(),
                          from.distribution.cols.extent());
  double most = 0;
  for (int rank = 0; rank < from.placement.ranks(); ++rank) {
    const auto mine = schedule.for_rank(rank);
    Extent sent = 0, received = 0;
    for (const Transfer& t : mine.sends) sent += t.elements();
    for (const Transfer& t : mine.receives) received += t.elements();
    const double bytes = static_cast<double>(std::max(sent, received) * element_bytes);
    const auto messages = static_cast<double>(mine.sends.size() + mine.receives.size());
    most = std::max(most, bytes * platform.seconds_per_byte + messages * platform.latency);
  }
  return most;
}

}  // namespace het
