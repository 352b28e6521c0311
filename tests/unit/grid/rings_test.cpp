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

TEST(Rings, FirstRanksMeetEachOtherOnce) {
  for (const Ranks& hosts : all_hosts) {
    const std::size_t count = static_cast<std::size_t>(host_count(hosts));
    std::vector<int> met(count * count);
    for (int round = 1; round <= rounds_of_pairs(hosts); ++round)
      for (int rank = 0; rank < static_cast<int>(hosts.size()); ++rank) {
        const Neighbours pair = pair_of_first_ranks(hosts, rank, round);
        EXPECT_EQ(pair.next, pair.previous);
        if (!pair.takes_part()) continue;
        EXPECT_EQ(pair_of_first_ranks(hosts, pair.next, round).next, rank);
        ++met[static_cast<std::size_t>(hosts[static_cast<std::size_t>(rank)]) * count +
              static_cast<std::size_t>(hosts[static_cast<std::size_t>(pair.next)])];
      }
    for (std::size_t at = 0; at < met.size(); ++at) EXPECT_EQ(met[at], at / count != at % count);
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
