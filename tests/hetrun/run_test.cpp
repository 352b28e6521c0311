// How hetrun ends: exit codes, interrupts, bad input, and what is left afterwards.
#include <gtest/gtest.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <sstream>

#include "testing_drivers/hetrun/control_layout.h"
#include "testing_drivers/hetrun/run/cgroup.hpp"
#include "testing_drivers/hetrun/usage_error.hpp"
#include "tests/hetrun/command.hpp"

namespace het::run::test {
namespace {

namespace fs = std::filesystem;

bool comes_true(const std::function<bool()>& condition) {
  for (int i = 0; i < 1200; ++i, usleep(50000))
    if (condition()) return true;
  return false;
}

// Names in the places where programs leave things that carry the process number of that hetrun.
std::vector<std::string> traces_of(pid_t hetrun) {
  std::vector<std::string> found;
  const std::string mark = "hetrun." + std::to_string(hetrun);
  for (const char* place : {"/dev/shm", "/tmp", "/sys/fs/cgroup", "/sys/fs/cgroup/cpu"}) {
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(place, ignored))
      if (entry.path().filename().string().starts_with(mark)) found.push_back(entry.path());
  }
  return found;
}

TEST(ExitStatus, IsTheProgramsOwn) {
  Command good({HETRUN_COMMAND, "--cycle-times", "1,2", "--no-probe", "--", HETRUN_PROGRAM_C, "exit", "0"});
  EXPECT_EQ(good.wait(), 0) << good.errors();
  Command bad({HETRUN_COMMAND, "--cycle-times", "1,2", "--no-probe", "--", HETRUN_PROGRAM_C, "exit", "7"});
  EXPECT_EQ(bad.wait(), 7) << bad.errors();
  EXPECT_TRUE(traces_of(bad.process()).empty());
}

TEST(ExitStatus, IsTheShellsWhereTheProgramCannotBeStarted) {
  const std::string folder = testing::TempDir() + "hetrun-folder-" + std::to_string(getpid());
  fs::create_directory(folder);
  const std::pair<std::string, int> cases[] = {{"no-such-program", 127},
                                               {"--no-such-program", 127},
                                               {folder + "/no-such-program", 127},
                                               {"/etc/passwd", 126},
                                               {folder, 126}};
  for (const auto& [program, status] : cases) {
    Command run({HETRUN_COMMAND, "--cycle-times", "1,2", "--", program});
    EXPECT_EQ(run.wait(), status) << program;
    const std::string line = run.errors();
    EXPECT_NE(line.find(program), std::string::npos) << line;
    EXPECT_EQ(std::count(line.begin(), line.end(), '\n'), 1) << line;
  }
  fs::remove(folder);
}

TEST(ExitStatus, IsTheProgramsOwnAlsoFromPathAndCurrentFolder) {
  Command path({HETRUN_COMMAND, "--cycle-times", "1,2", "--no-probe", "--quiet", "--", "true"});
  EXPECT_EQ(path.wait(), 0) << path.errors();
  fs::current_path(fs::path(HETRUN_PROGRAM_C).parent_path());
  Command here({HETRUN_COMMAND, "--cycle-times", "1,2", "--no-probe", "--quiet", "--",
                fs::path(HETRUN_PROGRAM_C).filename().string(), "exit", "3"});
  EXPECT_EQ(here.wait(), 3) << here.errors();
}

// Also where they look like hetrun's, or like what stands before a program.
TEST(Program, GetsAllWordsBehindItsName) {
  const std::vector<std::string> own{"echo", "--quiet", "--foo", "--", "--json", "x", "--"};
  for (const bool dashes : {false, true}) {
    std::vector<std::string> words{HETRUN_COMMAND, "--cycle-times", "1", "--no-probe", "-q"};
    if (dashes) words.push_back("--");
    words.insert(words.end(), own.begin(), own.end());
    Command run(words);
    EXPECT_EQ(run.wait(), 0) << run.errors();
    EXPECT_EQ(run.output(), "--quiet --foo -- --json x --\n") << "dashes before it: " << dashes;
  }
}

TEST(Probe, MeasuresAllRanksAndJsonTellsThem) {
  const std::string file = testing::TempDir() + "hetrun-json-" + std::to_string(getpid());
  Command run(
      {HETRUN_COMMAND, "--cycle-times", "1,4", "--json", file, "--", HETRUN_PROGRAM_C, "share", "0.2", "1"});
  ASSERT_EQ(run.wait(), 0) << run.errors();
  const auto all = nlohmann::json::parse(std::ifstream(file));
  fs::remove(file);
  ASSERT_EQ(all["ranks"].size(), 2u);
  for (const auto& rank : all["ranks"]) {
    EXPECT_GT(rank["gflops"], 0);
    EXPECT_GT(rank["cpu_seconds"], 0);
    EXPECT_LE(rank["speed_measured"], 1);
  }
  EXPECT_EQ(std::max(all["ranks"][0]["speed_measured"], all["ranks"][1]["speed_measured"]), 1);
  EXPECT_NE(run.errors().find("cycle-time"), std::string::npos);
  EXPECT_NE(run.errors().find("measured"), std::string::npos);
}

class Interrupt : public testing::TestWithParam<int> {};

TEST_P(Interrupt, LeavesNothingBehind) {
  const std::string mark = "mark-" + std::to_string(getpid()) + "-" + std::to_string(GetParam());
  const std::string control = testing::TempDir() + mark + ".control";
  const std::string folder = testing::TempDir() + mark + ".tmp";
  fs::create_directory(folder);
  Command run({HETRUN_COMMAND, "--cycle-times", "1,2,3", "--no-probe", "--control", control, "--",
               HETRUN_PROGRAM_C, "share", "0.05", "2000", mark},
              {"TMPDIR=" + folder});
  ASSERT_NE(run.read_line(), "") << run.errors();
  EXPECT_FALSE(traces_of(run.process()).empty()) << "nothing to look for";
  run.signal(GetParam());
  EXPECT_EQ(run.wait(), 128 + GetParam()) << run.errors();
  EXPECT_TRUE(comes_true([&] { return processes_with(mark).empty(); })) << "processes are left";
  EXPECT_TRUE(comes_true([&] { return traces_of(run.process()).empty(); }))
      << traces_of(run.process()).front();
  EXPECT_TRUE(comes_true([&] { return !fs::exists(control); })) << "the control file is left";
  EXPECT_TRUE(comes_true([&] { return fs::is_empty(folder); })) << fs::directory_iterator(folder)->path();
  fs::remove_all(folder);
}
INSTANTIATE_TEST_SUITE_P(By, Interrupt, testing::Values(SIGINT, SIGTERM, SIGHUP, SIGKILL),
                         [](const auto& kind) { return std::string(sigabbrev_np(kind.param)); });

struct Bad {
  std::vector<std::string> arguments;
  std::string named;  // what the line must name
};

TEST(BadInput, GivesOneLineThatNamesTheValueAndExitCodeTwo) {
  const std::string program = HETRUN_PROGRAM_C;
  const std::vector<Bad> cases{
      {{"--cycle-times", "1,x", "--", program}, "x"},
      {{"--cycle-times", "1,0", "--", program}, "0"},
      {{"--cycle-times", "", "--", program}, "--cycle-times"},
      {{"--cycle-times", "1,2"}, "program"},
      {{"--", program}, "--cycle-times"},
      {{"--cycle-times", "1,2", "--cores", "4096", "--", program}, "4096"},
      {{"--cycle-times", "1,2", "--cores", "-1", "--", program}, "-1"},
      {{"--cycle-times", "1,2", "--cores", "0", "--", program}, "--cores 0"},
      {{"--cycle-times", "1,1e9", "--", program}, "1e+09"},
      {{"--cycle-times", "1,2", "--backend", "magic", "--", program}, "magic"},
      {{"--cycle-times", "1,2", "--preload", "/no/such.so", "--", program}, "/no/such.so"},
      {{"--cycle-times", "1,2", "--preload", "/etc/passwd", "--", program},
       "--preload /etc/passwd: not a shared library"},
      {{"--cycle-times", "1,2", "--control", "/no/such/file", "--", program}, "/no/such/file"},
      {{"--cycle-times", "1,2", "--control", "/etc/passwd", "--", program}, "/etc/passwd"},
      {{"--cycle-times", "1,2", "--frobnicate", "--", program},
       "--frobnicate: unknown option; hetrun --help"},
      {{"--frobnicate"}, "--frobnicate: unknown option; hetrun --help"},
      {{"--frobnicate", "--cycle-times", "1,2", program}, "--frobnicate: unknown option; hetrun --help"},
      {{"--cycle-times", "1,2", "-z", "3", program}, "-z: unknown option; hetrun --help"},
      {{"--set", "/no/such/file", "0", "1", "--frobnicate"}, "--frobnicate: unknown option; hetrun --help"},
      {{"--simulate", "a.xml", "--frobnicate=1", "--", program},
       "--frobnicate=1: unknown option; hetrun --help"},
      {{"--cycle-times", "1,2", "--json", "/no/such/file", "--no-probe", "--quiet", "--", program},
       "/no/such/file"},
      // Before the speeds are measured, and before the program.
      {{"--cycle-times", "1,2", "--json", "/no/such/file", "--", program},
       "--json /no/such/file: cannot be written: No such file or directory"},
      {{"--cycle-times", "1,2", "--no-probe=1", "--", program}, "--no-probe: takes no value"},
      {{"--cycle-times", "1,2", "--quiet=no", "--", program}, "--quiet: takes no value"},
      {{"--simulate", "a.xml", "--dry=0", "--", program}, "--dry: takes no value"},
      {{"--set", "/no/such/file", "0", "1"}, "--set /no/such/file"},
      {{"--set", "/no/such/file", "0"}, "--set: 3 values are needed, 2 given"},
      {{"--cycle-times", "1,2", "--cores", "x", "--", program}, "--cores: 'x' is not a number"},
      {{"--cycle-times", "/tmp", "--", program}, "/tmp: is a directory"},
      {{"--cycle-times", "no-such-file", "--", program},
       "no-such-file: taken as the name of a file, which cannot be read: No such file or directory"},
      {{"--cycle-times", "-1", "--", program}, "'-1' is no cycle-time"},
      {{"--cycle-times", "/dev/null", "--", program}, "/dev/null: is not a regular file"},
      {{"--simulate", "a.xml", "--simgrid", "foo", "--", program}, "--simgrid: 'foo' is not KEY:VALUE"},
      {{"--simulate", "a.xml", "--simgrid", ":x", "--", program}, "--simgrid: ':x' is not KEY:VALUE"},
      {{"--simulate", "a.xml", "--np", "0", "--", program},
       "--np: a whole number above 0 is needed, not '0'"},
      {{"--simulate", "a.xml", "--np", "1.5", "--", program}, "--np: a whole number above 0"},
      {{"--simulate", "a.xml", "--np", "99999999999", "--", program}, "99999999999 is too large"},
      {{"--simulate", "a.xml", "--poll", "-1", "--", program},
       "--poll: a number from 1e-09 to 0.5 is needed, not '-1'"},
      {{"--simulate", "a.xml", "--poll", "1e9", "--", program},
       "a number from 1e-09 to 0.5 is needed, not '1e9'"},
      {{"--simulate", "a.xml", "--look", "nan", "--", program},
       "--look: a number from 1e-09 to 0.5 is needed, not 'nan'"},
      {{"--simulate", "a.xml", "--look", "1e-10", "--", program}, "a number from 1e-09 to 0.5 is needed"},
      {{"--simulate", "a.xml", "--no-probe", "--", program}, "--simulate and --no-probe exclude each other"},
      {{"--np", "3", "--cycle-times", "1,2", "--", program}, "--np: only together with --simulate"},
      {{"--cycle-times", "1,2", "--backend", "", "--", program}, "--backend: '' is none of throttle, cgroup"},
      {{"--cycle-times", "1,2", "--control", "", "--", program}, "--control: is empty; a value is needed"},
      {{"--cycle-times", "1,2", "--json", "", "--", program}, "--json: is empty; a value is needed"},
      {{"--cycle-times", "1,2", "--preload", "", "--", program}, "--preload: is empty; a value is needed"},
      {{"--cycle-times", "", "--", program}, "--cycle-times: is empty; a value is needed"},
      {{"--simulate", "", "--", program}, "--simulate: is empty; a value is needed"},
      {{"--simulate", "a.xml", "--ranks-per-host", "", "--", program}, "--ranks-per-host: is empty"},
      {{"--set", "ctl", "0", "1", "--", program}, "--set goes alone, and a program is given too"},
      {{"--set", "ctl", "0", "1", program}, "--set: 3 values are needed, 4 given"},
      {{"--set", "ctl", "0", "1", "--cycle-times", "1,2"},
       "--set goes alone, and --cycle-times is given too"},
      {{"--set", "ctl", "0", "1", "--quiet"}, "--set goes alone, and --quiet is given too"},
      {{"--set", "/etc/passwd", "0", "1"}, "--set /etc/passwd"},
      {{"--set", "/no/such/file", "zero", "1"}, "--set: 'zero' is no rank; it must be a whole number"},
      {{"--set", "/no/such/file", "-1", "1"}, "--set: '-1' is no rank"},
      {{"--set", "/no/such/file", "1", "abc"},
       "--set: 'abc' is no cycle-time; it must be between 1e-15 and 1e+15"},
      {{"--set", "/no/such/file", "1", "0"}, "--set: '0' is no cycle-time; it must be between"},
  };
  for (const Bad& bad : cases) {
    std::vector<std::string> words{HETRUN_COMMAND};
    words.insert(words.end(), bad.arguments.begin(), bad.arguments.end());
    Command run(words);
    EXPECT_EQ(run.wait(), 2) << bad.named;
    const std::string line = run.errors();
    EXPECT_NE(line.find(bad.named), std::string::npos) << line;
    EXPECT_EQ(std::count(line.begin(), line.end(), '\n'), 1) << line;
    EXPECT_EQ(run.output(), "");
  }
}

// Two runs cannot share a control file: the second one ends at once, the first one goes on as it was.
TEST(BadInput, ControlFileOfARunningHetrunIsLeftAlone) {
  const std::string file = testing::TempDir() + "taken-" + std::to_string(getpid()) + ".control";
  Command first({HETRUN_COMMAND, "--cycle-times", "1,2,3", "--no-probe", "--quiet", "--control", file, "--",
                 HETRUN_PROGRAM_C, "share", "0.05", "2000"});
  ASSERT_NE(first.read_line(), "") << first.errors();
  Command second({HETRUN_COMMAND, "--cycle-times", "1", "--no-probe", "--control", file, "--",
                  HETRUN_PROGRAM_C, "exit", "0"});
  EXPECT_EQ(second.wait(), 2);
  EXPECT_NE(second.errors().find("--control " + file + ": belongs to a running hetrun"), std::string::npos)
      << second.errors();
  Command change({HETRUN_COMMAND, "--set", file, "2", "4"});
  EXPECT_EQ(change.wait(), 0) << change.errors();
  first.signal(SIGTERM);
  EXPECT_EQ(first.wait(), 128 + SIGTERM) << first.errors();
  EXPECT_TRUE(comes_true([&] { return !fs::exists(file); })) << "the control file is left";
}

// A control file that tells of more ranks than it has records of.
TEST(BadInput, DamagedControlFileIsLeftAlone) {
  const std::string file = testing::TempDir() + "damaged.control";
  std::string bytes(4096, '\0');
  const hetrun_header header{
      .magic = HETRUN_MAGIC, .ranks = 1'000'000, .throttle = 1, .dilation = 1, .unused = {}, .cgroup = {}};
  std::memcpy(bytes.data(), &header, sizeof header);
  std::ofstream(file, std::ios::binary) << bytes;
  Command run({HETRUN_COMMAND, "--set", file, "900000", "2"});
  EXPECT_EQ(run.wait(), 2);
  EXPECT_NE(run.errors().find("a damaged control file of hetrun"), std::string::npos) << run.errors();
  std::remove(file.c_str());
}

TEST(Help, HasNothingOfItsParserInIt) {
  Command run({HETRUN_COMMAND, "--help"});
  EXPECT_EQ(run.wait(), 0);
  EXPECT_NE(run.output().find("--no-probe  "), std::string::npos) << run.output();
  EXPECT_EQ(run.output().find_first_of("{}"), std::string::npos) << run.output();
  for (const char* residue : {"Excludes", "Needs", "INT", "FLOAT", " x 3"})
    EXPECT_EQ(run.output().find(residue), std::string::npos) << run.output();
  std::istringstream lines(run.output());
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 80u) << line;
}

TEST(Cgroups, AreUsedAndRemovedOrRefusedInOneLine) {
  bool possible = true;
  try {
    find_cgroup_place();
  } catch (const UsageError&) {
    possible = false;
  }
  Command run({HETRUN_COMMAND, "--cycle-times", "1,2", "--backend", "cgroup", "--no-probe", "--quiet", "--",
               HETRUN_PROGRAM_C, "share", "0.3", "1"});
  const int status = run.wait();
  if (possible && status == 0) {
    EXPECT_EQ(lines_of(run.output(), "share").size(), 2u) << run.output();
  } else {
    EXPECT_EQ(status, 2);
    EXPECT_NE(run.errors().find("cgroup"), std::string::npos) << run.errors();
    const std::string errors = run.errors();
    EXPECT_EQ(std::count(errors.begin(), errors.end(), '\n'), 1) << errors;
  }
  EXPECT_TRUE(traces_of(run.process()).empty());
}

}  // namespace
}  // namespace het::run::test
