#include "src/model/product/product_messages.hpp"

#include <algorithm>

#include "src/distribution/panels/ring.hpp"
#include "src/model/product/product_traffic.hpp"

namespace het {
namespace {

// Messages of some ranks to others, of rows x cols elements each, whose pieces hold whole columns while these fit.
class Cut {
 public:
  Cut(Extent element_bytes, Extent chunk_bytes) : bytes_(element_bytes), room_(chunk_bytes / element_bytes) {}

  void add(int from, int to, Extent rows, Extent cols) {
    if (rows == 0 || cols == 0) return;
    const Extent of_column = ceil_div(rows, room_), together = std::max<Extent>(room_ / rows, 1);
    push(from, to, rows * (cols / together * together), cols / together * of_column);
    push(from, to, rows * (cols % together), of_column);
  }
  std::vector<ProductMessage> messages() && { return std::move(messages_); }

 private:
  void push(int from, int to, Extent elements, Extent pieces) {
    if (elements > 0)
      messages_.push_back({from, to, static_cast<double>(elements * bytes_), static_cast<int>(pieces)});
  }

  Extent bytes_, room_;  // of an element; elements in a piece
  std::vector<ProductMessage> messages_;
};

// f(rank, its coordinates) of the ranks on a grid.
template <class F>
void each_on(const Placement& grid, F f) {
  for (int rank = 0; rank < grid.ranks(); ++rank)
    if (const auto at = grid[rank]; at.on_grid()) f(rank, at);
}

}  // namespace

ProductMessages::ProductMessages(const CallShape& shape, const Placed& c, const Placed& operands)
    : shape_(shape),
      c_(c),
      operands_(operands),
      rows_(whole_overlap(operands.distribution.rows, c.distribution.rows)),
      cols_(whole_overlap(operands.distribution.cols, c.distribution.cols)),
      of_a_(inner_axis(operands.distribution.cols, shape.k)),
      of_b_(inner_axis(operands.distribution.rows, shape.k)) {}

std::vector<ProductMessage> ProductMessages::of_panel(const PanelStreamShape& flow, Extent s) const {
  const GlobalIndex begin(flow.begin(s)), end(flow.begin(s) + flow.length(s));
  Cut cut(shape_.element_bytes, usual_chunk);
  each_on(operands_.placement, [&](int from, auto has) {
    const ProcessCoord row(has.row), col(has.col);
    const Extent of_a = of_a_.local_size(col, begin, end), of_b = of_b_.local_size(row, begin, end);
    if (of_a == 0 && of_b == 0) return;
    each_on(c_.placement, [&](int to, auto needs) {
      if (to == from) return;
      cut.add(from, to, rows_.volume(row, ProcessCoord(needs.row)), of_a);
      cut.add(from, to, of_b, cols_.volume(col, ProcessCoord(needs.col)));
    });
  });
  return std::move(cut).messages();
}

std::vector<ProductMessage> ProductMessages::of_strip(const ColumnStrips& strips, Extent s) const {
  const GlobalIndex begin(strips.begin(s));
  const AxisOverlap cols({&c_.distribution.cols, begin}, {&operands_.distribution.cols, begin},
                         strips.end(s) - strips.begin(s));
  Cut cut(shape_.element_bytes, strip_chunk);
  each_on(c_.placement, [&](int from, auto has) {
    each_on(operands_.placement, [&](int to, auto needs) {
      if (to != from)
        cut.add(from, to, rows_.volume(ProcessCoord(needs.row), ProcessCoord(has.row)),
                cols.volume(ProcessCoord(has.col), ProcessCoord(needs.col)));
    });
  });
  return std::move(cut).messages();
}

}  // namespace het
