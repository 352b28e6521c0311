#include "blacs_het/grid/speeds/links/sites.hpp"

#include <gtest/gtest.h>

#include "blacs_het/grid/speeds/links/hosts.hpp"

namespace het {
namespace {

using Ranks = std::vector<int>;

constexpr double near = 2e-5, far = 5e-3;

// A host for each rank, on these sites.
Ranks found(const Ranks& sites, double far_seconds = far) {
  const std::size_t n = sites.size();
  Ranks hosts;
  std::vector<double> seconds;
  for (std::size_t a = 0; a < n; ++a) {
    hosts.push_back(static_cast<int>(a));
    for (std::size_t b = 0; b < n; ++b) seconds.push_back(sites[a] == sites[b] ? near : far_seconds);
  }
  return sites_of(hosts, seconds);
}

TEST(Sites, AreHostsNearEachOther) {
  for (const Ranks& sites :
       {Ranks{0, 0, 1, 1}, Ranks{0, 1, 0, 1, 0}, Ranks{0, 1, 1}, Ranks{0, 0, 1, 2, 2, 2}}) {
    EXPECT_EQ(found(sites), sites);
    EXPECT_EQ(found(sites, 9 * near), Ranks(sites.size())) << "switches in a row are no sites";
  }
}

TEST(Sites, AreOneWhereNoHostsAreNearerThanOthers) {
  EXPECT_EQ(found({0, 1}), Ranks(2));
  EXPECT_EQ(found({0, 1, 2}), Ranks(3)) << "each far from all others";
  EXPECT_EQ(sites_of({0, 0, 0}, {0.0}), Ranks(3));
}

// Hosts 0 and 1 are near each other, and the ranks of a host on one site.
TEST(Sites, OfRanksAreThoseOfTheirHosts) {
  const std::vector<double> seconds{0, near, far, near, 0, far, far, far, 0};
  EXPECT_EQ(sites_of({0, 1, 2, 2, 0}, seconds), (Ranks{0, 0, 1, 1, 0}));
}

// Islands of a quick network on a slower one are told from hosts that several ranks share only if they are very far.
TEST(Sites, OfHostsThatRanksShareAreVeryFar) {
  const auto islands = [](double away) {
    return sites_of({0, 0, 1, 2, 2}, {0, near, away, near, 0, away, away, away, 0});
  };
  EXPECT_EQ(islands(20 * near), Ranks(5));
  EXPECT_EQ(islands(200 * near), (Ranks{0, 0, 0, 1, 1}));
}

// One of both was disturbed; or a host as seen from some others, but not from all.
TEST(Sites, AreNotSplitByWhatDisturbedSome) {
  EXPECT_EQ(sites_of({0, 1, 2}, {0, near, near, far, 0, near, far, far, 0}), Ranks(3));
  EXPECT_EQ(sites_of({0, 1, 2}, {0, near, far, near, 0, near, far, near, 0}), Ranks(3));
}

}  // namespace
}  // namespace het
