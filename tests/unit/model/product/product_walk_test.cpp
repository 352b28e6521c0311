#include "src/model/product/product_walk.hpp"

#include <gtest/gtest.h>

#include "src/model/product/product_messages.hpp"
#include "src/model/product/product_traffic.hpp"
#include "tests/unit/model/as_simulated.hpp"
#include "tests/unit/model/square_calls.hpp"

namespace het {
namespace {

using test::square_of;

// All that travels, by rank: sent, received.
struct Bytes {
  double sent = 0, received = 0;
};
void count(std::vector<Bytes>& bytes, const std::vector<ProductMessage>& messages) {
  for (const ProductMessage& message : messages) {
    bytes[static_cast<std::size_t>(message.from)].sent += message.bytes;
    bytes[static_cast<std::size_t>(message.to)].received += message.bytes;
  }
}

TEST(ProductMessages, OfAllPanelsAreWhatRanksLack) {
  const Distribution uniform = block_cyclic(500, 500, 64, 64, 2, 2);
  const Distribution other{AxisMap(500, 8, 8, {0, 0, 0, 1, 2}, 3), AxisMap(500, 500, 500, {0}, 1)};
  Placement square = Placement::row_major(2, 2), column = Placement::row_major(3, 1);
  square.of_rank.resize(5), column.of_rank.resize(5);
  std::swap(column.of_rank[0], column.of_rank[4]);  // one that has none of A, B and the caller's C
  const Platform platform{std::vector<double>(5, 1), 1e-9, {1e-9, 0}};
  const CallShape shape = square_of(500);
  const Placed caller{uniform, square}, moved{other, column};
  const PanelStreamShape flow{.width = 100, .steps = 5, .depth = 3};
  for (const Placed* const operands : {&caller, static_cast<const Placed*>(nullptr)}) {
    const Placed& c = operands ? moved : caller;
    const ProductMessages messages(shape, c, operands ? *operands : c);
    const ProductTraffic traffic(platform, shape, c, operands);
    std::vector<Bytes> bytes(5);
    for (Extent s = 0; s < flow.steps; ++s) count(bytes, messages.of_panel(flow, s));
    for (int rank = 0; rank < 5; ++rank) {
      EXPECT_DOUBLE_EQ(bytes[static_cast<std::size_t>(rank)].sent, traffic.volume(rank).sent) << rank;
      EXPECT_DOUBLE_EQ(bytes[static_cast<std::size_t>(rank)].received, traffic.volume(rank).received) << rank;
    }
  }
}

TEST(ProductMessages, OfAllStripsAreCButForWhatStays) {
  const Distribution uniform = block_cyclic(500, 400, 64, 64, 2, 2);
  const Distribution columns{AxisMap(500, 500, 500, {0}, 1), AxisMap(400, 100, 100, {0, 1, 2, 3}, 4)};
  const Placement square = Placement::row_major(2, 2), row = Placement::row_major(1, 4);
  const CallShape shape = CallShape::product(500, 400, 300, 2, 8);
  const ProductMessages messages(shape, {columns, row}, {uniform, square});
  const ColumnStrips strips(400);
  std::vector<Bytes> bytes(4);
  for (Extent s = 0; s < strips.count(); ++s) count(bytes, messages.of_strip(strips, s));
  std::vector<double> elements(4);
  for (Extent i = 0; i < 500; ++i)
    for (Extent j = 0; j < 400; ++j) {
      const auto from = static_cast<std::size_t>(columns.cols.owner(GlobalIndex(j)).at()),
                 to = 2 * uniform.rows.owner(GlobalIndex(i)).at() + uniform.cols.owner(GlobalIndex(j)).at();
      if (from != to) ++elements[from];
    }
  for (std::size_t rank = 0; rank < 4; ++rank) EXPECT_DOUBLE_EQ(bytes[rank].sent, 8 * elements[rank]) << rank;
}

// A message of one piece for each 96 KiB of whole columns, and one of what is left.
TEST(ProductMessages, HaveThePiecesThatAnExchangeCuts) {
  const Distribution two = block_cyclic(2000, 2000, 1000, 1000, 1, 2);
  const Placement row = Placement::row_major(1, 2);
  const CallShape shape = square_of(2000);
  const ProductMessages messages(shape, {two, row}, {two, row});
  const auto of_a = messages.of_panel({.width = 200, .steps = 10, .depth = 3}, 0);
  // 2000 rows of A: six columns in 96 KiB, 33 messages of them and one of two columns.
  ASSERT_EQ(of_a.size(), 2u);
  EXPECT_EQ(of_a[0].from, 0);
  EXPECT_EQ(of_a[0].to, 1);
  EXPECT_EQ(of_a[0].pieces, 33);
  EXPECT_DOUBLE_EQ(of_a[0].bytes, 8.0 * 2000 * 198);
  EXPECT_EQ(of_a[1].pieces, 1);
  EXPECT_DOUBLE_EQ(of_a[1].bytes, 8.0 * 2000 * 2);
}

// Two ranks in a row, with all of A's and of B's columns each; A's panels go from one to the other in turn.
class TwoRanks : public testing::Test {
 protected:
  static constexpr Extent n = 400;
  const Distribution halves = block_cyclic(n, n, 100, 100, 1, 2);
  const Placement row = Placement::row_major(1, 2);
  const PanelStreamShape flow{.width = 100, .steps = 4, .depth = 2};
  // A panel of A is n x 100: as many seconds on a link.
  double seconds(double panel, const std::vector<PanelWork>& work, double latency = 0) const {
    const Platform platform{{1, 1}, 1e-9, {panel / (8.0 * n * 100), latency}};
    return walk_product(platform, square_of(n), {halves, row}, nullptr, flow, work).value().all;
  }
};

TEST_F(TwoRanks, TakeAsLongAsTheirProducts) {
  EXPECT_NEAR(seconds(0, {{0, 0, 2}, {0, 0, 2}}), 8, 1e-6);
  EXPECT_NEAR(seconds(0, {{0, 0, 1}, {0, 0, 3}}), 12, 1e-6);
  EXPECT_NEAR(seconds(0, {{0.5, 0.25, 1}, {0.5, 0.25, 1}}), 7, 1e-6) << "copies go on the same clock";
}

TEST_F(TwoRanks, WaitForTheFirstPanelAndForNoneThatComesMeanwhile) {
  // Rank 1 waits for panel 0; panels 1 and 3 go the other way, and panel 2 comes while it multiplies.
  EXPECT_NEAR(seconds(1, {{0, 0, 2}, {0, 0, 2}}), 9, 1e-6);
  EXPECT_NEAR(seconds(1, {{0, 0, 2}, {0, 0, 2}}, 0.5), 9.5, 1e-6) << "and a latency";
}

// With ten times as long on the wire: panel 0 comes to rank 1 at 10. Rank 0 has started panel 1 then, which comes at 20, if
// rank 1 has: that starts it when panel 0 has come. So each comes ten seconds after the one before, and two products follow.
TEST_F(TwoRanks, AreAsQuickAsTheWireWhereThatIsSlow) {
  EXPECT_NEAR(seconds(10, {{0, 0, 1}, {0, 0, 1}}), 42, 2.01);
  EXPECT_GE(seconds(10, {{0, 0, 1}, {0, 0, 1}}), 20);
}

// C comes to rank 1 alone on the caller's layout: of rank 0 its whole part travels, behind its last product, or beside it but
// for the last of four pieces, 100 of its 500 columns.
TEST(ProductWalk, SendsCWhereItGoesWhileTheLastProductGoesOn) {
  constexpr Extent n = 1000;
  const Distribution halves = block_cyclic(n, n, 500, 500, 1, 2),
                     whole{AxisMap(n, n, n, {0}, 1), AxisMap(n, n, n, {0}, 1)};
  const Placement row = Placement::row_major(1, 2), second{{{-1, -1}, {0, 0}}};
  const Placed caller{whole, second};
  const PanelStreamShape flow{.width = 250, .steps = 4, .depth = 2};
  const auto left = [&](double product) {
    const Platform platform{{1, 1}, 1e-9, {100 / (8.0 * n * n / 2), 0}};
    const WalkedSeconds seconds =
        walk_product(platform, square_of(n), {halves, row}, &caller, flow, {{0, 0, product}, {0, 0, product}})
            .value();
    return seconds.all - seconds.computed;
  };
  EXPECT_NEAR(left(1e-9), 100, 0.1) << "nothing hides it";
  EXPECT_NEAR(left(500), 20, 1.1) << "but what is final last";
}

}  // namespace
}  // namespace het
