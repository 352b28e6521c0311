#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <regex>

#include "tests/golden/run_hetplan.hpp"

namespace het {
namespace {

using nlohmann::ordered_json;
using test::hetplan;

struct Case {
  const char* name;
  const char* arguments;
};

// Stored output of this name; written first when the environment asks for it.
std::string golden(const std::string& name, const std::string& now) {
  const std::filesystem::path path = std::filesystem::path(HET_GOLDEN_FILES) / name;
  if (std::getenv("HET_GOLDEN_UPDATE")) {
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << now;
  }
  EXPECT_TRUE(std::filesystem::exists(path)) << path;
  return test::contents(path);
}

// Equal but for the last digits of numbers; keys in the same order.
void expect_same(const ordered_json& a, const ordered_json& b, const std::string& where) {
  ASSERT_EQ(a.is_structured(), b.is_structured()) << where;
  if (a.is_number_float() && b.is_number()) {
    EXPECT_NEAR(a.get<double>(), b.get<double>(), 1e-12 * std::abs(a.get<double>())) << where;
  } else if (a.is_structured()) {
    ASSERT_EQ(a.size(), b.size()) << where;
    auto y = b.items().begin();
    for (auto x = a.items().begin(); x != a.items().end(); ++x, ++y) {
      ASSERT_EQ(x.key(), y.key()) << where;
      expect_same(x.value(), y.value(), where + "/" + x.key());
    }
  } else {
    EXPECT_EQ(a, b) << where;
  }
}

class Json : public testing::TestWithParam<Case> {};
TEST_P(Json, IsTheStoredOne) {
  const auto result = hetplan(GetParam().arguments);
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.err, "");
  const std::string stored = golden(std::string(GetParam().name) + ".json", result.out);
  expect_same(ordered_json::parse(stored), ordered_json::parse(result.out), "");
}
INSTANTIATE_TEST_SUITE_P(
    Golden, Json,
    testing::Values(
        Case{"grid_2x2", "grid --cycle-times 1,2,3,6 --grid 2x2 --panel 4x3 --json"},
        Case{
            "grid_nine_heuristic",
            "grid --cycle-times 7.8,1,1,4,1,6.3,7.8,7.95,8 --grid 3x3 --method heuristic --blocks 20 --json"},
        Case{"grid_nine_exact_lu",
             "grid --cycle-times 7.8,1,1,4,1,6.3,7.8,7.95,8 --grid 2x4 --method exact --blocks 13x26 --order "
             "lu --json"},
        Case{"grid_auto", "grid --cycle-times '8*1,8*2.2' --order interleaved --blocks 16 --json"},
        Case{"grid_arrangement", "grid --arrangement '1,2;3,5' --panel 8x6 --json"},
        Case{"line_forward", "line --cycle-times 3,5,8 --count 10 --json"},
        Case{"line_lu", "line --cycle-times 3,5,8 --count 10 --order lu --json"}),
    [](const auto& given) { return given.param.name; });

class Terminal : public testing::TestWithParam<Case> {};
TEST_P(Terminal, IsTheStoredOneAndFitsEightyColumns) {
  const auto result = hetplan(GetParam().arguments);
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out, golden(std::string(GetParam().name) + ".txt", result.out));
  std::istringstream lines(result.out);
  for (std::string line; std::getline(lines, line);) {
    EXPECT_LE(line.size(), 80u) << line;
    EXPECT_TRUE(std::all_of(line.begin(), line.end(), [](char c) { return c >= ' ' && c <= '~'; })) << line;
  }
}
INSTANTIATE_TEST_SUITE_P(
    Golden, Terminal,
    testing::Values(
        Case{"grid_2x2", "grid --cycle-times 1,2,3,6 --grid 2x2"},
        Case{"grid_nine_heuristic",
             "grid --cycle-times 7.8,1,1,4,1,6.3,7.8,7.95,8 --grid 3x3 --method heuristic"},
        Case{"grid_10x10",
             "grid --cycle-times '40*1,30*1.75,20*2.123456,10*1e6' --grid 10x10 --method heuristic"},
        Case{"line", "line --cycle-times 3,5,8 --count 10"}),
    [](const auto& given) { return given.param.name; });

// The filled areas of an SVG, without the glyphs of the fonts at hand, numbers rounded.
std::string filled_areas(const std::string& svg) {
  std::istringstream lines(svg);
  std::string areas;
  bool definitions = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("<defs>")) definitions = true;
    if (line.starts_with("</defs>")) definitions = false;
    if (definitions || !line.starts_with("<path") || line.find("fill:rgb") == std::string::npos) continue;
    areas += std::regex_replace(line, std::regex("([0-9]+)\\.[0-9]+"), "$1") + "\n";
  }
  return areas;
}

TEST(Svg, DrawsTheStoredAreas) {
  const test::Folder folder;
  const auto result = hetplan("grid --cycle-times 1,2,3,6 --grid 2x2 --panel 4x3 --blocks 8x6 --svg " +
                              folder.file("plan.svg"));
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const std::string svg = test::contents(folder.file("plan.svg"));
  EXPECT_TRUE(svg.starts_with("<?xml"));
  EXPECT_NE(svg.find("</svg>"), std::string::npos);
  const std::string areas = filled_areas(svg);
  EXPECT_GE(std::count(areas.begin(), areas.end(), '\n'), 16);
  EXPECT_EQ(areas, golden("grid_2x2.svg-areas", areas));
}

TEST(JsonOutput, AloneOnStandardOutputWithPicturesToo) {
  const test::Folder folder;
  const auto result = hetplan("grid --cycle-times 1,2 --json --png " + folder.file("a.png") + " --svg " +
                              folder.file("a.svg"));
  EXPECT_TRUE(ordered_json::accept(result.out)) << result.out;
  EXPECT_TRUE(std::filesystem::exists(folder.file("a.png")));
  EXPECT_TRUE(std::filesystem::exists(folder.file("a.svg")));
}

TEST(CycleTimes, AFileOfHostsIsAList) {
  const test::Folder folder;
  std::ofstream(folder.file("hosts")) << "# fast first\nfast 1\nb 2\nc 3\nslow 6\n";
  EXPECT_EQ(hetplan("grid --grid 2x2 --cycle-times " + folder.file("hosts")).out,
            hetplan("grid --grid 2x2 --cycle-times 1,2,3,6").out);
}

}  // namespace
}  // namespace het
