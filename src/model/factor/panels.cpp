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
}

double Panels::interchanged_below(std::size_t s) const {
  double r = 0;
  for (int i = 0; i < p(); ++i) r += static_cast<double>(rows_left(s + 1, i));
  const double k = static_cast<double>(panels_.back().end - panels_[s].end);
  return k > 0 ? k / r * (2 - k / r) : 0;
}

DiagonalLeft::DiagonalLeft(const Panels& panels, const AxisMap& rows)
    : p_(static_cast<std::size_t>(panels.p())), q_(static_cast<std::size_t>(panels.q())) {
  const std::size_t processes = p_ * q_;
  elements_.assign((panels.count() + 1) * processes, 0);
  for (std::size_t s = panels.count(); s-- > 0;) {
    Extent* const here = elements_.data() + s * processes;
    std::copy_n(here + processes, processes, here);
    for (GlobalIndex begin(panels[s].begin), end = begin; begin.value() < panels[s].end; begin = end) {
      end = std::min(rows.block_end(rows.block(begin)), GlobalIndex(panels[s].end));
      here[rows.owner(begin).at() * q_ + static_cast<std::size_t>(panels[s].col)] += end - begin;
    }
  }
}

}  // namespace het
