#include "src/model/factor/panels.hpp"

#include <algorithm>

namespace het {
namespace {

// What each process has from `begin` on.
void append_left(std::vector<Extent>& left, const AxisMap& axis, GlobalIndex begin) {
  for (int at = 0; at < axis.processes(); ++at)
    left.push_back(axis.local_size(ProcessCoord(at), begin, GlobalIndex(axis.extent())));
}

}  // namespace

Panels::Panels(const Distribution& matrix, Extent widest)
    : p_(static_cast<std::size_t>(matrix.p())), q_(static_cast<std::size_t>(matrix.q())) {
  const AxisMap &rows = matrix.rows, &cols = matrix.cols;
  const Extent k = std::min(rows.extent(), cols.extent());
  for (Extent begin = 0; begin < k;) {
    const GlobalIndex at(begin);
    const Extent end = begin + std::min({widest, cols.block_end(cols.block(at)) - at, k - begin});
    panels_.push_back({begin, end - begin, static_cast<int>(rows.owner(at).value()),
                       static_cast<int>(cols.owner(at).value())});
    append_left(rows_, rows, at);
    append_left(cols_, cols, at);
    begin = end;
  }
  append_left(rows_, rows, GlobalIndex(k));
  append_left(cols_, cols, GlobalIndex(k));
}

}  // namespace het
