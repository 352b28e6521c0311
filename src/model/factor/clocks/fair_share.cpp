#include "src/model/factor/clocks/fair_share.hpp"

#include <algorithm>
#include <numeric>

namespace het {

// Of transfers of one length the first to begin is the first to end. `served` is what each would have had of the link that
// had been under way all along: a transfer that begins at s_i ends when it has grown by its length since then.
std::vector<double> fair_share_ends(const std::vector<double>& begins, double seconds) {
  std::vector<std::size_t> order(begins.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return begins[a] < begins[b]; });
  std::vector<double> ends(begins.size()), served_at_end(begins.size());
  double now = 0, served = 0;
  for (std::size_t begun = 0, ended = 0; ended < order.size();) {
    const std::size_t under_way = begun - ended;
    const auto together = static_cast<double>(under_way);
    const double next_end = under_way > 0 ? now + (served_at_end[ended] - served) * together : 0;
    if (begun < order.size() && (under_way == 0 || begins[order[begun]] <= next_end)) {
      const double begin = begins[order[begun]];
      if (under_way > 0) served += (begin - now) / together;
      now = begin;
      served_at_end[begun++] = served + seconds;
    } else {
      now = ends[order[ended]] = next_end;
      served = served_at_end[ended++];
    }
  }
  return ends;
}

}  // namespace het
