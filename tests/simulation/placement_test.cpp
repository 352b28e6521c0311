// Which host each simulated rank is put on.
#include <gtest/gtest.h>

#include "testing_drivers/hetrun/simulate/platform_hosts.hpp"
#include "testing_drivers/hetrun/usage_error.hpp"

namespace het::run {
namespace {

using Names = std::vector<std::string>;
const std::vector<SimulatedHost> hosts{{"a", 8e9}, {"b", 2.1e9}, {"c", 1e9}};

TEST(Placement, IsOneRankForEachHostInTheOrderOfTheFile) {
  EXPECT_EQ(placement(hosts, "", 0), (Names{"a", "b", "c"}));
  EXPECT_EQ(placement(hosts, "", 2), (Names{"a", "b"}));
}

TEST(Placement, TakesACountForEachHost) {
  EXPECT_EQ(placement(hosts, "3,1,0", 0), (Names{"a", "a", "a", "b"}));
  EXPECT_EQ(placement(hosts, "2*1,2", 3), (Names{"a", "b", "c"}));
}

TEST(Placement, GivesFastHostsRanksInProportionToTheirSpeed) {
  EXPECT_EQ(placement(hosts, "speed", 0), (Names{"a", "a", "a", "a", "a", "a", "a", "a", "b", "b", "c"}));
}

TEST(Placement, RefusesWhatDoesNotFitTheHosts) {
  for (const char* list : {"1,2", "1,2,3,4", "1,x,2", "1,-1,2", "0,0,0", "3*", "1,2,99999999999"})
    EXPECT_THROW(placement(hosts, list, 0), UsageError) << list;
  EXPECT_THROW(placement(hosts, "", 4), UsageError);
}

}  // namespace
}  // namespace het::run
