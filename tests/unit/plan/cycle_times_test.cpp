#include "blacs_het/plan/cycle_times.hpp"

#include <cmath>
#include <sstream>

#include "tests/unit/plan/plan_cases.hpp"

namespace het {
namespace {

using test::error_of;

TEST(CycleTimes, ListsAndRepetitionsAreRead) {
  EXPECT_EQ(parse_cycle_times("1,2,3,6"), (std::vector<double>{1, 2, 3, 6}));
  EXPECT_EQ(parse_cycle_times("3*1,2*2.5"), (std::vector<double>{1, 1, 1, 2.5, 2.5}));
  EXPECT_EQ(parse_cycle_times(" 1e-3 , 2 * 4 \n"), (std::vector<double>{1e-3, 4, 4}));
}

TEST(CycleTimes, AreWrittenAsTheyAreRead) {
  for (const char* text : {"1,2,3,6", "3*1,2*2.5", "7", "2*1,2,2*1", "1.234e-07,1e+15"})
    EXPECT_EQ(cycle_time_list(parse_cycle_times(text)), text);
  EXPECT_EQ(cycle_time_list(std::vector{1.0, 2.000049}), "1,2");
}

TEST(CycleTimes, EveryBadEntryIsNamed) {
  const struct {
    const char* text;
    const char* named;
  } cases[] = {{"", "empty"},
               {"  ", "empty"},
               {"1,,2", "entry 2 is empty"},
               {"3,2*,1", "entry 2: no cycle-time follows '2*'"},
               {"1,2,", "entry 3"},
               {"1,x", "'x'"},
               {"1,2z", "'2z'"},
               {"0", "'0'"},
               {"-1,2", "'-1'"},
               {"nan", "'nan'"},
               {"inf", "'inf' is no cycle-time; it must be between"},
               {"-inf", "'-inf' is no cycle-time"},
               {"1e-400", "'1e-400' is no cycle-time"},
               {"-1e400", "'-1e400' is no cycle-time"},
               {"1e400z", "'1e400z' is not a number"},
               {"+1", "'+1' is not a number"},
               {"0x1p3", "'0x1p3' is not a number"},
               {"+2*1", "'+2' is no number of processors"},
               {"0x2*1", "'0x2' is no number of processors"},
               {"1e-300", "'1e-300'"},
               {"1e400", "'1e400'"},
               {"0*1", "'0'"},
               {"-2*1", "'-2'"},
               {"2.5*1", "'2.5'"},
               {"99999999999*1", "'99999999999'"},
               {"1 2", "'1 2'"},
               {"600000*1,600000*1", "entry 2"},
               {"*3", "''"}};
  for (const auto& bad : cases) {
    const std::string error = error_of([&] { parse_cycle_times(bad.text); });
    EXPECT_NE(error.find(bad.named), std::string::npos) << bad.text << ": " << error;
  }
}

TEST(CycleTimes, ErrorsSayWhatIsAllowed) {
  EXPECT_NE(error_of([] { parse_cycle_times("1,x"); }).find("1,2,3,6 or 4*1,4*2.2"), std::string::npos);
  EXPECT_NE(error_of([] { parse_cycle_times("1e-300"); }).find("between 1e-15 and 1e+15"), std::string::npos);
}

// Without a file of that name: what was meant as a list is said to be a wrong list, anything else to name no file.
TEST(CycleTimes, WhatIsNoListIsTakenAsTheNameOfAFile) {
  const auto error = [](const char* text) {
    return error_of([&] { parse_list_not_file(text, "there is none", "measure"); });
  };
  EXPECT_EQ(parse_list_not_file("1,2", "there is none", "measure"), (std::vector<double>{1, 2}));
  EXPECT_EQ(
      error("speeds.txt"),
      "taken as the name of a file: there is none; allowed are a list, as in 1,2,3,6 or 4*1,4*2.2, a file "
      "of lines 'hostname cycle-time', and measure");
  for (const char* file : {"/no/such/file", "12nodes", "a/1,2", "mesure", "1 2"})
    EXPECT_TRUE(error(file).starts_with("taken as the name of a file: there is none; ")) << error(file);
  for (const char* list : {"", " ", "1,two", "4*fast", "-1", "nan", "1e400"})
    EXPECT_EQ(error(list), error_of([&] { parse_cycle_times(list); })) << list;
}

TEST(CycleTimes, ValuesFromProgramsAreCheckedToo) {
  EXPECT_NE(error_of([] {
              require_cycle_times(std::vector<double>{1, std::nan("")});
            }).find("entry 2: 'nan'"),
            std::string::npos);
}

TEST(CycleTimes, TextsAndNumbersAreRefusedInTheSameWords) {
  const auto of_text = [](const char* text) { return error_of([&] { parse_cycle_times(text); }); };
  const auto of_numbers = [](const std::vector<double>& t) {
    return error_of([&] { require_cycle_times(t); });
  };
  EXPECT_EQ(of_numbers({}), of_text(""));
  EXPECT_EQ(of_numbers({1, 0}), of_text("1,0"));
  EXPECT_EQ(of_numbers({1, 2, -3}), of_text("1,2,-3"));
  EXPECT_EQ(of_numbers({1e-300}), of_text("1e-300"));
  EXPECT_EQ(of_numbers({1, std::nan("")}), of_text("1,nan"));
  EXPECT_NE(of_text("1,0"), "no error");
}

// Random text made of the characters that matter: a list or an Error, nothing else.
TEST(CycleTimes, AnyTextGivesValidTimesOrAnError) {
  std::mt19937 engine(7);
  const std::string letters = "0123456789.,*-+e x\t\n";
  for (int round = 0; round < 5000; ++round) {
    std::string text(engine() % 12, ' ');
    for (char& c : text) c = letters[engine() % letters.size()];
    try {
      const auto times = parse_cycle_times(text);
      EXPECT_NO_THROW(require_cycle_times(times)) << text;
    } catch (const Error& error) {
      EXPECT_GT(std::string(error.what()).size(), 10u);
    }
  }
}

TEST(CycleTimes, AnEmptyListIsRefusedHoweverItComes) {
  for (const std::string& error :
       {error_of([] { require_cycle_times({}); }), error_of([] { parse_cycle_times(""); })})
    EXPECT_EQ(error.find("the list of cycle-times is empty"), 0u) << error;
}

TEST(CycleTimeFile, HostsCommentsAndBlankLines) {
  std::istringstream file("# two generations\nold1 2.2\n\n  new1\t1 # fast\n");
  EXPECT_EQ(parse_cycle_time_file(file, "hosts"), (std::vector<HostCycleTime>{{"old1", 2.2}, {"new1", 1}}));
}

TEST(CycleTimeFile, AHostMayBeListedForEachOfItsProcessors) {
  std::istringstream file("a 2\nb 1\na 2.0\n");
  EXPECT_EQ(parse_cycle_time_file(file, "hosts"), (std::vector<HostCycleTime>{{"a", 2}, {"b", 1}, {"a", 2}}));
}

TEST(CycleTimeFile, ErrorsNameFileAndLine) {
  const struct {
    const char* text;
    const char* named;
  } cases[] = {{"a 1\nb\n", "hosts, line 2: host 'b'"},
               {"a 1\nb -1\n", "hosts, line 2: '-1'"},
               {"a one\n", "hosts, line 1: 'one'"},
               {"a 1 2\n", "hosts, line 1: '2'"},
               {"a 1\nb 2\na 3\n", "hosts, line 3: host 'a' has cycle-time 3 here and 1 in line 1"},
               {"{\"routine\":\"pdgemm\"}\n", "hosts: is JSON, not lines 'hostname cycle-time'"},
               {"", "hosts: no line"},
               {"# nothing\n", "hosts: no line"}};
  for (const auto& [text, named] : cases) {
    std::istringstream file(text);
    const std::string error = error_of([&] { parse_cycle_time_file(file, "hosts"); });
    EXPECT_EQ(error.find(named), 0u) << error;
  }
}

}  // namespace
}  // namespace het
