// hetplan report at its limits: many processes, calls without computing, tiny and huge numbers.
#include "src/tools/report/report_text.hpp"
#include "src/tools/terminal/char_grid.hpp"
#include "tests/golden/made_call.hpp"
#include "tests/golden/run_hetplan.hpp"

namespace het {
namespace {

using test::expect_fits_a_terminal;
using test::made_call;
using test::made_call_of;

CallReport parsed(const nlohmann::ordered_json& call) { return parse_calls(call.dump(), "report").front(); }

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(CharGrid, WhatIsLeftOfTheSheetIsNotSeen) {
  CharGrid sheet;
  EXPECT_EQ(sheet.put(0, -2, "abä"), 1);
  EXPECT_EQ(sheet.put(1, -9, "all of it"), 0);
  sheet.put_right(2, 3, "12345");
  sheet.put_right(3, 3, "ä");
  EXPECT_EQ(sheet.text(false), "ä\n\n345\n  ä\n");
}

// Ranks of five digits, places of two numbers of three digits: every column is as wide as it must be.
TEST(ReportOfManyProcesses, ShowsEveryRankAndPlaceWhole) {
  const std::string text = call_text(parsed(made_call_of(100, 200)), false);
  expect_fits_a_terminal(text);
  EXPECT_TRUE(has(text, "\n    0  (0, 0) ")) << text;
  EXPECT_TRUE(has(text, "\n19999  (99, 199) ")) << text;
  EXPECT_TRUE(has(text, "20000 processes busy for")) << text;
}

}  // namespace
}  // namespace het
