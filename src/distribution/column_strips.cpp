#include "src/distribution/column_strips.hpp"

#include <algorithm>

namespace het {
namespace {

constexpr Extent least_width = 64;

}  // namespace

ColumnStrips::ColumnStrips(Extent n) : n_(n), count_(std::clamp<Extent>(n / least_width, 1, most_strips)) {}

Extent ColumnStrips::at_a_time(const AxisMap& cols) const {
  const Extent most = cols.largest_part();
  const auto evenly = [&](Extent w) {
    for (Extent s = 0; s + w <= count_; ++s)
      for (int p = 0; p < cols.processes(); ++p)
        if (8 * count_ * cols.local_size(ProcessCoord(p), GlobalIndex(begin(s)), GlobalIndex(begin(s + w))) >
            9 * w * most)
          return false;
    return true;
  };
  for (Extent w = 1; w < count_; ++w)
    if (evenly(w)) return w;
  return count_;
}

}  // namespace het
