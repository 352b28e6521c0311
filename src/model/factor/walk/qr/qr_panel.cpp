#include "src/model/factor/walk/qr/qr_panel.hpp"

#include <algorithm>
#include <utility>

#include "src/distribution/panels/reflectors/panel_sums.hpp"
#include "src/model/factor/walk/channels.hpp"

namespace het {
QrPanelProgram::QrPanelProgram(Walk& walk, const FactorSteps& steps, int i, int j, const LocalWork& work)
    : walk_(walk),
      steps_(steps),
      i_(i),
      j_(j),
      rank_(steps.rank(i, j)),
      work_(work),
      rounds_(walk, steps, i, j, QrChannel::columns) {}

Program QrPanelProgram::factor(const Panel& panel, const PanelGroup& group) {
  group_begin_ = group.begin();
  begin_ = panel.begin - group_begin_;
  end_ = panel.end - group_begin_;
  co_await factor(begin_, end_);
  co_await walk_.work(rank_, std::exchange(owed_, 0));
}

Program QrPanelProgram::factor(Extent begin, Extent end) {
  const Extent middle = right_half(begin, end);
  if (middle == end) {
    co_await eliminate(begin, end);
    if (end == end_) co_await reflect(begin, end, end);
    co_return;
  }
  co_await factor(begin, middle);
  co_await reflect(begin, middle, end);
  co_await factor(middle, end);
}

// The columns of a leaf. Rounds that go together are one with all that they carry, after the time that the
// others take without it.
Program QrPanelProgram::eliminate(Extent begin, Extent end) {
  Extent elements = 0;
  for (Extent j = begin; j < end; ++j) {
    elements += column_elements(end - j - 1);
    owed_ += begin_column(j, end);
    if (j + 1 < end && (j - begin + 1) % rounds_.together() > 0)
      owed_ += rounds_.empty_round();
    else
      co_await gather(std::exchange(elements, 0));
    owed_ += end_column(j, end);
  }
}

// The norm of what is below the diagonal, and its product with the rest of the leaf.
double QrPanelProgram::begin_column(Extent j, Extent end) const {
  const Extent below = rows(j + 1);
  return work_.columns(2 * below) + work_.vectors(below * (end - j - 1));
}

// v, and its reflector on the rest of the leaf.
double QrPanelProgram::end_column(Extent j, Extent end) const {
  return work_.columns(rows(j + 1)) + work_.vectors(rows(j) * (end - j - 1));
}

// T's columns of the leaf that ends at `middle`; what the left half does to the right one.
Program QrPanelProgram::reflect(Extent begin, Extent middle, Extent end) {
  const ReflectorSum sum = reflector_sum(begin_, begin, middle, end);
  const Extent leaf = sum.leaf, leaf_columns = middle - leaf, left = middle - begin, right = end - middle;
  const auto near = [this](Extent m, Extent n, Extent k) {
    return work_.near_product(m * n * k, std::min({m, n, k}));
  };
  owed_ += near(middle, leaf_columns, rows(leaf)) + near(right, left, rows(begin));
  co_await gather(sum.elements());
  owed_ += work_.columns(sum.elements() * (steps_.panels.p() - 1)) +
           (near(leaf, leaf_columns, leaf) + near(leaf, leaf_columns, leaf_columns)) / 2 +
           near(right, left, left) / 2 + near(rows(begin), right, left);
}

// All that is owed, then so many elements from each rank of the process column to each other.
Program QrPanelProgram::gather(Extent elements) {
  if (!rounds_.any()) co_return;
  co_await walk_.work(rank_, std::exchange(owed_, 0));
  rounds_.start(static_cast<double>(elements) * steps_.element_bytes());
  co_await walk_.wait(rank_, [this] { return rounds_.over(); });
}

}  // namespace het
