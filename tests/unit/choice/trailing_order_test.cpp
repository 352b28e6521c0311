#include "blacs_het/plan/choice/trailing_order.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "src/base/error.hpp"

namespace het {
namespace {

TEST(TrailingOrder, WorkedExample) {
  const std::vector<double> weights{2, 1};
  EXPECT_EQ(trailing_order(weights, 6, BlockWork::equal), (std::vector<int>{1, 0, 0, 1, 0, 0}));
  EXPECT_EQ(trailing_order(weights, 6, BlockWork::growing), (std::vector<int>{0, 0, 1, 0, 0, 0}));
}

TEST(TrailingOrder, EveryTrailingPartIsSharedByTheWeights) {
  const std::vector<double> weights{1, 0.128, 0.5, 0.125};
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  for (const BlockWork work : {BlockWork::equal, BlockWork::growing}) {
    const std::vector<int> order = trailing_order(weights, 200, work);
    std::vector<double> load(weights.size());
    double total = 0;
    for (std::size_t d = 1; d <= order.size(); ++d) {
      const double height = work == BlockWork::equal ? 1 : static_cast<double>(d);
      load[static_cast<std::size_t>(order[order.size() - d])] += height;
      total += height;
      // Who got a block would have finished it first: load_k / w_k <= (load_j + height) / w_j for all j, summed over
      // j != k.
      for (std::size_t k = 0; k < weights.size(); ++k)
        EXPECT_LE(load[k] * sum, (total + 3 * height) * weights[k] + 1e-9) << d << ' ' << k;
    }
  }
}

// Columns of a lower triangle are the higher the farther they are from the end; its rows, and both of LU, are equal.
TEST(TrailingOrder, OnlyColumnsOfATriangleGrow) {
  const Arrangement grid = parse_arrangement("1,2;3,6");
  const GridWeights weights{{3, 1}, {2, 1}};
  const auto layout = [&](RoutineKind kind) {
    return weighted_layout(CallShape::factorization(kind, 960, 960, 2, 8), grid, 32, weights);
  };
  const auto dealt = [](const std::vector<double>& w, BlockWork work) { return trailing_order(w, 30, work); };
  for (const RoutineKind kind : {RoutineKind::lu, RoutineKind::qr, RoutineKind::cholesky}) {
    const bool triangle = kind == RoutineKind::cholesky;
    EXPECT_EQ(layout(kind).rows.pattern, dealt(weights.rows, BlockWork::equal));
    EXPECT_EQ(layout(kind).cols.pattern,
              dealt(weights.cols, triangle ? BlockWork::growing : BlockWork::equal));
  }
  EXPECT_NE(dealt(weights.cols, BlockWork::growing), dealt(weights.cols, BlockWork::equal));
}

TEST(TrailingOrder, ATinyWeightGetsNothing) {
  const std::vector<int> order = trailing_order(std::vector<double>{1, 1e-20}, 50, BlockWork::equal);
  EXPECT_EQ(std::accumulate(order.begin(), order.end(), 0), 0);
}

TEST(TrailingOrder, BadWeightsAreRefused) {
  EXPECT_THROW(trailing_order(std::vector<double>{}, 5, BlockWork::equal), Error);
  EXPECT_THROW(trailing_order(std::vector<double>{1, -1}, 5, BlockWork::equal), Error);
  EXPECT_THROW(trailing_order(std::vector<double>{1, NAN}, 5, BlockWork::growing), Error);
  EXPECT_THROW(trailing_order(std::vector<double>{1, 1}, -1, BlockWork::growing), Error);
}

}  // namespace
}  // namespace het
