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

std::vector<StripPart> strips_in(const ColumnStrips& columns, Extent m, bool triangle) {
  std::vector<StripPart> parts;
  for (Extent s = 0; s < columns.count(); ++s) {
    const Extent begin = columns.begin(s), top = triangle ? begin : 0;
    parts.push_back({top, begin, m - top, columns.end(s) - begin});
  }
  return parts;
}

std::vector<StripPart> strips_back(const ColumnStrips& columns, Extent m, bool triangle) {
  const Extent n = columns.columns();
  std::vector<StripPart> parts;
  const auto add = [&](const StripPart& part) {
    if (part.m > 0 && part.n > 0) parts.push_back(part);
  };
  for (Extent s = 0; s < columns.count(); ++s) {
    const Extent begin = columns.begin(s), end = columns.end(s), ready = std::min({end, m, n});
    if (!triangle) add({begin, end, ready - begin, n - end, ready});
    add({begin, begin, m - begin, end - begin, ready});
  }
  return parts;
}

}  // namespace het
