// Which variables of the environment are settings, and which are told to be none.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <utility>

#include "blacs_het/grid/config.hpp"
#include "blacs_het/grid/variable_names.hpp"

namespace het {
namespace {

// A variable that surely means a setting is told, with the setting.
TEST(Environment, MisspelledSettingsAreToldWithWhatIsMeant) {
  constexpr const char* names[] = {"MODE", "CYCLE_TIMES", "GRID", "ROUTINES"};
  EXPECT_EQ(meant("MOED", names), "MODE");
  EXPECT_EQ(meant("MODES", names), "MODE");
  EXPECT_EQ(meant("CYCLETIME", names), "CYCLE_TIMES");
  EXPECT_EQ(meant("ROUTINE", names), "ROUTINES");
  for (const char* other : {"MD", "ROOT", "LIBS", "PREFIX", "SCALAPACK", "HANDSHAKE_SECONDS", "SIM_DRY", ""})
    EXPECT_EQ(meant(other, names), std::nullopt) << other;
  const std::string faults =
      parse_config({.settings = {{"MODE", "never"}}, .unknown = {"MOED", "GIRD"}}).faults;
  EXPECT_EQ(faults,
            "HETSCALAPACK_MOED is no setting, HETSCALAPACK_MODE is; "
            "HETSCALAPACK_GIRD is no setting, HETSCALAPACK_GRID is");
  const std::vector<std::string> none;
  setenv("HETSCALAPACK_MOED", "always", 1);
  EXPECT_EQ(read_environment().unknown, (std::vector<std::string>{"MOED"}));
  setenv("HETSCALAPACK_MOED", "", 1);
  EXPECT_EQ(read_environment().unknown, none) << "as for settings, no value is as good as none";
  unsetenv("HETSCALAPACK_MOED");
  EXPECT_EQ(read_environment().unknown, none);
}

TEST(SeenEnvironment, IsTheSameUntilAVariableChanges) {
  SeenEnvironment seen("HETSCALAPACK_");
  EXPECT_FALSE(seen.is_same()) << "nothing was remembered";
  seen.remember();
  EXPECT_TRUE(seen.is_same());
  const auto changes = [&](const char* what) {
    EXPECT_FALSE(seen.is_same()) << what;
    seen.remember();
    EXPECT_TRUE(seen.is_same()) << what;
  };
  setenv("ANOTHER_VARIABLE", "12", 1);
  changes("one more");
  setenv("ANOTHER_VARIABLE", "123", 1);
  changes("longer");
  setenv("ANOTHER_VARIABLE", "12", 1);
  changes("shorter");
  unsetenv("ANOTHER_VARIABLE");
  changes("one less");
  char* nothing = nullptr;
  char** const all = std::exchange(environ, &nothing);
  EXPECT_FALSE(seen.is_same()) << "none at all";
  environ = nullptr;
  EXPECT_FALSE(seen.is_same());
  environ = all;
  EXPECT_TRUE(seen.is_same());
}

// Contexts are made by the thousand: only what has changed is read again, a file's contents included.
TEST(Environment, SettingsAreReadAnewWhereTheyHaveChanged) {
  const auto mode = [] { return current_settings()->parsed.config.mode; };
  unsetenv("HETSCALAPACK_MODE");
  const auto first = current_settings();
  EXPECT_EQ(first->parsed.config.mode, Mode::automatic);
  EXPECT_EQ(current_settings(), first);
  setenv("ANOTHER_VARIABLE", "1", 1);
  EXPECT_EQ(current_settings(), first) << "nothing of ours has changed";
  char in_place[] = "HETSCALAPACK_MODE=never ";
  in_place[sizeof in_place - 2] = '\0';
  putenv(in_place);
  EXPECT_EQ(mode(), Mode::never);
  std::strcpy(in_place, "HETSCALAPACK_MODE=always");
  EXPECT_EQ(mode(), Mode::always);
  unsetenv("HETSCALAPACK_MODE");
  EXPECT_EQ(mode(), Mode::automatic);
  unsetenv("ANOTHER_VARIABLE");

  const std::string file = ::testing::TempDir() + "cycle_times_that_change." + std::to_string(getpid());
  setenv("HETSCALAPACK_CYCLE_TIMES", file.c_str(), 1);
  for (const char* line : {"here 1\n", "here 2\n"}) {
    std::ofstream(file) << line;
    EXPECT_EQ(current_settings()->environment.cycle_time_file->text, line);
  }
  unsetenv("HETSCALAPACK_CYCLE_TIMES");
  std::filesystem::remove(file);
}

// What may be meant for a setting, and what looks like none of them, is warned of and changes nothing.
TEST(Environment, UnknownSettingsAreWarnedOfWithTheNearestOne) {
  const ParsedConfig parsed = parse_config({.settings = {{"MODE", "always"}}, .unknown = {"FOO", "MODUS"}});
  EXPECT_EQ(parsed.faults, "");
  EXPECT_EQ(parsed.config.mode, Mode::always);
  EXPECT_EQ(parsed.warnings,
            (std::vector<std::string>{
                "HETSCALAPACK_FOO is no setting, and ignored; settings are HETSCALAPACK_MODE, "
                "CYCLE_TIMES, GRID, ROUTINES, VERBOSE, REPORT, TRACE, PROGRESS, MEMORY_LIMIT, "
                "SCALAPACK, HANDSHAKE_SECONDS",
                "HETSCALAPACK_MODUS is no setting, and ignored; is HETSCALAPACK_MODE meant?"}));
  constexpr const char* names[] = {"MODE", "CYCLE_TIMES", "VERBOSE", "REPORT", "MEMORY_LIMIT"};
  EXPECT_EQ(nearest("mode", names), "MODE");
  EXPECT_EQ(nearest("MEMORY", names), "MEMORY_LIMIT");
  EXPECT_EQ(nearest("memory", names), "MEMORY_LIMIT");
  EXPECT_EQ(nearest("VERBOSITY", names), "VERBOSE");
  EXPECT_EQ(nearest("CYCLES", names), "CYCLE_TIMES");
  EXPECT_EQ(nearest("THREADS", names), std::nullopt);
}

// One letter or two that are wrong in the prefix, and what is merely alike.
TEST(Environment, AMisspelledPrefixIsWarnedOf) {
  const auto warnings = [](const char* name) {
    setenv(name, "always", 1);
    const ParsedConfig parsed = parse_config(read_environment());
    unsetenv(name);
    EXPECT_EQ(parsed.faults, "") << name;
    EXPECT_EQ(parsed.config.mode, Mode::automatic) << name;
    return parsed.warnings;
  };
  for (const char* name :
       {"HETSCALAPCK_MODE", "HETSCALPACK_MODE", "HETSCALAPACKMODE", "HETSCLAAPACK_MODE", "HET_SCALAPACK_MODE",
        "ETSCALAPACK_MODE", "HETSCALAPCK_MOD", "hetscalapack_mode", "Hetscalapack_MODE"})
    EXPECT_EQ(warnings(name), (std::vector<std::string>{std::string(name) + " is no setting, and ignored; is "
                                                                            "HETSCALAPACK_MODE meant?"}));
  for (const char* name : {"SCALAPACK_MODE", "HETSCALAPCK_ROOT", "HET_MODE", "PACK_MODE", "HETSCALAPACKS"})
    EXPECT_EQ(warnings(name), std::vector<std::string>()) << name;
}

// What the library, hetrun, its builds and the sites that install it set besides.
TEST(Environment, VariablesThatAreNoSettingsAndKnownAreNotWarnedOf) {
  const char* known[] = {"SCALAPACK",  "HANDSHAKE_SECONDS",
                         "SIM_DRY",    "SIM_LOOK",
                         "SIM_LEVEL2", "LIBS",
                         "INC",        "PREFIX",
                         "ROOT",       "DIR",
                         "SMPI"};
  for (const char* name : known) setenv((std::string("HETSCALAPACK_") + name).c_str(), "1", 1);
  EXPECT_EQ(read_environment().unknown, std::vector<std::string>());
  for (const char* name : known) unsetenv((std::string("HETSCALAPACK_") + name).c_str());
}

}  // namespace
}  // namespace het
