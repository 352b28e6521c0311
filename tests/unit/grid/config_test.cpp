#include "blacs_het/grid/config.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>
#include <utility>

namespace het {
namespace {

ParsedConfig parse_settings(std::map<std::string, std::string> settings) {
  return parse_config({std::move(settings)});
}

TEST(Config, DefaultsAreTheDocumentedOnes) {
  const Config config = parse_settings({}).config;
  EXPECT_EQ(config.mode, Mode::automatic);
  EXPECT_TRUE(config.measured());
  EXPECT_FALSE(config.grid);
  EXPECT_TRUE(config.takes("pdgemm"));
  EXPECT_EQ(config.verbose, 0);
  EXPECT_TRUE(config.report.empty());
  EXPECT_TRUE(config.trace.empty());
  EXPECT_EQ(config.progress, 0);
  EXPECT_EQ(config.memory_limit, 0);
}

TEST(Config, ReadsEachSetting) {
  const Config config = parse_settings({{"MODE", "always"},
                                        {"CYCLE_TIMES", "2*1,2.5"},
                                        {"GRID", "3x2"},
                                        {"VERBOSE", "2"},
                                        {"REPORT", "calls.json"},
                                        {"TRACE", "trace.json"},
                                        {"PROGRESS", "2.5"},
                                        {"MEMORY_LIMIT", "512M"}})
                            .config;
  EXPECT_EQ(config.mode, Mode::always);
  EXPECT_EQ(config.cycle_times, (std::vector<double>{1, 1, 2.5}));
  EXPECT_FALSE(config.measured());
  EXPECT_EQ(config.grid, std::pair(3, 2));
  EXPECT_EQ(config.verbose, 2);
  EXPECT_EQ(config.report, "calls.json");
  EXPECT_EQ(config.trace, "trace.json");
  EXPECT_EQ(config.progress, 2.5);
  EXPECT_EQ(config.memory_limit, Extent{512} << 20);
  EXPECT_EQ(parse_settings({{"MEMORY_LIMIT", "1000"}}).config.memory_limit, 1000);
  EXPECT_EQ(parse_settings({{"MEMORY_LIMIT", "3T"}}).config.memory_limit, Extent{3} << 40);
  EXPECT_EQ(parse_settings({{"MODE", "never"}}).config.mode, Mode::never);
  EXPECT_FALSE(config.in_place);
  EXPECT_TRUE(parse_settings({{"GRID", "caller"}}).config.in_place);
  EXPECT_FALSE(parse_settings({{"GRID", "caller"}}).config.grid);
  EXPECT_EQ(parse_settings({{"GRID", "3x2:natural"}}).config.method, Method::natural);
  EXPECT_EQ(parse_settings({{"GRID", "3x2:natural"}}).config.grid, std::pair(3, 2));
  EXPECT_EQ(config.method, Method::best);
  const Config planned = parse_settings({{"GRID", "3x2:swaps:cyclic"}}).config;
  EXPECT_EQ(planned.method, Method::swaps);
  EXPECT_EQ(planned.order, BlockOrder::cyclic);
  EXPECT_FALSE(config.order);
}

TEST(Config, FileOfHosts) {
  const Config config =
      parse_config({{{"CYCLE_TIMES", "speeds.txt"}}, TextFile{"a 1\n# old nodes\nb 2.2\n", ""}}).config;
  ASSERT_EQ(config.host_cycle_times.size(), 2u);
  EXPECT_EQ(config.host_cycle_times[1].host, "b");
  EXPECT_EQ(config.host_cycle_times[1].cycle_time, 2.2);
}

// All there are, as a variable that is none of them brings them to light.
TEST(Config, SettingsAreInTheManualPage) {
  const std::string warning = parse_config({.unknown = {"QQQQQQQQQQ"}}).warnings.at(0),
                    before = "settings are ";
  ASSERT_NE(warning.find(before), std::string::npos) << warning;
  std::istringstream settings(warning.substr(warning.find(before) + before.size()));
  std::ifstream file(HET_MAN_PAGES "/hetscalapack.7");
  const std::string page{std::istreambuf_iterator<char>(file), {}};
  int found = 0;
  for (std::string name; std::getline(settings >> std::ws, name, ','); ++found) {
    if (!name.starts_with("HETSCALAPACK_")) name = "HETSCALAPACK_" + name;
    EXPECT_NE(page.find("\n.BR " + name + " \" (default: "), std::string::npos) << name;
  }
  EXPECT_GE(found, 11);
}

// As messages have it.
std::string quoted(const std::string& value) {
  return value.find(' ') == std::string::npos ? value : "'" + value + "'";
}

TEST(Config, BlanksOfAWrongValueAreSeen) {
  EXPECT_EQ(parse_settings({{"MODE", "always "}}).faults,
            "HETSCALAPACK_MODE='always ': must be auto, always or never");
  EXPECT_EQ(parse_settings({{"MODE", "Always"}}).faults,
            "HETSCALAPACK_MODE=Always: must be auto, always or never");
}

TEST(Config, AWrongMemoryLimitSaysWhyAndWhatIsAllowed) {
  const auto faults = [](const char* value) { return parse_settings({{"MEMORY_LIMIT", value}}).faults; };
  EXPECT_EQ(
      faults("12Q"),
      "HETSCALAPACK_MEMORY_LIMIT=12Q: 'Q' is no unit of memory; allowed are 1 to 1048576T: a whole number of "
      "bytes, or of K, M, G or T, as in 536870912, 512M or 2G");
  const std::pair<const char*, const char*> cases[] = {
      {"512MB", "'MB' is no unit of memory; "},
      {"1.5G", "'.5G' is no unit of memory; "},
      {"512m", "'m' is no unit of memory; "},
      {"512 M", "' M' is no unit of memory; "},
      {"M", "does not begin with a whole number; "},
      {"much", "does not begin with a whole number; "},
      {"", "does not begin with a whole number; "},
      {"-", "does not begin with a whole number; "},
      {"-M", "does not begin with a whole number; "},
      {"+5M", "does not begin with a whole number; "},
      {" 5M", "does not begin with a whole number; "},
      {"inf", "does not begin with a whole number; "},
      {"0x10", "'x10' is no unit of memory; "},
      {"1e9", "'e9' is no unit of memory; "},
      {"99999999999999999999Q", "'Q' is no unit of memory; "},
      {"-0", "is negative; "},
      {"-5M", "is negative; "},
      {"-99999999999999999999", "is negative; "},
      {"0", "is too small; "},
      {"1048577T", "is too large; "},
      {"99999999999999999999", "is too large; "}};
  for (const auto& [value, why] : cases)
    EXPECT_TRUE(faults(value).starts_with("HETSCALAPACK_MEMORY_LIMIT=" + quoted(value) + ": " + why))
        << faults(value);
  EXPECT_EQ(parse_settings({{"MEMORY_LIMIT", "1048576T"}}).config.memory_limit, Extent{1} << 60);
}

// What is no list is taken as the name of a file, and why that cannot be read is said with what is allowed.
TEST(Config, ACycleTimeFileThatCannotBeReadSaysWhy) {
  const auto faults = [](const char* value) {
    setenv("HETSCALAPACK_CYCLE_TIMES", value, 1);
    const std::string said = parse_config(read_environment()).faults;
    unsetenv("HETSCALAPACK_CYCLE_TIMES");
    return said;
  };
  EXPECT_EQ(
      faults("/no/such/file"),
      "HETSCALAPACK_CYCLE_TIMES=/no/such/file: taken as the name of a file: file '/no/such/file' cannot be "
      "read: No such file or directory; allowed are a list, as in 1,2,3,6 or 4*1,4*2.2, a file of lines "
      "'hostname cycle-time', and measure");
  EXPECT_NE(faults("/").find("taken as the name of a file: file '/' is a directory"), std::string::npos);
  EXPECT_NE(faults("/dev/zero").find("file '/dev/zero' is not a regular file"), std::string::npos);
  EXPECT_NE(faults("1,two").find("entry 2: 'two' is not a number"), std::string::npos);
  EXPECT_EQ(faults("1,2"), "");
}

// Which of these are taken, one letter for each: '+' taken, '-' left to ScaLAPACK.
std::string taken(const char* routines) {
  const ParsedConfig parsed = parse_settings({{"ROUTINES", routines}});
  EXPECT_EQ(parsed.faults, "");
  std::string marks;
  for (const char* routine : {"pdgemm", "psgemm", "pdgetrf", "pzpotrf"})
    marks += parsed.config.takes(routine) ? '+' : '-';
  return marks;
}

TEST(Config, RoutinesAreNamedOrRefused) {
  EXPECT_EQ(taken("all"), "++++");
  EXPECT_EQ(taken("gemm"), "++--");
  EXPECT_EQ(taken("-gemm"), "--++");
  EXPECT_EQ(taken("all,-gemm"), "--++");
  EXPECT_EQ(taken("gemm,getrf,-gemr2d"), "+++-");
}

TEST(Config, ARoutineMayBeWrittenAsInTheProgram) {
  EXPECT_EQ(taken("pdgemm"), "+---");
  EXPECT_EQ(taken("PDGETRF"), "--+-");
  EXPECT_EQ(taken("pdgemm_, PZPOTRF"), "+--+");
  EXPECT_EQ(taken("-pdgemm"), "-+++");
  EXPECT_EQ(taken("gemm,-psgemm"), "+---");
  EXPECT_EQ(taken("lu,CHOLESKY"), "--++");
}

TEST(Config, OtherRoutinesAreRefusedWithWhatIsAllowed) {
  for (const char* wrong : {"pdgesv", "pxgemm", "dgemm", "-all", "gemm,nonsense", "-"}) {
    const std::string faults = parse_settings({{"ROUTINES", wrong}}).faults;
    for (const char* allowed : {"all", "gemm", "gemr2d", "getrf", "geqrf", "potrf", "pdgemm", "-gemm"})
      EXPECT_NE(faults.find(allowed), std::string::npos) << wrong << ": " << faults;
  }
}

// A list that takes nothing is a mistake, whatever its order.
TEST(Config, AListOfRoutinesThatTakesNoneIsRefused) {
  for (const char* wrong : {"gemm,-gemm", "-gemm,gemm", "pdgemm,-gemm", "-gemm,-gemr2d,-getrf,-geqrf,-potrf"})
    EXPECT_NE(parse_settings({{"ROUTINES", wrong}}).faults.find("leaves every routine"), std::string::npos)
        << wrong;
  EXPECT_EQ(parse_settings({{"ROUTINES", "gemm,-pdgemm"}}).faults, "");
}

// Each process waits for others by its own setting; that it is wrong is said with the other settings, once.
TEST(Config, AWrongPatienceIsWarnedOf) {
  const auto seconds = [](const char* value) {
    setenv("HETSCALAPACK_HANDSHAKE_SECONDS", value, 1);
    const ParsedConfig parsed = parse_config(read_environment());
    const double patience = handshake_seconds();
    unsetenv("HETSCALAPACK_HANDSHAKE_SECONDS");
    EXPECT_EQ(parsed.faults, "");
    EXPECT_EQ(parsed.warnings.empty(), patience != 30 || !*value) << value;
    return patience;
  };
  EXPECT_EQ(seconds("2.5"), 2.5);
  for (const char* wrong :
       {"abc", "0", "-1", "nan", "inf", "1e9", "1e400", "1e-400", "+3", "0x3", " 3", "3 ", ""})
    EXPECT_EQ(seconds(wrong), 30) << wrong;
}

// What is wrong with a grid is said, not only what is allowed.
TEST(Config, AWrongGridSaysWhy) {
  const std::pair<const char*, const char*> cases[] = {{"2X2", "a small x"},
                                                       {" 2x2", "positive P and Q"},
                                                       {"2x2:", "missing behind the last ':'"},
                                                       {"caller:best", "nothing may follow caller"},
                                                       {"auto:best:cyclic", "nothing may follow auto"},
                                                       {"99999999x99999999", "more than 1000000 processes"}};
  for (const auto& [value, why] : cases)
    EXPECT_NE(parse_settings({{"GRID", value}}).faults.find(why), std::string::npos)
        << parse_settings({{"GRID", value}}).faults;
}

// Every wrong value gives an error that names the variable and the value.
TEST(Config, WrongValuesNameTheirVariable) {
  const std::vector<std::pair<std::string, std::string>> wrong{{"MODE", "sometimes"},
                                                               {"MODE", "AUTO"},
                                                               {"CYCLE_TIMES", "1,two"},
                                                               {"CYCLE_TIMES", "1,0"},
                                                               {"CYCLE_TIMES", "-1"},
                                                               {"CYCLE_TIMES", "nan"},
                                                               {"CYCLE_TIMES", "no/such/file"},
                                                               {"GRID", "2"},
                                                               {"GRID", "2x"},
                                                               {"GRID", "0x2"},
                                                               {"GRID", "2x2x2"},
                                                               {"GRID", "2x2:nature"},
                                                               {"GRID", "2x2:best:natural"},
                                                               {"GRID", "2x2:cyclic:columns"},
                                                               {"GRID", "2x2:"},
                                                               {"GRID", "caller:best"},
                                                               {"GRID", "auto:best"},
                                                               {"GRID", ":best"},
                                                               {"GRID", "-1x-2"},
                                                               {"GRID", "99999999999999999999x1"},
                                                               {"ROUTINES", "gem"},
                                                               {"ROUTINES", "gemm," + std::string("svd")},
                                                               {"VERBOSE", "3"},
                                                               {"VERBOSE", "-1"},
                                                               {"VERBOSE", "1 "},
                                                               {"VERBOSE", "+1"},
                                                               {"VERBOSE", "0x1"},
                                                               {"VERBOSE", ""},
                                                               {"VERBOSE", "99999999999999999999"},
                                                               {"GRID", "+2x2"},
                                                               {"GRID", "2x 2"},
                                                               {"PROGRESS", "+1"},
                                                               {"PROGRESS", " 1"},
                                                               {"PROGRESS", "1 "},
                                                               {"PROGRESS", "-1"},
                                                               {"PROGRESS", "0x1p3"},
                                                               {"PROGRESS", "nan"},
                                                               {"PROGRESS", "inf"},
                                                               {"PROGRESS", "1e400"},
                                                               {"PROGRESS", "1e-400"},
                                                               {"PROGRESS", ""},
                                                               {"MEMORY_LIMIT", "0"},
                                                               {"MEMORY_LIMIT", "-5M"},
                                                               {"MEMORY_LIMIT", "12X"},
                                                               {"MEMORY_LIMIT", "M"},
                                                               {"MEMORY_LIMIT", "9999999999G"}};
  for (const auto& [name, value] : wrong) {
    const ParsedConfig parsed = parse_settings({{name, value}, {"REPORT", "calls.json"}});
    EXPECT_TRUE(parsed.faults.starts_with("HETSCALAPACK_" + name + "=" + quoted(value) + ": "))
        << name << ": " << parsed.faults;
    EXPECT_EQ(parsed.config.report, "calls.json") << "what is right is kept";
  }
}

}  // namespace
}  // namespace het
