// Bad input to hetplatform and to hetrun --simulate: one line that names it, exit code 2.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <fstream>

#include "tests/hetrun/command.hpp"

namespace het::run::test {
namespace {

const std::string bin = HET_BUILD "/bin/", nine = HET_BUILD "/platforms/bprr99-switch10.xml";

void expect_refused(std::vector<std::string> words, const std::string& name) {
  words.front() = bin + words.front();
  Command command(words);
  EXPECT_EQ(command.wait(), 2) << command.output();
  const std::string errors = command.errors();
  EXPECT_EQ(std::ranges::count(errors, '\n'), 1) << errors;
  EXPECT_NE(errors.find(name), std::string::npos) << errors;
  EXPECT_EQ(command.output(), "");
}

TEST(HetplatformBadInput, IsNamed) {
  expect_refused({"hetplatform"}, "--cycle-times");
  expect_refused({"hetplatform", "--cycle-times", "1,-2"}, "-2");
  expect_refused({"hetplatform", "--cycle-times", "1,2", "--network", "ring"}, "ring");
  expect_refused({"hetplatform", "--cycle-times", "1,2", "--flops", "0"}, "--flops");
  expect_refused({"hetplatform", "--cycle-times", "1,2", "--latency", "x"}, "--latency");
  expect_refused({"hetplatform", "--cycle-times", "1,2", "-o", "/nowhere/at/all"}, "/nowhere/at/all");
  expect_refused({"hetplatform", "--list", "/nowhere.toml"}, "/nowhere.toml");
  expect_refused({"hetplatform", "--cycle-times", "1,2", "--into", "x"}, "--into");
  expect_refused({"hetplatform", "--cycle-times", "1,2", "--load", "2"}, "--load");
  expect_refused({"hetplatform", "--cycle-times", "1,2", "-o", ""}, "--output: is empty; a value is needed");
  expect_refused({"hetplatform", "--cycle-times", ""}, "--cycle-times: is empty; a value is needed");
  expect_refused({"hetplatform", "--cycle-times", "1,2", "--first-site", "1"},
                 "--first-site: only together with --network sites, not switch10");
  expect_refused({"hetplatform", "--list", "any.toml", "--network", "bus"},
                 "--list and --network exclude each other");
}

TEST(HetplatformBadInput, IsNamedWithItsLine) {
  const std::string list = testing::TempDir() + "list-" + std::to_string(getpid()) + ".toml";
  std::ofstream(list) << "[[platform]]\nname = \"a\"\nint main(void);\n";
  expect_refused({"hetplatform", "--list", list}, list + ", line 3: ");
  std::remove(list.c_str());
}

TEST(HetrunSimulateBadInput, IsNamed) {
  expect_refused({"hetrun", "--simulate", "/nowhere.xml", "--", "/bin/true"}, "");
  expect_refused({"hetrun", "--simulate", "nowhere.xml", "--", "/bin/true"},
                 "--simulate nowhere.xml: no such file, here or among the platforms");
  // A platform of the build by its name alone.
  expect_refused({"hetrun", "--simulate", "bprr99-switch10.xml", "--", "./nothing"}, "./nothing");
  expect_refused({"hetrun", "--simulate", nine, "--ranks-per-host", "spead", "--", "nothing"},
                 "'spead' is not a count; allowed are a list, as in 3,1,0 or 3*2,6*1, speed and speed:COUNT");
  expect_refused({"hetrun", "--simulate", nine}, "no program");
  expect_refused({"hetrun", "--simulate", nine, "--cycle-times", "1,2", "--", "xhetsim"}, "--cycle-times");
  expect_refused({"hetrun", "--cycle-times", "1,2", "--np", "2", "--", "xhetsim"}, "--np");
  expect_refused({"hetrun", "--cycle-times", "1,2", "--dry", "--", "xhetsim"}, "--dry");
  expect_refused({"hetrun", "--simulate", nine, "--np", "0", "--", "xhetsim"}, "--np");
  expect_refused({"hetrun", "--simulate", nine, "--", "./nothing"}, "./nothing");
  expect_refused({"hetrun", "--simulate", nine, "--", "nothing"}, "nothing");
  expect_refused({"hetrun", "--simulate", nine, "--", bin + "hetplatform"}, "not a simulated build");
  expect_refused({"hetrun", "--simulate", nine, "--", "xhetsim", "two words"}, "two words");
  expect_refused({"hetrun", "--simulate", nine, "-x", "HET_UNSET", "--", "xhetsim"}, "-x HET_UNSET=VALUE");
  expect_refused({"hetrun", "--cycle-times", "1,2", "-x", "HET_UNSET", "--", "/bin/true"},
                 "-x HET_UNSET=VALUE");
  expect_refused({"hetrun", "--cycle-times", "1,2", "-x", "=1", "--", "/bin/true"}, "-x =1");
}

TEST(Hetplatform, TellsItsVersion) {
  Command command({bin + "hetplatform", "--version"});
  EXPECT_EQ(command.wait(), 0);
  EXPECT_EQ(command.output(), HET_VERSION "\n");
}

TEST(HetrunSimulateBadInput, SmpirunMustBeThere) {
  Command command({bin + "hetrun", "--simulate", nine, "--", "xhetsim"}, {"PATH=/nowhere"});
  EXPECT_EQ(command.wait(), 2);
  EXPECT_NE(command.errors().find("smpirun"), std::string::npos) << command.errors();
}

}  // namespace
}  // namespace het::run::test
