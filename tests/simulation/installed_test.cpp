// An installed hetrun finds the installed driver by its name.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "tests/hetrun/command.hpp"

namespace het::test {
namespace {

namespace fs = std::filesystem;
using run::test::Command;

class InstalledSimulation : public testing::Test {
 protected:
  void SetUp() override {
    fs::create_directories(prefix_ / "bin");
    fs::copy(HET_TOOLS "/bin/hetrun", prefix_ / "bin");
  }
  void TearDown() override { fs::remove_all(prefix_); }

  // hetrun of the prefix, from a folder with no build in it.
  std::vector<std::string> simulation() const {
    return {"/usr/bin/env", "-C",
            prefix_,        prefix_ / "bin/hetrun",
            "--simulate",   HET_TOOLS "/platforms/bprr99-switch10.xml",
            "--np",         "2",
            "--",           "xhetsim",
            "--routine",    "gemm",
            "--n",          "64"};
  }

  fs::path prefix_ = fs::path(testing::TempDir()) / ("het-installed-" + std::to_string(getpid()));
};

TEST_F(InstalledSimulation, IsFoundByName) {
  Command install({"/usr/bin/env", "cmake", "--install", HET_SIMULATED "/..", "--prefix", prefix_});
  ASSERT_EQ(install.wait(), 0) << install.errors();
  Command run(simulation());
  EXPECT_EQ(run.wait(), 0) << run.errors();
  EXPECT_NE(run.output().find("pdgemm"), std::string::npos) << run.output();
}

TEST_F(InstalledSimulation, IsNamedWithItsFolderWhenItIsMissing) {
  Command run(simulation());
  EXPECT_EQ(run.wait(), 2);
  EXPECT_NE(run.errors().find((prefix_ / HET_LIBRARY_FOLDER "hetscalapack").string()), std::string::npos)
      << run.errors();
}

}  // namespace
}  // namespace het::test
