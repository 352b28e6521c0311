// Which host each simulated rank is put on.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

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

TEST(Placement, GivesTheFastestHostTheCountThatWasAskedForAndEachHostOne) {
  EXPECT_EQ(placement(hosts, "speed:4", 0), (Names{"a", "a", "a", "a", "b", "c"}));
  EXPECT_EQ(placement(hosts, "speed:1", 0), (Names{"a", "b", "c"}));
}

TEST(Placement, RefusesWhatDoesNotFitTheHosts) {
  for (const char* list : {"speed:", "speed:0", "speed:x", "speedy", "1,2", "1,2,3,4", "1,x,2", "1,-1,2",
                           "0,0,0", "3*", "1,2,99999999999"})
    EXPECT_THROW(placement(hosts, list, 0), UsageError) << list;
  EXPECT_THROW(placement(hosts, "", 4), UsageError);
  EXPECT_THROW(placement({{"slow", 1}, {"fast", 1e15}}, "speed", 0), UsageError);
}

class PlatformFile : public testing::Test {
 protected:
  ~PlatformFile() override { std::filesystem::remove(name_); }
  std::vector<SimulatedHost> hosts_of(const std::string& text) const {
    std::ofstream(name_) << text;
    return hosts_of_platform(name_);
  }
  std::string name_ = testing::TempDir() + "platform-" + std::to_string(getpid()) + ".xml";
};

TEST_F(PlatformFile, NamesHostsHoweverItIsLaidOut) {
  const auto found =
      hosts_of("<!-- <host id='no'/> --><host\n\tid=\"a\"\n speed='2Gf'/><host id='b' speed='1e9f'/>");
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].name, "a");
  EXPECT_EQ(found[0].flops, 2e9);
  EXPECT_EQ(found[1].name, "b");
}

TEST_F(PlatformFile, RefusesIdsThatAListOfHostsCannotHold) {
  for (const char* id : {"", "a b", "a:999999999", "a\nb"})
    EXPECT_THROW(hosts_of("<host id='" + std::string(id) + "' speed='1f'/>"), UsageError) << id;
  EXPECT_THROW(hosts_of_platform(testing::TempDir()), UsageError);
}

}  // namespace
}  // namespace het::run
