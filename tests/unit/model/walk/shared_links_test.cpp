#include "src/model/walk/shared_links.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace het {
namespace {

// A byte takes a link a second.
Platform platform_of(std::size_t ranks) { return {std::vector<double>(ranks, 1), 1e-9, {1, 0}}; }

struct Sent {
  int from, to;
  double bytes;
  int pieces = 1;
  double begins = 0;
};

// When each message has come. Those that begin later come after the others in the list.
std::vector<double> ends_of(const Platform& platform, const std::vector<Sent>& messages, double about = 0) {
  SharedLinks links(platform);
  std::vector<double> ends(messages.size());
  double now = 0;
  const auto pass = [&](double seconds) {
    links.pass(seconds, about, [&](int message) { ends[static_cast<std::size_t>(message)] = now + seconds; });
    now += seconds;
  };
  for (std::size_t i = 0; i < messages.size(); ++i) {
    const auto& [from, to, bytes, pieces, begins] = messages[i];
    while (!links.idle() && now + links.until_next() <= begins) pass(links.until_next());
    if (begins > now) pass(begins - now);
    links.begin(from, to, bytes, pieces, static_cast<int>(i));
  }
  while (!links.idle()) pass(links.until_next());
  return ends;
}

void expect_ends(const std::vector<double>& ends, const std::vector<double>& expected) {
  ASSERT_EQ(ends.size(), expected.size());
  for (std::size_t i = 0; i < ends.size(); ++i) EXPECT_NEAR(ends[i], expected[i], 1e-9) << i;
}

TEST(SharedLinks, MessagesOfOneRankShareItsLink) {
  expect_ends(ends_of(platform_of(4), {{0, 1, 10}}), {10});
  expect_ends(ends_of(platform_of(4), {{0, 1, 10}, {0, 2, 10}}), {20, 20});
  expect_ends(ends_of(platform_of(4), {{1, 0, 10}, {2, 0, 10}}), {20, 20});
  expect_ends(ends_of(platform_of(4), {{0, 1, 10}, {1, 0, 10}, {2, 3, 10}}), {10, 10, 10});
  // The short one has half of the link for 20 s, the other one the rest of it alone.
  expect_ends(ends_of(platform_of(4), {{0, 1, 10}, {0, 1, 20}}), {20, 30});
}

TEST(SharedLinks, WhatOthersLeaveOfALinkIsForTheRest) {
  // As in the comment: 0 has three pieces and one on its way out, and 3 what the one leaves of the link into 2.
  expect_ends(ends_of(platform_of(4), {{0, 1, 30, 3}, {0, 2, 10}, {3, 2, 30}}), {40, 40, 40});
  expect_ends(ends_of(platform_of(4), {{0, 1, 10}, {0, 2, 10}, {3, 2, 10}}), {20, 20, 20});
  // Three pieces of six leave half of the link into 1.
  expect_ends(ends_of(platform_of(4), {{0, 1, 30, 3}, {0, 2, 30, 3}, {3, 1, 10}}), {60, 60, 20});
}

TEST(SharedLinks, AMessageThatBeginsLaterSharesFromThenOn) {
  expect_ends(ends_of(platform_of(3), {{0, 1, 10}, {0, 2, 10, 1, 5}}), {15, 20});
  expect_ends(ends_of(platform_of(3), {{0, 1, 10}, {0, 2, 10, 1, 30}}), {10, 40});
}

TEST(SharedLinks, WhatEndsAboutThenEndsWithTheOthers) {
  expect_ends(ends_of(platform_of(3), {{0, 1, 10}, {2, 1, 10.2}}, 0.5), {20, 20});
  expect_ends(ends_of(platform_of(3), {{0, 1, 10}, {2, 1, 10.2}}), {20, 20.2});
}

TEST(SharedLinks, AllShareOneMedium) {
  Platform platform = platform_of(4);
  platform.shared_medium = true;
  expect_ends(ends_of(platform, {{0, 1, 10}, {2, 3, 10}, {3, 2, 10}}), {30, 30, 30});
}

// Two hosts of two ranks: within a host a byte takes a tenth of a second, through its interface one.
TEST(SharedLinks, RanksOfAHostShareItsInterfaceAndNotItsMemory) {
  Platform platform = platform_of(4);
  platform.hosts = {{0, 0, 1, 1}, {0.1, 0}, 1};
  expect_ends(ends_of(platform, {{0, 1, 10}, {0, 2, 10}}), {1, 10});
  expect_ends(ends_of(platform, {{0, 2, 10}, {1, 3, 10}}), {20, 20});
  expect_ends(ends_of(platform, {{0, 2, 10}, {0, 3, 10}, {1, 3, 10}}), {30, 30, 30});
}

// The same as sites, whose line carries a byte in a fiftieth of a second: a rank's link within its site, of a tenth, is what
// both its messages share.
TEST(SharedLinks, RanksOfASiteSendToOthersThroughTheSameLinks) {
  Platform platform = platform_of(4);
  platform.between.seconds_per_byte = 0.02;
  platform.hosts = {{0, 0, 1, 1}, {0.1, 0}, 0.02, true};
  expect_ends(ends_of(platform, {{0, 1, 10}, {0, 2, 10}}), {2, 2});
  expect_ends(ends_of(platform, {{0, 2, 10}, {1, 2, 10}}), {2, 2});
  expect_ends(ends_of(platform, {{0, 2, 10}, {1, 3, 10}}), {1, 1});
  platform.hosts.interface_seconds_per_byte = 1;
  expect_ends(ends_of(platform, {{0, 2, 10}, {1, 3, 10}}), {20, 20});
  platform.hosts.interface_seconds_per_byte = 0.02, platform.between.seconds_per_byte = 0.5;
  expect_ends(ends_of(platform, {{0, 2, 10}, {0, 1, 10}}), {5, 1.25});
}

}  // namespace
}  // namespace het
