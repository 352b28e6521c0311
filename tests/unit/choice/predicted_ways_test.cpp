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

// By what quick predictions take; once it was done, by how many times as long that took on as many processes.
TEST(PredictedWays, TellHowLongRankingTakes) {
  using enum RoutineKind;
  PredictedWays known;
  const double one = known.predicting_seconds({lu, 16, 1, 0});
  EXPECT_DOUBLE_EQ(known.ranking_seconds({lu, 16, 1, 0}), 100 * one);
  known.note_ranking({lu, 16, 1000, 0}, 0.3);
  EXPECT_DOUBLE_EQ(known.ranking_seconds({lu, 16, 1000, 0}), 0.3);
  EXPECT_DOUBLE_EQ(known.ranking_seconds({lu, 16, 2000, 0}), 0.6) << "of a call with more panels";
  EXPECT_DOUBLE_EQ(known.ranking_seconds({lu, 4, 1, 0}), 100 * one);
  EXPECT_DOUBLE_EQ(known.ranking_seconds({qr, 16, 1, 0}), 100 * one);
}

// Eight layouts are followed beside it, no more than 6e5 messages, and what they take is not taken for quick predictions.
TEST(PredictedWays, TellHowLongFollowingTakesInARanking) {
  using enum RoutineKind;
  PredictedWays known;
  const double one = known.predicting_seconds({lu, 16, 1, 0});
  EXPECT_DOUBLE_EQ(known.ranking_seconds({lu, 16, 1, 1000}), (100 + 8000) * one);
  EXPECT_DOUBLE_EQ(known.ranking_seconds({lu, 16, 1, 1e5}), (100 + 6e5) * one);
  known.note_ranking({lu, 16, 100, 1000}, (5000 + 8000) * one);
  EXPECT_DOUBLE_EQ(known.ranking_seconds({lu, 16, 200, 1e5}), (10000 + 6e5) * one);
  known.note_ranking({lu, 16, 100, 1e5}, 1e4 * one);
  EXPECT_DOUBLE_EQ(known.ranking_seconds({lu, 16, 100, 0}), 100 * one) << "never less than one prediction";
}

TEST(PredictedWays, TellHowLongPredictingTakes) {
  PredictedWays known;
  const Distribution grid = block_cyclic(6400, 6400, 64, 64, 32, 32),
                     wide = block_cyclic(6400, 6400, 128, 128, 32, 32);
  const CallShape shape = CallShape::factorization(RoutineKind::lu, 6400, 6400, 2, 8);
  const PredictionWork lu = prediction_work(shape, grid),
                       product = prediction_work(CallShape::product(1, 1, 1920, 2, 8), grid);
  EXPECT_EQ(lu.quick, 1024 * 100);
  EXPECT_EQ(lu.followed, 0);
  EXPECT_EQ(prediction_work(shape, wide).quick, 1024 * 50);
  EXPECT_EQ(product.quick, 1024 + 10);
  const double guess = known.predicting_seconds(lu);
  EXPECT_NEAR(guess, 0.03, 0.015);
  EXPECT_LT(known.predicting_seconds(product), guess / 10);
  known.note_predicting({lu.kind, lu.processes, lu.quick / 2, 0}, 0.05);
  EXPECT_DOUBLE_EQ(known.predicting_seconds(lu), 0.1);
  known.note_predicting(lu, 5);
  EXPECT_DOUBLE_EQ(known.predicting_seconds(lu), 0.1) << "it was interrupted";
  EXPECT_LT(known.predicting_seconds(product), guess / 10) << "each routine by itself";
}

// In virtual time predictions take none, and an empty call has none.
TEST(PredictedWays, OfNoTimeAreStillPredicted) {
  using enum RoutineKind;
  PredictedWays known;
  for (const PredictionWork& work : {PredictionWork{lu, 16, 1000, 1e5}, PredictionWork{qr, 16, 0, 0}}) {
    known.note_predicting(work, 0);
    known.note_ranking(work, 0);
    EXPECT_LT(known.predicting_seconds(work), 1e-6);
    EXPECT_LT(known.ranking_seconds(work), 1e-5);
  }
}

// Among few processes messages are followed, and there are about as many as of rounds of a process column, panels and pieces.
TEST(PredictedWays, CountTheMessagesThatAreFollowed) {
  const Distribution few = block_cyclic(640, 640, 64, 64, 4, 4);
  EXPECT_EQ(prediction_work(CallShape::product(1, 1, 1920, 2, 8), few).followed, 16 * 16 * 10);
  const CallShape lu = CallShape::factorization(RoutineKind::lu, 640, 640, 2, 8);
  const double pairs = 4 * 3, rounds = 640 * pairs, pieces = 3 + 640 / (4 * 512.0),
               strips = 640 * 640 * 8 / (512 * 1024.0);
  EXPECT_DOUBLE_EQ(prediction_work(lu, few).followed,
                   (1 + pairs / 50) * (rounds + 10 * 4 * 3 * pieces * pairs) + 10 * 4 * 4 * 8 + strips);
}

}  // namespace
}  // namespace het
