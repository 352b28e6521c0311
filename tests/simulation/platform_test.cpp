// The platform files: hosts as fast as their cycle-times say, wired as the network says.
#include "testing_drivers/platforms/platform.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>

#include "testing_drivers/hetrun/usage_error.hpp"
#include "testing_drivers/platforms/list.hpp"

namespace het::platforms {
namespace {

int occurrences(const std::string& text, const std::string& word) {
  int count = 0;
  for (size_t at = 0; (at = text.find(word, at)) != std::string::npos; ++at) ++count;
  return count;
}

Platform platform_on(const std::string& network, std::vector<double> cycle_times) {
  return {.about = "test",
          .cycle_times = std::move(cycle_times),
          .network = network_named("network", network),
          .load = {}};
}

TEST(Platform, SwitchedFileIsThisOne) {
  EXPECT_EQ(xml(platform_on("switch10", {2, 8})),
            R"(<?xml version="1.0"?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
 <!-- test -->
 <zone id="cluster" routing="DijkstraCache">
  <host id="h0" speed="10000000000f"/>
  <host id="h1" speed="2500000000f"/>
  <router id="switch0"/>
  <link id="l0" bandwidth="1250000000Bps" latency="5e-06s" sharing_policy="SPLITDUPLEX"/>
  <link id="l1" bandwidth="1250000000Bps" latency="5e-06s" sharing_policy="SPLITDUPLEX"/>
  <route src="h0" dst="switch0" symmetrical="NO"><link_ctn id="l0" direction="UP"/></route>
  <route src="switch0" dst="h0" symmetrical="NO"><link_ctn id="l0" direction="DOWN"/></route>
  <route src="h1" dst="switch0" symmetrical="NO"><link_ctn id="l1" direction="UP"/></route>
  <route src="switch0" dst="h1" symmetrical="NO"><link_ctn id="l1" direction="DOWN"/></route>
 </zone>
</platform>
)");
}

TEST(Platform, LinksAreThoseOfTheTable) {
  const std::tuple<const char*, double, double> table[] = {
      {"ethernet", 1.25e7, 75e-6},  {"switch1", 1.25e8, 20e-6}, {"switch10", 1.25e9, 5e-6},
      {"switch100", 1.25e10, 1e-6}, {"bus", 1.25e7, 150e-6},    {"sites", 1.25e8, 20e-6}};
  for (const auto& [name, bandwidth, latency] : table) {
    const Network network = network_named("network", name);
    EXPECT_DOUBLE_EQ(network.bandwidth, bandwidth) << name;
    EXPECT_DOUBLE_EQ(network.latency, latency) << name;
    EXPECT_NE(xml(platform_on(name, {1, 2})).find(fmt::format(" bandwidth=\"{}Bps\"", bandwidth)),
              std::string::npos)
        << name;
  }
  EXPECT_DOUBLE_EQ(network_named("network", "sites").far_bandwidth, 1.25e7);
  EXPECT_DOUBLE_EQ(network_named("network", "sites").far_latency, 5e-3);
}

TEST(Platform, BusIsOneSharedWire) {
  const std::string text = xml(platform_on("bus", {1, 1, 4}));
  EXPECT_EQ(occurrences(text, "sharing_policy=\"SHARED\""), 1);
  EXPECT_EQ(occurrences(text, "<link_ctn id=\"bus\"/>"), 1);  // every message passes it once
  EXPECT_EQ(occurrences(text, " dst=\"into\""), 3);
  EXPECT_EQ(occurrences(text, "<route src=\"out\" dst=\"h"), 3);
}

TEST(Platform, SitesAreTwoSwitchesAndAFarLink) {
  Platform platform = platform_on("sites", {1, 1, 2, 2, 2});
  platform.first_site = 2;
  const std::string text = xml(platform);
  EXPECT_EQ(occurrences(text, "<route src=\"switch0\" dst=\"h"), 2);
  EXPECT_EQ(occurrences(text, "<route src=\"switch1\" dst=\"h"), 3);
  EXPECT_EQ(occurrences(text, "<link_ctn id=\"far\""), 2);
  platform.first_site = 0;  // half, the odd one at the first
  EXPECT_EQ(occurrences(xml(platform), "<route src=\"switch0\" dst=\"h"), 3);
}

TEST(Platform, FileGrowsWithTheHostsNotWithTheirPairs) {
  const auto size = [](std::size_t hosts) {
    return xml(platform_on("switch10", std::vector<double>(hosts, 1))).size();
  };
  EXPECT_LT(size(1024), 4.5 * static_cast<double>(size(256)));
}

TEST(Platform, LoadIsTheSameEachTimeAndOtherForOtherHostsAndSeeds) {
  const Load load{.least = 0.25, .seconds = 1, .seed = 7};
  const auto parts = availability(load, 3, 1000);
  EXPECT_EQ(parts, availability(load, 3, 1000));
  EXPECT_NE(parts, availability(load, 4, 1000));
  EXPECT_NE(parts, availability({.least = 0.25, .seconds = 1, .seed = 8}, 3, 1000));
  EXPECT_GE(std::ranges::min(parts), 0.25);
  EXPECT_LE(std::ranges::max(parts), 1);
  double sum = 0;
  for (const double part : parts) sum += part;
  EXPECT_NEAR(sum / 1000, 0.625, 0.03);
  Platform platform = platform_on("switch1", {1, 1});
  platform.load = load;
  EXPECT_EQ(occurrences(xml(platform), "<trace_connect kind=\"SPEED\""), 2);
}

TEST(Platform, ValuesWithoutSenseAreNamed) {
  const auto refused = [](auto change, const char* name) {
    Platform platform = platform_on("switch10", {1, 2});
    change(platform);
    try {
      check(platform);
      ADD_FAILURE() << name << " was accepted";
    } catch (const run::UsageError& error) {
      EXPECT_NE(std::string(error.what()).find(name), std::string::npos) << error.what();
    }
  };
  refused([](Platform& p) { p.fastest = 0; }, "--flops");
  refused([](Platform& p) { p.network.bandwidth = -1; }, "--bandwidth");
  refused([](Platform& p) { p.network.latency = -1; }, "--latency");
  refused([](Platform& p) { p.first_site = 3; }, "--first-site");
  refused([](Platform& p) { p.load = Load{.least = 0}; }, "--load");
  refused([](Platform& p) { p.load = Load{.seconds = 0}; }, "--load-seconds");
  EXPECT_THROW(network_named("network", "token-ring"), run::UsageError);
}

TEST(PlatformList, HoldsThePapersAndTheModernOnes) {
  const auto list = read_list(HET_PLATFORM_LIST);
  const auto hosts = [&](const std::string& name) -> std::size_t {
    for (const auto& [there, platform] : list)
      if (there == name) return platform.cycle_times.size();
    return 0;
  };
  EXPECT_EQ(hosts("bprr99-bus"), 9u);
  EXPECT_EQ(hosts("dkk-ethernet"), 12u);
  EXPECT_EQ(hosts("ggv03-sites"), 16u);
  EXPECT_EQ(hosts("bdrv99-bus"), 8u);
  EXPECT_EQ(hosts("generations2-switch10"), 16u);
  EXPECT_EQ(hosts("throttled64-switch10"), 64u);
  EXPECT_EQ(hosts("mixed256-switch100"), 256u);
  EXPECT_EQ(hosts("mixed1024-switch100"), 1024u);
}

}  // namespace
}  // namespace het::platforms
