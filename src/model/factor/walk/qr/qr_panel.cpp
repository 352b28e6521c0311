#include "src/model/factor/walk/qr/qr_panel.hpp"

#include <algorithm>
#include <utility>

#include "src/distribution/panels/panel_ends.hpp"
#include "src/model/factor/walk/qr/qr_channel.hpp"

namespace het {
namespace {

// Messages of the rounds of all columns: where there would be more than this, those of a leaf go together.
constexpr double most_column_messages = 2e4;

// Scale and sum of squares of a column, its products with the rest of the leaf, and the diagonal's row of
// these.
constexpr Extent column_elements(Extent j, Extent end) { return 3 + 2 * (end - j - 1); }

double column_messages(const FactorSteps& steps) {
  return static_cast<double>(steps.shape.k) * steps.panels.p() * (steps.panels.p() - 1);
}

}  // namespace

QrPanelProgram::QrPanelProgram(Walk& walk, const FactorSteps& steps, int i, int j, const LocalWork& work)
    : walk_(walk),
      steps_(steps),
      i_(i),
      j_(j),
      rank_(steps.rank(i, j)),
      work_(work),
      rounds_together_(column_messages(steps) > most_column_messages) {
  const int p = steps.panels.p();
  for (int row = 0; row < p; ++row) {
    const LinkCosts& link = steps.platform.link(rank_, steps.rank(row, j));
    empty_round_ = std::max(empty_round_, link.latency + (p - 2) * link.message_overhead);
  }
}

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
    elements += column_elements(j, end);
    owed_ += begin_column(j, end);
    if (rounds_together_ && j + 1 < end)
      owed_ += empty_round_;
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
  const Extent leaf = middle - 1 - (middle - 1 - begin_) % leaf_width, leaf_columns = middle - leaf,
               left = middle - begin, right = end - middle, size = middle * leaf_columns + right * left;
  const auto near = [this](Extent m, Extent n, Extent k) {
    return work_.near_product(m * n * k, std::min({m, n, k}));
  };
  owed_ += near(middle, leaf_columns, rows(leaf)) + near(right, left, rows(begin));
  co_await gather(size);
  owed_ += work_.columns(size * (steps_.panels.p() - 1)) +
           (near(leaf, leaf_columns, leaf) + near(leaf, leaf_columns, leaf_columns)) / 2 +
           near(right, left, left) / 2 + near(rows(begin), right, left);
}

// All that is owed, then so many elements from each rank of the process column to each other.
Program QrPanelProgram::gather(Extent elements) {
  const int p = steps_.panels.p();
  if (p == 1) co_return;
  co_await walk_.work(rank_, std::exchange(owed_, 0));
  const double bytes = static_cast<double>(elements) * steps_.element_bytes();
  for (int step = 1; step < p; ++step) {
    walk_.receive(rank_, steps_.rank((i_ + p - step) % p, j_), QrChannel::columns, round_);
    walk_.send(rank_, steps_.rank((i_ + step) % p, j_), QrChannel::columns, bytes, 1, round_);
  }
  co_await walk_.wait(rank_, [this] { return round_.none(); });
}

}  // namespace het
