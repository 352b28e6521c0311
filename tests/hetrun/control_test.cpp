#include "testing_drivers/hetrun/run/control.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "testing_drivers/hetrun/plan/cycle_times.hpp"
#include "testing_drivers/hetrun/usage_error.hpp"
#include "tests/hetrun/four_ranks.hpp"

namespace het::run {
namespace {

struct ControlFile : testing::Test {
  std::string name = testing::TempDir() + "hetrun-control-" + std::to_string(getpid());
  void TearDown() override { std::filesystem::remove(name); }
};

TEST_F(ControlFile, ChangesAreSeenThroughAnotherMapping) {
  const Control ranks_see(name, four_ranks, {0, 1}, true, "");
  Control(name).set_cycle_time(3, 12);
  EXPECT_NEAR(ranks_see.duty(3), 0.075, 1e-12);
  EXPECT_NEAR(ranks_see.duty(2), 0.3, 1e-12);
}

TEST_F(ControlFile, RefusesDutiesThatDoNotFit) {
  const Control control(name, four_ranks, {0, 1}, true, "");
  Control other(name);
  EXPECT_THROW(other.set_cycle_time(3, 5), UsageError);
  EXPECT_THROW(other.set_cycle_time(4, 9), UsageError);
  EXPECT_THROW(other.set_cycle_time(-1, 9), UsageError);
  EXPECT_THROW(other.set_cycle_time(3, 0), UsageError);
  other.set_cycle_time(1, 4);
  other.set_cycle_time(3, 3);  // now there is room
  EXPECT_NEAR(control.duty(3), 0.3, 1e-12);
}

TEST_F(ControlFile, AnotherFileIsNeitherOverwrittenNorRead) {
  std::ofstream(name) << "my diary";
  EXPECT_THROW(Control(name, four_ranks, {0, 1}, true, ""), UsageError);
  EXPECT_THROW(Control{name}, UsageError);
  std::string text;
  std::getline(std::ifstream(name), text);
  EXPECT_EQ(text, "my diary");
}

// A hetrun that was killed before it had written anything leaves no bytes, or zeros.
TEST_F(ControlFile, WithNothingInItIsUsedAnew) {
  for (const std::size_t zeros : {0, 1024}) {
    std::ofstream(name) << std::string(zeros, '\0');
    const Control control(name, four_ranks, {0, 1}, true, "");
    EXPECT_EQ(control.ranks(), 4) << zeros;
  }
}

TEST_F(ControlFile, OfARunningHetrunIsNotTakenOver) {
  {
    const Control running(name, four_ranks, {0, 1}, true, "");
    try {
      const Control second(name, plan_ranks(std::vector<double>{1, 1}, std::vector<double>{1, 1}), {0, 1},
                           true, "");
      ADD_FAILURE() << "taken over";
    } catch (const UsageError& error) {
      EXPECT_NE(std::string(error.what()).find("belongs to a running hetrun"), std::string::npos)
          << error.what();
    }
    EXPECT_EQ(running.ranks(), 4);
    EXPECT_NEAR(running.duty(3), 0.15, 1e-12);
  }
  // What is left of it.
  EXPECT_EQ(Control(name, plan_ranks(std::vector<double>{1, 1}, std::vector<double>{1, 1}), {0, 1}, true, "")
                .ranks(),
            2);
}

TEST_F(ControlFile, WithoutANameThereIsNoFile) {
  const Control control("", four_ranks, {0, 1}, true, "");
  Control(control.path()).set_cycle_time(3, 12);
  EXPECT_NEAR(control.duty(3), 0.075, 1e-12);
}

TEST_F(ControlFile, CycleTimesAreReadFromListsAndFiles) {
  EXPECT_EQ(read_cycle_times("1,2,3.5"), (std::vector<double>{1, 2, 3.5}));
  EXPECT_EQ(read_cycle_times("2*1,2*2.2"), (std::vector<double>{1, 1, 2.2, 2.2}));
  std::ofstream(name) << "# name time\nfast 1\nslow 4\n";
  EXPECT_EQ(read_cycle_times(name), (std::vector<double>{1, 4}));
  for (const auto& [text, said] :
       {std::pair("vm 1\n# all\nvm one\n", "line 3: 'one' is no cycle-time; it must be between"),
        std::pair("vm 4*1\n", "line 1: '4*1' is no cycle-time"),
        std::pair(" {\"cycle_times\":[1,2]}\n", "only hetplan reads reports")}) {
    std::ofstream(name) << text;
    try {
      read_cycle_times(name);
      ADD_FAILURE() << text;
    } catch (const UsageError& error) {
      EXPECT_NE(std::string(error.what()).find(said), std::string::npos) << error.what();
    }
  }
  for (const char* bad : {"", "1,,2", "1,x", "0", "-1", "1,nan", "1;2"})
    EXPECT_THROW(read_cycle_times(bad), UsageError);
}

}  // namespace
}  // namespace het::run
