// The sums of a replay, and its classes and mixes.
#include <gtest/gtest.h>

#include <fstream>

#include "testing_drivers/replay/summary.hpp"

namespace het::testing {
namespace {

ReplayedCall call(SizeClass size_class, const char* routine, double plain, double automatic, double always) {
  return {size_class,
          routine,
          {{plain, {}, {}, true}, {automatic, {1, 0, 0.5, {}}, {}, true}, {always, {2, 2, 0, {}}, {}, true}}};
}

Summary three_calls() {
  Summary summary({"plain", "auto", "always"});
  summary.add(call(SizeClass::tiny, "gemm", 1, 1.5, 3));
  summary.add(call(SizeClass::tiny, "gemm", 3, 1.5, 1));
  summary.add(call(SizeClass::large, "getrf", 4, 2, 5));
  return summary;
}

TEST(ReplaySummary, SumsSecondsAndTakesMediansOfRatiosCallByCall) {
  const auto rows = three_calls().rows();
  ASSERT_EQ(rows.size(), 5U);  // two routines, their classes, all
  const SummaryRow& tiny = rows[0];
  EXPECT_EQ(tiny.size_class + " " + tiny.routine, "tiny gemm");
  EXPECT_EQ(tiny.calls, 2);
  EXPECT_EQ(tiny.modes[0].seconds, 4);
  EXPECT_EQ(tiny.modes[1].seconds, 3);
  EXPECT_EQ(tiny.modes[1].ratios, (std::vector<double>{1.5, 0.5}));
  EXPECT_EQ(tiny.modes[1].seen.plan, 1);
  EXPECT_EQ(tiny.modes[2].seen.taken, 4);
  EXPECT_EQ(rows[4].size_class + " " + rows[4].routine, "all all");
  EXPECT_EQ(rows[4].calls, 3);
  EXPECT_EQ(rows[4].modes[0].seconds, 8);
}

TEST(ReplaySummary, BestIsTheQuickestModeOfEachCall) {
  EXPECT_EQ(three_calls().rows()[0].best, 2);
  EXPECT_EQ(three_calls().rows()[4].best, 4);
}

TEST(ReplaySummary, ALimitConcernsClassesAndTheSumOfAll) {
  EXPECT_TRUE(three_calls().judge({0.75}).above.empty());
  const auto above = three_calls().judge({0.7}).above;
  ASSERT_EQ(above.size(), 1U) << "tiny is 3 / 4, large 1 / 2, all 5 / 8";
  EXPECT_EQ(above[0], "tiny: auto / plain is 0.7500");
  EXPECT_EQ(three_calls().judge({0.6}).above.size(), 2U);
}

// Plain takes 5 and 4 seconds, once more 6 and 3, auto 7 and 5.
Summary with_noise() {
  Summary summary({"again", "plain", "auto"});
  summary.add(
      {SizeClass::tiny, "gemm", {{6, {}, {}, true}, {5, {}, {}, true}, {7, {1, 0, 0, {}}, {}, true}}});
  summary.add(
      {SizeClass::large, "gemm", {{3, {}, {}, true}, {4, {}, {}, true}, {5, {1, 0, 0, {}}, {}, true}}});
  return summary;
}

TEST(ReplaySummary, WhatPlainTakesOnceMoreIsNoiseAndNeverTheBest) {
  const Summary summary = with_noise();
  EXPECT_EQ(summary.rows()[0].best, 5);
  EXPECT_EQ(summary.rows()[2].best, 4) << "not 3";
  const auto above = summary.judge({1.2}).above;
  ASSERT_EQ(above.size(), 2U) << "tiny is 7 / 6";
  EXPECT_EQ(above[0], "large: auto / plain is 1.2500");
  EXPECT_EQ(summary.judge({1.1}).above[0], "tiny: auto / plain is 1.4000, again / plain 1.2000");
}

TEST(ReplaySummary, ALimitConcernsNoClassOfFewSecondsButAlwaysTheSumOfAll) {
  const Judgement from_its_own = with_noise().judge({1.2, 4});
  EXPECT_EQ(from_its_own.above.size(), 2U);
  EXPECT_TRUE(from_its_own.not_judged.empty());
  const Judgement from_more = with_noise().judge({1.2, 4.5});
  EXPECT_EQ(from_more.above, std::vector<std::string>{"all: auto / plain is 1.3333"});
  EXPECT_EQ(from_more.not_judged, std::vector<std::string>{"large"});
  const Judgement from_very_many = with_noise().judge({1.2, 100});
  EXPECT_EQ(from_very_many.above.size(), 1U);
  EXPECT_EQ(from_very_many.not_judged, (std::vector<std::string>{"tiny", "large"}));
}

TEST(ReplaySummary, WhatACallMayCostIsAllowedWhateverTheLimit) {
  const auto above = [](double added) { return with_noise().judge({.ratio = 1.1, .added = added}).above; };
  EXPECT_EQ(above(0).size(), 3U)
      << "tiny 1 second more than again, large 1 more than plain, all 3 / 2 of a call";
  EXPECT_EQ(above(1.1), std::vector<std::string>{"all: auto / plain is 1.3333"});
  EXPECT_TRUE(above(1.6).empty());
}

TEST(ReplaySummary, OneWrongResultMakesItsClassWrong) {
  Summary summary = three_calls();
  ReplayedCall wrong = call(SizeClass::large, "getrf", 1, 1, 1);
  wrong.modes[2].passed = false;
  wrong.modes[2].findings = Findings{7, std::nullopt, 0};
  summary.add(wrong);
  EXPECT_FALSE(summary.passed());
  const auto rows = summary.rows();
  EXPECT_TRUE(rows[0].passed);
  EXPECT_FALSE(rows[3].passed);
  EXPECT_EQ(rows[3].residual, 7);
}

TEST(ReplaySequence, ClassesFollowTheLargestDimensionAndPanelsAreThin) {
  const auto class_of_size = [](const char* routine, int m, int n, int k) {
    return std::string(class_name(class_of({routine, {m, n, k}, 64, 1})));
  };
  EXPECT_EQ(class_of_size("gemm", 64, 8, 1), "tiny");
  EXPECT_EQ(class_of_size("gemm", 65, 65, 65), "small");
  EXPECT_EQ(class_of_size("potrf", 2000, 2000, 0), "medium");
  EXPECT_EQ(class_of_size("gesv", 2001, 2001, 1), "large");
  EXPECT_EQ(class_of_size("gemm", 4000, 4000, 500), "panel");
  EXPECT_EQ(class_of_size("gemm", 4000, 4000, 501), "large");
  EXPECT_EQ(class_of_size("getrf", 4000, 256, 0), "panel");
  EXPECT_EQ(class_of_size("context", 64, 64, 0), "contexts");
}

// What read_sequence() says of a file with these lines.
std::string said_of(const std::string& lines) {
  const std::string path = ::testing::TempDir() + "replay_sequence.txt";
  std::ofstream(path) << lines;
  try {
    const auto read = read_sequence(path);
    return std::to_string(read.size()) + " lines, the last one of " + read.back().routine;
  } catch (const InputError& error) {
    return error.text;
  }
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(ReplaySequence, AFileHasOneKindOfCallsPerLineAndWrongLinesAreNamed) {
  EXPECT_EQ(said_of("# comment\ngemm 8 8 8 2 1\n\n  GELS 9 8 1 2 3 # tall\n"),
            "2 lines, the last one of gels");
  EXPECT_PRED2(contains, said_of("# comment\ngemv 8 8 8 2 1\n"), "line 2: 'gemv'");
  EXPECT_PRED2(contains, said_of("gemm 8 8 8 2\n"), "line 1: 5 values");
  EXPECT_PRED2(contains, said_of("gemm 8x 8 8 2 1\n"), "'8x'");
  EXPECT_PRED2(contains, said_of("potrf 8 9 0 2 1\n"), "must be the same");
  EXPECT_PRED2(contains, said_of("gels 8 9 1 2 1\n"), "at least n");
  EXPECT_PRED2(contains, said_of("gesv 8 8 0 2 1\n"), "k = 0");
  EXPECT_PRED2(contains, said_of("gemm 8 8 8 2 0\n"), "count");
  EXPECT_PRED2(contains, said_of("# nothing\n"), "no call");
}

TEST(ReplaySequence, AMixIsTheSameForTheSameSeedAndStaysWithinItsSizes) {
  for (const std::string& name : mix_names()) {
    const auto one = mix_of(name, 1), same = mix_of(name, 1), other = mix_of(name, 2);
    ASSERT_EQ(one.size(), same.size());
    bool differs = false;
    for (std::size_t at = 0; at < one.size(); ++at) {
      EXPECT_EQ(one[at].routine, same[at].routine);
      EXPECT_EQ(one[at].size.m, same[at].size.m);
      EXPECT_GE(std::min(one[at].size.m, one[at].size.n), 1);
      EXPECT_LE(one[at].size.m, 6000);
      differs = differs || one[at].size.m != other[at].size.m;
    }
    EXPECT_TRUE(differs) << name;
  }
}

}  // namespace
}  // namespace het::testing
