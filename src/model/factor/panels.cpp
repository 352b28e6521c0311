#include "src/model/factor/panels.hpp"

#include <algorithm>
#include <numeric>

#include "src/distribution/panels/solve_weights.hpp"

namespace het {
namespace {

// What each process has from the current place of an axis on; a walk from its begin to its end.
class Rest {
 public:
  explicit Rest(const AxisMap& axis) : axis_(axis), left_(axis.local_sizes()) {}

  void walk_to(Extent end) {
    while (place_ < end) {
      const BlockIndex block = axis_.block(GlobalIndex(place_));
      const Extent next = std::min(end, axis_.block_end(block).value());
      left_[axis_.owner(block).at()] -= next - place_;
      place_ = next;
    }
  }
  void append_to(std::vector<Extent>& table) const { table.insert(table.end(), left_.begin(), left_.end()); }

 private:
  const AxisMap& axis_;
  std::vector<Extent> left_;
  Extent place_ = 0;
};

}  // namespace

Panels::Panels(const Distribution& matrix, Extent widest)
    : panels_(cut_panels(matrix.cols, std::min(matrix.rows.extent(), matrix.cols.extent()), widest)),
      p_(static_cast<std::size_t>(matrix.p())),
      q_(static_cast<std::size_t>(matrix.q())) {
  const AxisMap &rows = matrix.rows, &cols = matrix.cols;
  Rest rest_of_rows(rows), rest_of_cols(cols);
  const auto append = [&](Extent begin) {
    rest_of_rows.walk_to(begin);
    rest_of_rows.append_to(rows_);
    rest_of_cols.walk_to(begin);
    rest_of_cols.append_to(cols_);
  };
  for (const Panel& panel : panels_) {
    diagonal_rows_.push_back(static_cast<int>(rows.owner(GlobalIndex(panel.begin)).value()));
    widest_ = std::max(widest_, panel.width());
    append(panel.begin);
  }
  append(std::min(rows.extent(), cols.extent()));
  const auto weights = solve_weights(rows);
  const auto all =
      static_cast<double>(std::max<Extent>(std::accumulate(weights.begin(), weights.end(), Extent{0}), 1));
  for (const Extent weight : weights) solve_parts_.push_back(static_cast<double>(weight) / all);
  diagonal_.assign((count() + 1) * p_ * q_, 0);
  for (std::size_t s = count(); s-- > 0;) {
    const auto next = diagonal_.begin() + static_cast<std::ptrdiff_t>((s + 1) * p_ * q_);
    const auto here = std::copy(next, next + static_cast<std::ptrdiff_t>(p_ * q_),
                                next - static_cast<std::ptrdiff_t>(p_ * q_)) -
                      static_cast<std::ptrdiff_t>(p_ * q_);
    here[diagonal_rows_[s] * static_cast<int>(q_) + panels_[s].col] += panels_[s].width();
  }
}

}  // namespace het
