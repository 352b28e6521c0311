#include "blacs_het/grid/speeds/speeds_text.hpp"

#include <gtest/gtest.h>

namespace het {
namespace {

Speeds usual() {
  Speeds speeds;
  speeds.cycle_times = {1, 2, 3, 6};
  speeds.seconds_per_flop = 1 / 26.1234e9;
  speeds.links.between = {1 / 3.21567e9, 1.23456e-6, 0};
  speeds.kernels.rates = {.half_speed_k = 5.98765,
                          .half_speed_near_k = 3,
                          .half_speed_square = 20,
                          .half_speed_narrow = 18,
                          .half_speed_left_solve = 250,
                          .half_speed_right_solve = 95,
                          .vectors = 0.123456,
                          .columns = 0.0456789};
  speeds.kernels.flops_per_copied_byte = 5.12345;
  speeds.kernels.flops_per_jump = 101.2345;
  speeds.kernels.flops_per_fresh_byte = 3.92;
  return speeds;
}

// As hetplan says it: "the fastest processor has 10 Gflop/s, the network 1.25 GB/s and 20 us".
TEST(SpeedsText, SaysThePlatformInTheWordsOfHetplan) {
  Speeds speeds = usual();
  EXPECT_EQ(platform_line(speeds, precision_of<double>, false),
            "cycle-times 1,2,3,6 (given); the fastest processor has 26.1 Gflop/s in long pdgemm, the network "
            "3.22 GB/s and 1.23 us");
  speeds.links.shared_medium = true;
  EXPECT_TRUE(platform_line(speeds, precision_of<double>, true).ends_with(", one message after the other"));
  speeds.links = {};
  EXPECT_EQ(platform_line(speeds, precision_of<float>, true),
            "cycle-times 1,2,3,6 (measured); the fastest processor has 26.1 Gflop/s in long psgemm");
}

TEST(SpeedsText, TellsLinksWithinAHostFromThoseBetweenHosts) {
  Speeds speeds = usual();
  speeds.links.hosts.of_rank = {0, 0, 1, 1};
  speeds.links.hosts.inside = {1 / 12.3456e9, 0.5e-6, 0};
  speeds.links.hosts.interface_seconds_per_byte = 1 / 1250e9;
  EXPECT_TRUE(
      platform_line(speeds, precision_of<double>, false)
          .ends_with("the network 3.22 GB/s and 1.23 us between 2 hosts, 1250 GB/s for all processes of "
                     "one; within a host 12.3 GB/s and 0.5 us"));
  speeds.links.hosts.sites = true;
  EXPECT_TRUE(
      platform_line(speeds, precision_of<double>, false)
          .ends_with("the network 3.22 GB/s and 1.23 us between 2 sites, 1250 GB/s for all processes of "
                     "one; within a site 12.3 GB/s and 0.5 us"));
}

// As parts of the speed of long products, which somebody can compare.
TEST(SpeedsText, SaysOtherWorkInPercent) {
  EXPECT_EQ(kernels_line(usual()),
            "of that speed, update: 91 % with panels of 64, of that 62 % in squares of 32 and 84 % in "
            "columns of 64, 20 and 40 % in solves "
            "(from left and right); panel: "
            "96 % in products, 12 % with vectors, 5 % with columns; moves: copies 5.1 GB/s, and 3.88 ns for "
            "each element apart from the others; memory touched first 150 ns more for a KB");
}

TEST(SpeedsText, SaysWhatMessagesTakeOfAProcesssOwnTime) {
  Speeds speeds = usual();
  EXPECT_EQ(kernels_line(speeds).find("messages"), std::string::npos)
      << "nothing where the network moves them";
  speeds.links.between.own_seconds_per_byte = 0.254e-9;
  EXPECT_TRUE(kernels_line(speeds).ends_with(" for a KB; messages: 254 ns of a process's own time for a KB"));
  speeds.links.hosts = {{0, 0, 1, 1}, {1e-9, 1e-6, 0, 0.75e-9}, 1e-9};
  EXPECT_TRUE(kernels_line(speeds).ends_with(
      "; messages: 254 ns of a process's own time for a KB, 750 within a host"));
}

// A program may call no product at all.
TEST(SpeedsText, NamesThePrecisionOfTheCallsThatShowedNewSpeeds) {
  Speeds speeds = usual();
  speeds.cycle_times = {1, 2.5};
  const auto line = [&](Precision precision) { return followed_line(speeds, precision); };
  EXPECT_EQ(line(Precision::d), "cycle-times are now 1,2.5, as calls in double precision show");
  EXPECT_TRUE(line(Precision::s).ends_with("calls in single precision show"));
  EXPECT_TRUE(line(Precision::c).ends_with("calls in single complex precision show"));
  EXPECT_TRUE(line(Precision::z).ends_with("calls in double complex precision show"));
}

}  // namespace
}  // namespace het
