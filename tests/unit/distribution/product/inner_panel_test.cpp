#include "src/distribution/panels/product/inner_panel.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace het {
namespace {

struct Case {
  AxisMap a, b;
  Extent a_begin, b_begin, length;
};

// Each k's place in the panel, found from both operands.
void expect_one_order(const Case& c) {
  const InnerPanel panel =
      make_inner_panel({&c.a, GlobalIndex(c.a_begin)}, {&c.b, GlobalIndex(c.b_begin)}, c.length);
  const AxisMap* maps[] = {&c.a, &c.b};
  const Extent begins[] = {c.a_begin, c.b_begin};
  std::vector<Extent> k_at[2];
  for (const auto side : {InnerPanel::a, InnerPanel::b}) {
    k_at[side].assign(static_cast<std::size_t>(c.length), -1);
    for (int p = 0; p < maps[side]->processes(); ++p)
      for (const Run& run : panel.overlap[side]->runs(ProcessCoord(p), ProcessCoord(0)))
        for (Extent e = 0; e < run.length; ++e) {
          Extent& k = k_at[side][static_cast<std::size_t>(run.target.value() + e)];
          ASSERT_EQ(k, -1) << "two k's at one position";
          k = maps[side]->global_index(run.source + e, ProcessCoord(p)).value() - begins[side];
        }
  }
  EXPECT_EQ(k_at[InnerPanel::a], k_at[InnerPanel::b]);
  EXPECT_EQ(std::set(k_at[0].begin(), k_at[0].end()).size(), static_cast<std::size_t>(c.length));
  EXPECT_EQ(*std::min_element(k_at[0].begin(), k_at[0].end()), 0);

  Extent position = 0;
  for (const InnerPanel::Piece& piece : panel.pieces) {
    EXPECT_EQ(piece.position, position);
    position += piece.length;
    for (const auto side : {InnerPanel::a, InnerPanel::b}) {
      bool consecutive = true;
      for (Extent e = 0; e < piece.length; ++e) {
        const GlobalIndex k(begins[side] + k_at[side][static_cast<std::size_t>(piece.position + e)]);
        EXPECT_EQ(maps[side]->owner(k), piece.owner[side]);
        consecutive = consecutive && maps[side]->local_index(k) == piece.begin[side] + e;
      }
      EXPECT_EQ(piece.consecutive[side], consecutive);
    }
  }
  EXPECT_EQ(position, c.length);
}

TEST(InnerPanel, BothOperandsAgreeOnTheOrder) {
  for (const int p : {1, 2, 3})
    for (const int q : {1, 2, 4})
      for (const Extent nb : {1, 2, 5}) {
        expect_one_order(
            {AxisMap::block_cyclic(40, 4, q, q - 1), AxisMap::block_cyclic(50, nb, p), 0, 3, 37});
        expect_one_order(
            {AxisMap(40, 2, 1, {0, 0, 0, q - 1}, q), AxisMap::block_cyclic(40, nb, p), 7, 0, 33});
      }
}

TEST(InnerPanel, WorkedExample) {
  const AxisMap map = AxisMap::block_cyclic(8, 2, 2);
  const InnerPanel panel = make_inner_panel({&map, GlobalIndex(0)}, {&map, GlobalIndex(0)}, 8);
  ASSERT_EQ(panel.pieces.size(), 2u);
  EXPECT_EQ(panel.pieces[1].owner[InnerPanel::a], ProcessCoord(1));
  EXPECT_EQ(panel.pieces[1].position, 4);
  EXPECT_TRUE(panel.pieces[1].consecutive[InnerPanel::a] && panel.pieces[1].consecutive[InnerPanel::b]);
  const auto& runs = panel.overlap[InnerPanel::b]->runs(ProcessCoord(1), ProcessCoord(0));
  EXPECT_EQ(runs, (std::vector<het::Run>{{LocalIndex(0), LocalIndex(4), 4}}));
}

}  // namespace
}  // namespace het
