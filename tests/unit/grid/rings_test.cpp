#include "blacs_het/grid/speeds/links/rings.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "blacs_het/grid/speeds/links/hosts.hpp"

namespace het {
namespace {

using Ranks = std::vector<int>;

Neighbours of(const Ranks& hosts, int rank) { return between_hosts(hosts, rank); }

TEST(Rings, OfTwoHostsWithTwoRanksEach) {
  const Ranks hosts{0, 0, 1, 1};
  EXPECT_EQ(of(hosts, 0), (Neighbours{2, 2}));
  EXPECT_EQ(of(hosts, 3), (Neighbours{1, 1}));
  EXPECT_EQ(ring_within_site(hosts, hosts, 2), (Neighbours{3, 3}));
  EXPECT_EQ(ring_of_first_ranks(hosts, 0), (Neighbours{2, 2}));
  EXPECT_FALSE(ring_of_first_ranks(hosts, 1).takes_part());
  EXPECT_EQ(ring_of_all(4, 3), (Neighbours{0, 2}));
  EXPECT_FALSE(ring_of_all(1, 0).takes_part());
}

// Hosts of any sizes, their ranks in any order.
const std::vector<Ranks> all_hosts{{0, 1, 0, 1, 0, 1}, {0, 0, 0, 1},    {0, 1, 1, 1, 2},
                                   {0, 1, 2, 0},       {0, 0, 1, 1, 2}, {0, 1, 2, 2, 2, 2, 1, 3}};

TEST(Rings, BetweenHostsLeadToOtherHostsAndBack) {
  for (const Ranks& hosts : all_hosts) {
    std::vector<int> sending(hosts.size());
    for (int rank = 0; rank < static_cast<int>(hosts.size()); ++rank) {
      const auto [next, previous] = of(hosts, rank);
      EXPECT_TRUE(previous == MPI_PROC_NULL || of(hosts, previous).next == rank);
      if (next == MPI_PROC_NULL) continue;
      EXPECT_EQ(of(hosts, next).previous, rank);
      EXPECT_NE(hosts[static_cast<std::size_t>(next)], hosts[static_cast<std::size_t>(rank)]);
      ++sending[static_cast<std::size_t>(hosts[static_cast<std::size_t>(rank)])];
    }
    EXPECT_EQ(*std::max_element(sending.begin(), sending.end()), most_that_send_out(hosts));
    EXPECT_GT(most_that_send_out(hosts), 0);
  }
}

TEST(Rings, WithinHostsStayThere) {
  for (const Ranks& hosts : all_hosts)
    for (int rank = 0; rank < static_cast<int>(hosts.size()); ++rank) {
      const auto mine = hosts[static_cast<std::size_t>(rank)];
      const Neighbours ring = ring_within_site(hosts, hosts, rank);
      EXPECT_EQ(ring.takes_part(), std::count(hosts.begin(), hosts.end(), mine) > 1);
      if (!ring.takes_part()) continue;
      EXPECT_NE(ring.next, rank);
      EXPECT_EQ(hosts[static_cast<std::size_t>(ring.next)], mine);
      EXPECT_EQ(ring_within_site(hosts, hosts, ring.next).previous, rank);
    }
}

TEST(Rings, WithinSitesGoFromHostToHost) {
  const Ranks sites{0, 0, 0, 0, 1, 1}, hosts{0, 0, 1, 1, 2, 2};
  EXPECT_EQ(ring_within_site(sites, hosts, 0), (Neighbours{2, 3}));
  EXPECT_EQ(ring_within_site(sites, hosts, 1), (Neighbours{3, 2}));
  EXPECT_EQ(ring_within_site(sites, hosts, 4), (Neighbours{5, 5}));
  EXPECT_FALSE(ring_within_site({0, 0, 1}, {0, 1, 2}, 2).takes_part());
}

TEST(Rings, FirstRanksAreOneOfEachHost) { EXPECT_EQ(first_ranks({0, 0, 1, 0, 2, 1}), (Ranks{0, 2, 4})); }

TEST(Rings, EachTwoMeetOnceInPairs) {
  for (int count = 1; count <= 65; ++count) {
    std::vector<int> met(static_cast<std::size_t>(count * count));
    for (int round = 1; round <= rounds_of_pairs(count); ++round)
      for (int one = 0; one < count; ++one) {
        const int other = other_of_pair(one, round);
        EXPECT_EQ(other_of_pair(other, round), one);
        if (other < count) ++met[static_cast<std::size_t>(one * count + other)];
      }
    for (int one = 0; one < count; ++one)
      for (int other = 0; other < count; ++other)
        EXPECT_EQ(met[static_cast<std::size_t>(one * count + other)], one != other) << count;
  }
}

TEST(Hosts, DifferOnlyWhereSomeRanksShareOneAndOthersDoNot) {
  EXPECT_FALSE(differ({0}));
  EXPECT_FALSE(differ({0, 0, 0}));
  EXPECT_FALSE(differ({0, 1, 2}));
  EXPECT_TRUE(differ({0, 0, 1}));
}

}  // namespace
}  // namespace het
