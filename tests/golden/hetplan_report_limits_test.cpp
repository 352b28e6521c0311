// hetplan report at its limits: many processes, calls without computing, tiny and huge numbers.
#include <cairo.h>

#include <cmath>

#include <fmt/format.h>

#include "src/tools/report/parts.hpp"
#include "src/tools/report/report_json.hpp"
#include "src/tools/report/report_picture.hpp"
#include "src/tools/report/report_text.hpp"
#include "src/tools/terminal/char_grid.hpp"
#include "tests/golden/made_call.hpp"
#include "tests/golden/run_hetplan.hpp"

namespace het {
namespace {

using test::expect_fits_a_terminal;
using test::made_call;
using test::made_call_of;

CallReport parsed(const nlohmann::ordered_json& call) {
  return parse_calls(call.dump(), "report").calls.front();
}

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

// So many that whoever looks at all of them for each one is seen to be slow.
TEST(ReportOfManyProcesses, IsJsonOfEachWithItsPlace) {
  constexpr int p = 500, q = 200;
  const auto json = call_json(parsed(made_call_of(p, q)));
  ASSERT_EQ(json["processes"].size(), std::size_t{p * q});
  for (const int rank : {0, 1, p, 12345, p * q - 1}) {
    const auto& process = json["processes"][static_cast<std::size_t>(rank)];
    EXPECT_EQ(process["row"], rank % p);
    EXPECT_EQ(process["col"], rank / p);
    EXPECT_DOUBLE_EQ(process["busy"].get<double>() + process["idle"].get<double>(), 1);
  }
}

// A product has no panels, and nobody is told of them.
TEST(ReportOfAProduct, IsWithoutPanels) {
  auto call = made_call("pdgemm", 4000, true, 1);
  EXPECT_TRUE(has(call_text(parsed(call), false), "panel and exchange include waiting"));
  for (const char* key : {"panel", "exchange", "broadcast"}) call[key] = {0, 0, 0, 0};
  EXPECT_FALSE(has_panels(parsed(call)));
  EXPECT_FALSE(has(call_text(parsed(call), false), "panel"));
}

TEST(ReportJson, KnowsWhoIsLeftOut) {
  auto call = made_call("pdgetrf", 4000, true, 1);
  call["order"] = {{2, 0}};
  const auto processes = call_json(parsed(call))["processes"];
  EXPECT_EQ(processes[0]["col"], 1);
  EXPECT_EQ(processes[2]["col"], 0);
  EXPECT_FALSE(processes[1].contains("row"));
  EXPECT_FALSE(processes[3].contains("col"));
}

TEST(ReportPicture, ScaleHasStepsWhateverTheTime) {
  for (const double end : {0.0, 5e-324, 1e-320, 3e-308, 1e-9, 1.0, 7.3, 1e12, 1e300, 1.7e308})
    for (const int most : {1, 6}) {
      const double step = round_step(end, most);
      EXPECT_GT(step, 0) << end;
      EXPECT_LE(end / step, most * (1 + 1e-9)) << end;
    }
}

TEST(ReportPicture, ScaleHasOneUnit) {
  for (const auto& [end, unit] :
       {std::pair{1.0, " s"}, {0.9, " ms"}, {3e-6, " us"}, {86400.0, " s"}, {1e12, " s"}})
    for (double seconds = end / 100; seconds <= end; seconds *= 3)
      EXPECT_TRUE(scale_text(seconds, end).ends_with(unit)) << scale_text(seconds, end);
  EXPECT_EQ(scale_text(0, 3), "0");
  EXPECT_EQ(scale_text(5e-7, 3e-6), "0.5 us");
  EXPECT_EQ(scale_text(60000, 86400), "60000 s");
}

// What no clock tells is no time: nothing is divided by it, and pictures end.
TEST(Report, TimesBelowANanosecondAreNone) {
  for (const double dust : {5e-324, 1e-300, 9e-10}) {
    auto call = made_call("pdgetrf", 4000, true, 1);
    call["seconds"] = {{"compute", dust}, {"total", dust}};
    for (const char* key : {"busy", "update", "panel", "exchange", "broadcast"})
      call[key] = std::vector<double>(4, dust);
    EXPECT_EQ(parsed(call).computing, 0) << dust;
    EXPECT_FALSE(parsed(call).predicted_over_measured());
    const test::Folder folder;
    std::ofstream(folder.file("r")) << call.dump() << "\n";
    EXPECT_EQ(test::hetplan("report " + folder.file("r") + " --svg " + folder.file("a.svg")).exit_code, 0);
  }
}

TEST(Report, RatiosAreFiniteAndNumbersFitTheirColumns) {
  auto call = made_call("pdgetrf", 4000, true, 1e12);
  for (const char* key : {"busy", "update"}) call[key] = {1e-9, 12345.0, 999.96, 1.23456e8};
  call["seconds"] = {{"compute", 1e-9}, {"total", 1e-9}};
  const CallReport report = parsed(call);
  EXPECT_TRUE(std::isfinite(report.predicted_over_measured().value()));
  expect_fits_a_terminal(call_text(report, false));
  EXPECT_TRUE(has(call_text(report, false), "predicted / measured, without plan: >9999\n"));
  expect_fits_a_terminal(overview_text(overview_of({report, report}), false));
  for (double seconds = 1e-9; seconds < 1e12; seconds *= 1.0137)
    EXPECT_LE(time_text(seconds).size(), 9u) << time_text(seconds);
  for (double ratio = 1e-21; ratio < 1e21; ratio *= 1.037)
    EXPECT_LE(ratio_text(ratio).size(), 5u) << ratio_text(ratio);
  EXPECT_EQ(time_text(0.99999e-3), "1 ms");
  EXPECT_EQ(time_text(86400), "86400 s");
}

// Reasons hold numbers of their call: what differs in them alone is one reason, told by the most frequent one.
TEST(ReportOverview, CountsReasonsThatDifferInNumbersAsOne) {
  std::string text;
  const auto add = [&](const std::string& reason) {
    auto call = made_call("pdgetrf", 4000, false, 1);
    call["reason"] = reason;
    text += call.dump() + "\n";
  };
  for (int k = 0; k < 20; ++k)
    add(fmt::format("too little to gain: predicted {:.3g} s, ScaLAPACK {:.3g} s", 1e-6 * k, 1e5 * k));
  add("too little to gain: predicted 7e-05 s, ScaLAPACK 1.23 s");
  add("too little to gain: predicted 7e-05 s, ScaLAPACK 1.23 s");
  for (int k = 0; k < 3; ++k) add("memory limit");
  add("");
  const Overview all = overview_of(parse_calls(text, "report").calls);
  ASSERT_EQ(all.reasons.size(), 3u);
  EXPECT_EQ(all.reasons[0].calls, 22u);
  EXPECT_EQ(all.reasons[0].texts, 21u);
  EXPECT_EQ(all.reasons[0].example, "too little to gain: predicted 7e-05 s, ScaLAPACK 1.23 s");
  EXPECT_EQ(all.reasons[1].example, "memory limit");
  EXPECT_EQ(all.reasons[1].texts, 1u);
  const std::string shown = overview_text(all, false);
  EXPECT_TRUE(has(shown, "\n     22  for example: too little to gain: predicted 7e-05 s, ")) << shown;
  EXPECT_TRUE(has(shown, "\n      3  memory limit\n")) << shown;
  EXPECT_TRUE(has(shown, "\n      1  (no reason is said)\n")) << shown;
  expect_fits_a_terminal(shown);
  EXPECT_EQ(overview_json(all)["reasons"][0]["texts"], 21);
}

TEST(ReportSubtitle, SaysHowBusyProcessesWereOnlyWhereSomethingWasComputed) {
  auto call = made_call("pdgemr2d", 4000, true, 1);
  call.erase("in_place");
  call["seconds"] = {{"total", 1}};
  for (const char* key : {"busy", "update", "panel", "exchange", "broadcast"})
    call[key] = std::vector<double>(4, 0);
  EXPECT_EQ(subtitle_of(parsed(call)), "taken on 2 x 2, 4 processes");
  call["seconds"] = {{"compute", 2}, {"total", 2}};
  EXPECT_EQ(subtitle_of(parsed(call)), "taken on 2 x 2, 4 processes busy for 0 % of the time");
  EXPECT_EQ(subtitle_of(parsed(made_call_of(1, 1))),
            "in place on 1 x 1, 1 process busy for 25 % of the time");
}

// What a picture of a report shows: its height, and how much of it is in a colour.
struct Seen {
  int height = 0, coloured = 0;
};
Seen seen(const std::string& report, Colour colour) {
  const test::Folder folder;
  std::ofstream(folder.file("r")) << report;
  EXPECT_EQ(test::hetplan("report " + folder.file("r") + " --png " + folder.file("a.png")).exit_code, 0);
  cairo_surface_t* png = cairo_image_surface_create_from_png(folder.file("a.png").c_str());
  Seen result{cairo_image_surface_get_height(png), 0};
  const auto is_near = [](unsigned char byte, double part) { return std::abs(byte - 255 * part) <= 2; };
  for (int y = 0; y < result.height; ++y)
    for (int x = 0; x < cairo_image_surface_get_width(png); ++x) {
      const unsigned char* bgr =
          cairo_image_surface_get_data(png) + y * cairo_image_surface_get_stride(png) + 4 * x;
      result.coloured +=
          is_near(bgr[2], colour.red) && is_near(bgr[1], colour.green) && is_near(bgr[0], colour.blue);
    }
  cairo_surface_destroy(png);
  return result;
}

TEST(ReportPicture, SaysWhyACallWasForwarded) {
  const auto height = [](bool taken, const std::string& reason) {
    auto call = made_call("pdgetrf", 4000, taken, 1);
    call["reason"] = reason;
    return seen(call.dump() + "\n", {}).height;
  };
  const std::string words = "no gain: ScaLAPACK is predicted to be as fast";
  const int without = height(false, ""), with = height(false, words);
  EXPECT_GT(with, without);
  EXPECT_EQ(height(false, words + "; " + words + "; " + words) - without, 2 * (with - without));
  EXPECT_EQ(height(true, words), height(true, "")) << "of a call that was taken its way says all";
}

// Text and picture say what is beyond the scale: at its end there would be 1/4 and 4.
TEST(ReportStrip, MarksWhatIsBeyondIt) {
  const auto report = [](const std::vector<double>& ratios) {
    std::string text;
    for (const double ratio : ratios) text += made_call("pdgetrf", 4000, true, ratio).dump() + "\n";
    return text;
  };
  const std::string at_ends = report({0.25, 1, 4}), beyond = report({0.2, 1, 5});
  const Colour taken = parts[0].colour;
  EXPECT_GT(seen(beyond, taken).coloured, seen(at_ends, taken).coloured);
  const auto text = [](const std::string& calls) {
    return overview_text(overview_of(parse_calls(calls, "report").calls), false);
  };
  EXPECT_TRUE(has(text(at_ends), "  ------|------ 1.00\n")) << text(at_ends);
  EXPECT_TRUE(has(text(beyond), "  <-----|-----> 1.00\n")) << text(beyond);
  EXPECT_TRUE(has(text(report({0.01})), "  <     :       0.01\n")) << text(report({0.01}));
}

// Text and picture show one scale; what is beyond it is at its end.
TEST(ReportStrip, GoesFromAQuarterToFour) {
  for (std::size_t k = 0; k < strip_marks.size(); ++k)
    EXPECT_DOUBLE_EQ(strip_share(strip_marks[k].ratio), static_cast<double>(k) / 4);
  EXPECT_EQ(strip_share(1e-21), 0);
  EXPECT_EQ(strip_share(1e21), 1);
  std::string text;
  for (const double ratio : {0.25, 0.5, 1.0, 4.0})
    text += made_call("pdgetrf", static_cast<int>(4000 * ratio), true, ratio).dump() + "\n";
  const std::string shown = overview_text(overview_of(parse_calls(text, "report").calls), false);
  EXPECT_TRUE(has(shown, "1/4   1     4\n")) << shown;
  EXPECT_TRUE(has(shown, "  |     :       0.25\n")) << shown;
  EXPECT_TRUE(has(shown, "     |  :       0.50\n")) << shown;
  EXPECT_TRUE(has(shown, "        |       1.00\n")) << shown;
  EXPECT_TRUE(has(shown, "        :     | 4.00\n")) << shown;
}

}  // namespace
}  // namespace het
