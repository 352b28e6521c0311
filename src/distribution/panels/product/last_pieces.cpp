#include "src/distribution/panels/product/last_pieces.hpp"

namespace het {
namespace {

constexpr Extent least_piece = 128;  // columns that a product multiplies at nearly full speed

}  // namespace

std::vector<FinishedColumns> last_product_pieces(const AxisMap& cols, ProcessCoord process, Extent pieces) {
  std::vector<FinishedColumns> ends;
  Extent begin = 0;
  for (Extent i = 1; i <= pieces; ++i) {
    const Extent col = part_begin(0, cols.extent(), i, pieces),
                 end = cols.local_begin(GlobalIndex(col), process).value();
    if (i < pieces && end - begin < least_piece) continue;
    ends.push_back({col, end});
    begin = end;
  }
  return ends;
}

}  // namespace het
