// What looks at processes show, of made-up samples: a processor that is disturbed is not slow, one that is slow is found.
#include "blacs_het/plan/looks/looks.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace het {
namespace {

// Of a sample: the process, and how many looks, and samples of this look, came before.
struct Sample {
  int rank, look, place;
};

// How many times the least a sample takes; other processes, looks and samples have others.
double noise(const Sample& sample, double most) {
  const int number = 7919 * sample.rank + 104729 * sample.look + 1299709 * sample.place;
  return 1 + most * (number % 101) / 100;
}

constexpr double second = 1e-10;  // of an operation of the fastest process

struct Looked {
  std::optional<SpeedsSeen> seen;
  // In their order: "3x2" is three samples of 2 ms, "work" other kinds of work.
  std::string looks;
  std::vector<bool> measured_work;

  std::vector<double> cycle_times() const { return seen ? seen->cycle_times : std::vector<double>(); }
};

// Looks at processes whose samples take so many times `second`.
template <class Takes>
Looked look_at(int processes, Takes takes, const LooksWanted& wanted = {}) {
  Looked all;
  const auto add = [&](const std::string& word) { all.looks += (all.looks.empty() ? "" : " ") + word; };
  int looks = 0;
  const auto look = [&](const Look& asked) {
    add(fmt::format("{}x{:.0f}", asked.samples, 1e3 * asked.seconds));
    Samples samples(static_cast<std::size_t>(processes));
    for (int rank = 0; rank < processes; ++rank)
      for (int place = 0; place < asked.samples; ++place)
        samples[static_cast<std::size_t>(rank)].push_back(second * takes(Sample{rank, looks, place}));
    ++looks;
    return samples;
  };
  const auto other_work = [&](const std::vector<bool>& measures) {
    add("work");
    all.measured_work = measures;
  };
  all.seen = look_at_speeds(wanted, {look, other_work});
  return all;
}

const std::vector<double> four_ones(4, 1);
constexpr LooksWanted unless_equal{.unless_equal = true};

TEST(LooksAt, EqualProcessesEndInOnes) {
  const auto all = look_at(4, [](const Sample& sample) { return noise(sample, 0.06); });
  EXPECT_EQ(all.looks, "3x2 work 3x2");
  EXPECT_EQ(all.cycle_times(), four_ones);
  EXPECT_NEAR(all.seen->seconds_per_flop, second, 0.06 * second);
  EXPECT_EQ(all.measured_work, std::vector<bool>(4, true));
}

TEST(LooksAt, UnequalProcessesShowTheirSpeeds) {
  const std::vector<double> truth{2, 6, 1, 3};
  const auto takes = [&](const Sample& sample) {
    return truth[static_cast<std::size_t>(sample.rank)] * noise(sample, 0.03);
  };
  for (const LooksWanted& wanted : {LooksWanted{}, LooksWanted{.closely = false}}) {
    const auto all = look_at(4, takes, wanted);
    EXPECT_EQ(all.looks, "3x2 work 3x2");
    ASSERT_TRUE(all.seen);
    for (std::size_t rank = 0; rank < 4; ++rank)
      EXPECT_NEAR(all.cycle_times()[rank], truth[rank], 0.05 * truth[rank]) << rank;
    EXPECT_EQ(std::ranges::min(all.cycle_times()), 1);
    EXPECT_NEAR(all.seen->seconds_per_flop, second, 0.05 * second);
    EXPECT_EQ(all.measured_work, (std::vector<bool>{false, false, true, false})) << "slow ones need long";
  }
}

// 1.05 and 1 are one kind of processors, 1.3 another.
TEST(LooksAt, ProcessesThatCannotBeToldApartGiveThemTheSame) {
  const auto all = look_at(3, [](const Sample& sample) { return std::vector{1.05, 1.0, 1.3}[sample.rank]; });
  EXPECT_EQ(all.cycle_times()[0], 1);
  EXPECT_EQ(all.cycle_times()[1], 1);
  EXPECT_NEAR(all.cycle_times()[2], 1.3 / 1.025, 1e-12);
}

TEST(LooksAt, AProcessThatIsNotWarmAreNotMisled) {
  const auto takes = [](const Sample& sample) {
    return sample.rank == 1 && sample.look == 0 && sample.place == 0 ? 10.0 : 1.0;
  };
  EXPECT_EQ(look_at(4, takes).cycle_times(), four_ones);
  EXPECT_EQ(look_at(4, takes).looks, "3x2 work 3x2");
  EXPECT_EQ(look_at(4, takes, unless_equal).looks, "3x2") << "equal at first sight";
}

TEST(LooksAt, AProcessOfWhichOneSampleWasDisturbedAreNotMisled) {
  const auto takes = [](const Sample& sample) { return sample.rank == 3 && sample.place == 2 ? 5.0 : 1.0; };
  EXPECT_EQ(look_at(4, takes).cycle_times(), four_ones);
  EXPECT_EQ(look_at(4, takes).looks, "3x2 work 3x2");
  EXPECT_EQ(look_at(4, takes).seen->seconds_per_flop, second);
  EXPECT_FALSE(look_at(4, takes, unless_equal).seen);
}

// What the others measure meanwhile it does not.
TEST(LooksAt, AProcessThatWasDisturbedAtFirstDoNotTakeItForSlow) {
  const auto takes = [](const Sample& sample) { return sample.rank == 2 && sample.look == 0 ? 3.0 : 1.0; };
  const auto all = look_at(4, takes);
  EXPECT_EQ(all.looks, "3x2 work 3x2 4x12");
  EXPECT_EQ(all.cycle_times(), four_ones);
  EXPECT_EQ(all.seen->seconds_per_flop, second);
  EXPECT_EQ(all.measured_work, (std::vector<bool>{true, true, false, true}));
  const auto first = look_at(4, takes, unless_equal);
  EXPECT_EQ(first.looks, "3x2 4x12");
  EXPECT_FALSE(first.seen);
}

// Now one has the core, now the other: each of their usual samples takes twice as long.
TEST(LooksAt, ProcessesThatShareACoreFindThemEqualAndAsSlowAsUsual) {
  const auto takes = [](const Sample& sample) {
    return 1.0 + (sample.rank + sample.look + sample.place) % 2;
  };
  const auto all = look_at(2, takes);
  EXPECT_EQ(all.looks, "3x2 work 3x2 4x12");
  EXPECT_EQ(all.cycle_times(), (std::vector<double>{1, 1}));
  EXPECT_NEAR(all.seen->seconds_per_flop, 2 * second, 1e-9 * second);
}

double usual(const Sample& sample) { return sample.place % 3 == 0 ? 1 : 2; }

TEST(LooksAt, ProcessesThatRunSteadilyLaterHaveTheirSpeedThen) {
  const auto all = look_at(4, [](const Sample& sample) { return sample.look < 2 ? usual(sample) : 1.0; });
  EXPECT_EQ(all.looks, "3x2 work 3x2 4x12");
  EXPECT_EQ(all.seen->seconds_per_flop, second);
}

// The last one's samples take `times` as long; two of three samples of all of them are disturbed, and take twice as long.
auto disturbed(double times) {
  return [times](const Sample& sample) { return (sample.rank == 3 ? times : 1) * usual(sample); };
}

TEST(LooksAt, DisturbedProcessesGoOnUntilTheseAreEqualOrClearlyNot) {
  const auto little = look_at(4, disturbed(1.5));
  EXPECT_EQ(little.looks, "3x2 work 3x2 4x12 5x40 5x40 5x40");
  EXPECT_EQ(little.cycle_times(), (std::vector<double>{1, 1, 1, 1.5}));
  const auto clearly = look_at(4, disturbed(4));
  EXPECT_EQ(clearly.looks, "3x2 work 3x2 5x40");
  EXPECT_EQ(clearly.cycle_times(), (std::vector<double>{1, 1, 1, 4}));
  const auto until_third_long_one = [](const Sample& sample) {
    return (sample.rank == 3 && sample.look < 5 ? 1.5 : 1) * usual(sample);
  };
  EXPECT_EQ(look_at(4, until_third_long_one).looks, "3x2 work 3x2 4x12 5x40 5x40 5x40");
  EXPECT_EQ(look_at(4, until_third_long_one).cycle_times(), four_ones);
  // Now the last one, now the one before it has less of its core.
  const auto in_turn = [](const Sample& sample) {
    return (sample.rank == 2 + sample.look % 2 ? 1.5 : 1) * usual(sample);
  };
  EXPECT_EQ(look_at(4, in_turn).looks, "3x2 work 3x2 4x12 5x40 5x40") << "each counts at its best";
  EXPECT_EQ(look_at(4, in_turn).cycle_times(), four_ones);
  const auto for_the_scale = look_at(4, disturbed(4), {.closely = false});
  EXPECT_EQ(for_the_scale.looks, "3x2 work 3x2");
  EXPECT_EQ(for_the_scale.cycle_times(), (std::vector<double>{1, 1, 1, 4}));
}

// A fiftieth of it for five samples: a call of 1.25e10 operations takes the slowest five seconds.
TEST(LooksAt, DisturbedProcessesTakeAsLongAsTheCallIsWorth) {
  const auto looks = [](double operations) { return look_at(4, disturbed(4), {.flops = operations}).looks; };
  EXPECT_EQ(looks(1.25e12), "3x2 work 3x2 5x40");
  EXPECT_EQ(looks(1.25e10), "3x2 work 3x2 5x20");
  EXPECT_EQ(looks(1), "3x2 work 3x2 5x12");
  // As the longest look before it shows the slowest.
  const auto slower_at_first = [](const Sample& sample) {
    return (sample.rank < 3 ? 1 : sample.look < 2 ? 2 : 1.5) * usual(sample);
  };
  EXPECT_EQ(look_at(4, slower_at_first, {.flops = 4e10}).looks, "3x2 work 3x2 4x12 5x24 5x24 5x24");
}

TEST(LooksAt, ProcessesThatMayBeEqualEndThereAtFirstSight) {
  const auto steady = [](double last) {
    return [last](const Sample& sample) { return sample.rank == 3 ? last : 1; };
  };
  EXPECT_EQ(look_at(4, steady(1.24), unless_equal).looks, "3x2");
  EXPECT_EQ(look_at(4, steady(1.3), unless_equal).looks, "3x2 4x12 4x12 work 3x2");
  EXPECT_NEAR(look_at(4, steady(1.3), unless_equal).cycle_times()[3], 1.3, 1e-12);
  EXPECT_EQ(look_at(4, disturbed(1.5), unless_equal).looks, "3x2 4x12") << "others differ by more";
  EXPECT_EQ(look_at(4, disturbed(1.7), unless_equal).looks, "3x2 4x12 4x12 work 3x2 5x40 5x40 5x40");
  const auto steady_later = [](const Sample& sample) {
    return (sample.rank == 3 ? 1.5 : 1) * (sample.look == 0 ? usual(sample) : 1);
  };
  EXPECT_EQ(look_at(4, steady_later, unless_equal).looks, "3x2 4x12") << "one look was disturbed";
  const auto later_equal = [](const Sample& sample) {
    return sample.rank == 3 && sample.look < 2 ? 1.5 : 1.0;
  };
  EXPECT_EQ(look_at(4, later_equal, unless_equal).looks, "3x2 4x12 4x12");
}

// Where longer ones would take little more time.
TEST(LooksAt, ClearlyUnequalProcessesStandInForLongerOnes) {
  EXPECT_EQ(look_at(4, disturbed(4), unless_equal).looks, "3x2 4x12 work 3x2 5x40");
  const auto all = look_at(4, disturbed(4), {.flops = 1, .unless_equal = true});
  EXPECT_EQ(all.looks, "3x2 4x12 work 3x2");
  EXPECT_EQ(all.cycle_times(), (std::vector<double>{1, 1, 1, 4}));
  EXPECT_NEAR(all.seen->seconds_per_flop, 2 * second, 1e-9 * second) << "as usual in the longer look";
}

TEST(LooksAt, ProcessesInVirtualTimeAreOneSampleEach) {
  const auto takes = [](const Sample& sample) { return 1.0 + sample.rank; };
  const auto all = look_at(3, takes, {.virtual_time = true});
  EXPECT_EQ(all.looks, "1x0 work 1x0");
  EXPECT_EQ(all.cycle_times(), (std::vector<double>{1, 2, 3}));
  EXPECT_EQ(look_at(3, takes, {.unless_equal = true, .virtual_time = true}).looks, "1x0 1x0 work 1x0");
  EXPECT_EQ(look_at(1, takes, {.unless_equal = true, .virtual_time = true}).looks, "1x0");
}

}  // namespace
}  // namespace het
