#include "blacs_het/plan/decision/predicted_ways.hpp"

#include <gtest/gtest.h>

namespace het {
namespace {

RankedWays taking(double seconds) {
  RankedWays ranked;
  ranked.ways.emplace().reference = seconds;
  return ranked;
}

TEST(PredictedWays, AreKnownByCallAndPlatform) {
  PredictedWays known;
  const Platform platform{{1, 2}, 1e-10, {8e-10, 1e-5}};
  known.keep("a", platform, taking(1));
  known.keep("b", platform, taking(2));
  ASSERT_TRUE(known.find("a", platform));
  EXPECT_EQ(known.find("a", platform)->ways->reference, 1);
  EXPECT_FALSE(known.find("c", platform));
  for (const Platform& other :
       {Platform{{1, 3}, 1e-10, {8e-10, 1e-5}}, Platform{{1, 2}, 2e-10, {8e-10, 1e-5}},
        Platform{{1, 2}, 1e-10, {8e-9, 1e-5}}})
    EXPECT_FALSE(known.find("a", other));
  known.keep("a", platform, taking(3));
  EXPECT_EQ(known.find("a", platform)->ways->reference, 3) << "instead";
}

TEST(PredictedWays, DoNotGrowForEver) {
  PredictedWays known;
  for (int key = 0; key < 100; ++key) known.keep(std::to_string(key), {{1}, 1e-10}, taking(key));
  EXPECT_FALSE(known.find("0", {{1}, 1e-10}));
  EXPECT_TRUE(known.find("99", {{1}, 1e-10}));
}

TEST(PredictedWays, TellHowLongRankingTakes) {
  PredictedWays known;
  EXPECT_DOUBLE_EQ(known.ranking_seconds(16, 1e-3), 0.1) << "by what is known of the layout in place";
  known.note_ranking(16, 0.3);
  EXPECT_DOUBLE_EQ(known.ranking_seconds(16, 1e-3), 0.3);
  EXPECT_DOUBLE_EQ(known.ranking_seconds(4, 1e-3), 0.1);
}

TEST(PredictedWays, TellHowLongPredictingTakes) {
  PredictedWays known;
  const CallShape lu = CallShape::factorization(RoutineKind::lu, 6400, 6400, 2, 8),
                  product = CallShape::product(6400, 6400, 6400, 2, 8);
  const double guess = known.predicting_seconds(lu, 1024);
  EXPECT_NEAR(guess, 0.15, 0.05) << "1024 processes, 100 panels";
  EXPECT_LT(known.predicting_seconds(product, 1024), guess / 10);
  known.note_predicting(lu, 512, 0.05);
  EXPECT_DOUBLE_EQ(known.predicting_seconds(lu, 1024), 0.1);
  EXPECT_LT(known.predicting_seconds(product, 1024), guess / 10) << "each routine by itself";
}

}  // namespace
}  // namespace het
