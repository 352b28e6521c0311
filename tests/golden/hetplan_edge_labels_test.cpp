// Which rows and columns of a picture have a label.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "src/tools/picture/page/edge_labels.hpp"

namespace het {
namespace {

using Chosen = std::vector<std::size_t>;

// One after the other: of owners 0, 1, ..., or of those of a pattern that is repeated.
std::vector<Span> spans(const std::vector<double>& lengths, const std::vector<std::size_t>& pattern = {}) {
  std::vector<Span> result;
  double start = 0;
  for (const double length : lengths) {
    const std::size_t s = result.size();
    result.push_back({pattern.empty() ? s : pattern[s % pattern.size()], start, length});
    start += length;
  }
  return result;
}

Chosen every(std::size_t k, std::size_t count) {
  Chosen chosen;
  for (std::size_t s = 0; s < count; s += k) chosen.push_back(s);
  return chosen;
}

std::vector<double> random_lengths(std::mt19937& random, std::size_t most) {
  const auto between = [&](double least, double most_of_them) {
    return std::uniform_real_distribution<double>(least, most_of_them)(random);
  };
  std::vector<double> lengths(1 + random() % most);
  for (double& length : lengths) length = between(0, 1) < 0.3 ? between(20, 200) : between(0.5, 25);
  return lengths;
}

void expect_no_overlap(const std::vector<Span>& spans, const EdgeLabels& labels, double length) {
  ASSERT_FALSE(labels.spans.empty());
  for (std::size_t k = 1; k < labels.spans.size(); ++k)
    EXPECT_GE(spans[labels.spans[k]].middle() - spans[labels.spans[k - 1]].middle(), length - 1e-5);
}

// Is there one k of which it is true that a span has a label where it is a k-th, or has room and `roomy`?
bool is_regular(const std::vector<Span>& spans, const Chosen& labelled, double length, bool roomy) {
  for (std::size_t k = 1; k <= spans.size() + 1; ++k) {
    bool all = true;
    for (std::size_t s = 0; s < spans.size() && all; ++s) {
      const bool expected = (k <= spans.size() && s % k == 0) || (roomy && spans[s].length >= length - 1e-5);
      all = expected == std::ranges::binary_search(labelled, s);
    }
    if (all) return true;
  }
  return false;
}

// Those that have room, where the others are much too thin and few.
bool is_by_room(const std::vector<Span>& spans, const Chosen& labelled, double length) {
  double all = 0, without = 0;
  for (std::size_t s = 0; s < spans.size(); ++s) {
    const bool has = std::ranges::binary_search(labelled, s);
    all += spans[s].length;
    without += has ? 0 : spans[s].length;
    if (has ? spans[s].length < length - 1e-5 : spans[s].length > length * 2 / 3) return false;
  }
  return without <= all / 10 + 1e-5;
}

TEST(EdgeLabels, DoNotOverlapAndFollowOneRuleAlongTheEdge) {
  std::mt19937 random(1);
  const std::vector<std::vector<std::size_t>> patterns{
      {}, {0, 1}, {2, 1, 0}, {3, 2, 1, 0, 1, 0}, {0, 1, 0, 2, 0}};
  for (int k = 0; k < 3000; ++k) {
    const auto& pattern = patterns[random() % patterns.size()];
    const auto edge = spans(random_lengths(random, k % 2 ? 12 : 130), pattern);
    const std::vector<double> lengths{60 + static_cast<double>(k % 7), 30, 10};
    const EdgeLabels labels = edge_labels(edge, lengths);
    ASSERT_LT(labels.wording, lengths.size());
    const double length = lengths[labels.wording];
    expect_no_overlap(edge, labels, length);
    EXPECT_TRUE(is_regular(edge, labels.spans, length, each_once(edge)) ||
                is_by_room(edge, labels.spans, length));
  }
}

TEST(EdgeLabels, AreOnEverySpanInTheRichestWordingThatGoes) {
  const auto wide = edge_labels(spans({100, 60, 50}), {40, 20, 10});
  EXPECT_EQ(wide.wording, 0u);
  EXPECT_EQ(wide.spans, every(1, 3));
  EXPECT_TRUE(wide.within);
  // A thin span between wide ones: its label reaches over them.
  const auto thin = edge_labels(spans({100, 5, 100}), {40, 20});
  EXPECT_EQ(thin.wording, 0u);
  EXPECT_EQ(thin.spans, every(1, 3));
  EXPECT_FALSE(thin.within);
  const auto short_ones = edge_labels(spans({12, 12, 12, 12}), {40, 20, 10});
  EXPECT_EQ(short_ones.wording, 2u);
  EXPECT_EQ(short_ones.spans, every(1, 4));
}

TEST(EdgeLabels, OfOwnersInOrderAreWhereThereIsRoomAndOnEveryKthOfThinOnes) {
  const auto labels = edge_labels(spans({50, 40, 30, 20, 6, 6, 6, 6, 6, 6, 6}), {15});
  EXPECT_EQ(labels.spans, (Chosen{0, 1, 2, 3, 6, 9}));
  const auto two = edge_labels(spans({250, 250, 5, 5}), {30, 12});
  EXPECT_EQ(two.wording, 0u);
  EXPECT_EQ(two.spans, (Chosen{0, 1, 2}));
  // The first is too near to the second, which has room.
  EXPECT_EQ(edge_labels(spans({2, 20, 20}), {15}).spans, (Chosen{1, 2}));
  EXPECT_EQ(edge_labels(spans({2, 2}), {15}).spans, (Chosen{0}));
}

// One of the runs is longer than the others: it does not break the rule.
TEST(EdgeLabels, OfOwnersInTurnsAreOnEveryKthRun) {
  std::vector<double> lengths(39, 13);
  lengths[2] = 26;
  const auto labels = edge_labels(spans(lengths, {2, 1, 0}), {16});
  EXPECT_EQ(labels.spans, every(2, 39));
  EXPECT_FALSE(labels.within);
}

// Every second run is of one owner: only an odd k names both.
TEST(EdgeLabels, OfOwnersInTurnsNameThemAll) {
  EXPECT_EQ(edge_labels(spans(std::vector<double>(60, 8), {1, 0}), {13}).spans, every(3, 60));
  EXPECT_EQ(edge_labels(spans(std::vector<double>(90, 8), {3, 2, 1, 0, 1, 0}), {13}).spans, every(5, 90));
}

TEST(EdgeLabels, AreLeftOutOfTurnsThatAreMuchTooThin) {
  const auto labels = edge_labels(spans({2, 2, 60, 2, 2, 60, 2, 2, 60}, {2, 1, 0}), {12});
  EXPECT_EQ(labels.spans, (Chosen{2, 5, 8}));
  EXPECT_TRUE(labels.within);
}

TEST(EdgeLabels, OfEqualSpansStandAtEqualDistances) {
  for (const std::size_t count : {2u, 3u, 16u, 32u, 400u})
    for (const double length : {18.0, 20.0, 41.0, 1000.0}) {
      const auto edge = spans(std::vector<double>(count, 18));
      EXPECT_TRUE(is_regular(edge, edge_labels(edge, {length}).spans, length, false))
          << count << ", " << length;
    }
}

}  // namespace
}  // namespace het
