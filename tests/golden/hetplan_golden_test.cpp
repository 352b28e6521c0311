#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <regex>

#include "blacs_het/plan/grid_plan.hpp"
#include "tests/golden/run_hetplan.hpp"

namespace het {
namespace {

using nlohmann::ordered_json;
using test::expect_fits_a_terminal;
using test::hetplan;
using test::nine;

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
        Case{"line_lu", "line --cycle-times 3,5,8 --count 10 --order lu --json"},
        // BDRV99 Table 3: of at most 25 chunks 18 are best.
        Case{"line_period", "line --cycle-times 11,26,33,33,38,40,528,530 --period 25 --json"}),
    [](const auto& given) { return given.param.name; });

class Terminal : public testing::TestWithParam<Case> {};
TEST_P(Terminal, IsTheStoredOneAndFitsEightyColumns) {
  const auto result = hetplan(GetParam().arguments);
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out, golden(std::string(GetParam().name) + ".txt", result.out));
  expect_fits_a_terminal(result.out);
}
TEST_P(Terminal, ColourChangesNoCharacter) {
  const std::string arguments = GetParam().arguments;
  const std::string coloured = hetplan(arguments + " --color always").out;
  EXPECT_NE(coloured.find("\x1b["), std::string::npos);
  EXPECT_EQ(hetplan(arguments + " --color never").out, hetplan(arguments).out);
  std::istringstream lines(std::regex_replace(coloured, std::regex("\x1b\\[[0-9;]*m"), ""));
  std::string bare;
  for (std::string line; std::getline(lines, line);)
    bare += line.erase(line.find_last_not_of(' ') + 1) + "\n";
  EXPECT_EQ(bare, hetplan(arguments).out);
}
INSTANTIATE_TEST_SUITE_P(
    Golden, Terminal,
    testing::Values(
        Case{"grid_2x2", "grid --cycle-times 1,2,3,6 --grid 2x2"},
        Case{"grid_2x2_explained", "grid --cycle-times 1,2,3,6 --grid 2x2 --blocks 3 --explain"},
        Case{"grid_nine_heuristic",
             "grid --cycle-times 7.8,1,1,4,1,6.3,7.8,7.95,8 --grid 3x3 --method heuristic --explain"},
        Case{"grid_nine_lu",
             "grid --cycle-times 7.8,1,1,4,1,6.3,7.8,7.95,8 --grid 3x3 --order lu --blocks 20"},
        Case{"grid_10x10",
             "grid --cycle-times '40*1,30*1.75,20*2.123456,10*1e6' --grid 10x10 --method heuristic"},
        Case{"grid_row", "grid --cycle-times 1,2,3,6 --grid 1x4"},
        Case{"grid_long", "grid --cycle-times '500*1,500*3.5' --grid 25x40 --method heuristic"},
        Case{"grid_left_out", "grid --cycle-times 1,1,1,1,900 --grid 2x2"},
        Case{"line", "line --cycle-times 3,5,8 --count 10"},
        Case{"line_long", "line --cycle-times '100*1,3.5' --count 1000"}),
    [](const auto& given) { return given.param.name; });

TEST(Hosts, AppearInEveryForm) {
  const test::Folder folder;
  std::ofstream(folder.file("hosts")) << "# fast first\nfast.example.org 1\nb.example.org 2\n"
                                         "compute-node-of-the-cellar-0017.example.org 3\nold.example.org 9\n";
  const std::string command = "grid --cycle-times " + folder.file("hosts");
  for (const char* shape : {"2x2", "1x4", "4x1"}) {
    const auto result = hetplan(command + " --explain --grid " + shape);
    EXPECT_EQ(result.out, golden(std::string("hosts_") + shape + ".txt", result.out));
    expect_fits_a_terminal(result.out);
    for (const char* name : {"fast", "compute-nod~0017", "old"})
      EXPECT_NE(result.out.find(name), std::string::npos) << name;
  }
  const auto json = ordered_json::parse(hetplan(command + " --grid 2x2 --json").out);
  EXPECT_EQ(json["hosts"][0][0], "fast");
  EXPECT_EQ(json["hosts"][1][1], "old");
  const auto line = hetplan("line --cycle-times " + folder.file("hosts") + " --count 9");
  EXPECT_NE(line.out.find("compute~0017"), std::string::npos) << line.out;
}

// A grid of any width shows each of its processes, or says how many it does not show.
TEST(WideGrids, ShowEveryProcessOrSayHowManyAreMissing) {
  const auto shown = [](int p, int q) {
    const auto result = hetplan("grid --method heuristic --cycle-times " + std::to_string(p * q) +
                                "*1 --grid " + std::to_string(p) + "x" + std::to_string(q));
    EXPECT_EQ(result.exit_code, 0) << result.err;
    expect_fits_a_terminal(result.out);
    // Equal processors all have the middle shade.
    const std::string table = result.out.substr(0, result.out.find("c0-c"));
    return std::pair{std::count(table.begin(), table.end(), '*'), table};
  };
  for (const auto& [p, q] : {std::pair{2, 100}, {1, 1000}, {4, 59}, {16, 128}, {32, 29}}) {
    EXPECT_EQ(shown(p, q).first, p * q) << p << " x " << q;
    EXPECT_EQ(shown(p, q).second.find("not shown"), std::string::npos);
  }
  EXPECT_NE(shown(40, 58).second.find("464 places of 2320 are not shown, --json has all"), std::string::npos);
  EXPECT_NE(shown(1, 5000).second.find("2216 places of 5000 are not shown"), std::string::npos);
}

// Against what a plan is so much faster: equal shares on the processors it uses, and on all there are.
TEST(LeftOut, SpeedupsNameWhatTheyAreMeasuredBy) {
  const std::string list = "grid --cycle-times 1,1,1,2,10 --grid 2x2";
  const auto json = ordered_json::parse(hetplan(list + " --json").out);
  EXPECT_EQ(json["W_uniform"], 2);
  EXPECT_EQ(json["W_uniform_all"], 0.5);
  EXPECT_NEAR(json["W"].get<double>(), 3, 1e-12);
  EXPECT_NE(hetplan(list).out.find(
                "up to 1.50 times as fast as equal shares on the same 4; in 24 x 24 blocks 1.50\n"
                "up to 6.00 times as fast as equal shares on all 5; in 24 x 24 blocks 6.00\n"),
            std::string::npos)
      << hetplan(list).out;
  const std::string all = "grid --cycle-times 1,1,1,2 --grid 2x2";
  EXPECT_NE(hetplan(all).out.find("up to 1.50 times as fast as equal shares; in "), std::string::npos);
  EXPECT_FALSE(ordered_json::parse(hetplan(all + " --json").out).contains("W_uniform_all"));
}

TEST(Report, GivesCycleTimesAndGrid) {
  const test::Folder folder;
  std::ofstream(folder.file("report.json"))
      << R"({"routine":"pdgemm","m":8,"n":8,"k":8,"taken":false,"reason":"small"})"
      << "\n"
      << R"({"routine":"pdgetrf","m":4000,"n":4000,"k":4000,"taken":true,"cycle_times":[1,2,3,6],"grid":[2,2]})"
      << "\n"
      << R"({"routine":"pdgemm","m":900,"n":900,"k":900,"taken":false,"cycle_times":[1,2,3,7]})"
      << "\n";
  const auto reported =
      ordered_json::parse(hetplan("grid --json --cycle-times " + folder.file("report.json")).out);
  const auto listed =
      ordered_json::parse(hetplan("grid --json --cycle-times 1,2,3,6 --grid 2x2 --order lu").out);
  EXPECT_EQ(reported, listed);
}

// The line names the side of the grid that grows, one or both.
TEST(Explained, AnotherShapeNamesThePartnersThatAreMore) {
  const char* const one_row = R"('{"cycle_times":[1,2,3,6],"grid":[1,2]}')";
  const auto taller = test::hetplan(std::string("grid --explain --cycle-times ") + one_row);
  EXPECT_NE(taller.out.find("1 partner in a\n    column instead of none."), std::string::npos) << taller.out;
  const auto square = test::hetplan("grid --explain --cycle-times 1,2,3,6 --grid 1x1");
  EXPECT_NE(square.out.find("1 partner in a\n    row instead of none and 1 partner in a column"),
            std::string::npos)
      << square.out;
}

TEST(Compare, ShowsEveryMethodOnce) {
  const auto result = hetplan(std::string(nine) + "--grid 3x3 --compare");
  ASSERT_EQ(result.exit_code, 0) << result.err;
  expect_fits_a_terminal(result.out);
  const auto json = ordered_json::parse(hetplan(std::string(nine) + "--grid 3x3 --compare --json").out);
  ASSERT_EQ(json["methods"].size(), all_methods().size());
  double best = 0;
  for (std::size_t k = 0; k < all_methods().size(); ++k) {
    const auto& entry = json["methods"][k];
    EXPECT_EQ(entry["method"], method_name(all_methods()[k]));
    EXPECT_NE(result.out.find("\n" + std::string(method_name(all_methods()[k])) + " "), std::string::npos);
    best = std::max(best, entry["W"].get<double>());
  }
  EXPECT_NEAR(best, 391.0 / 104, 1e-12);
}

TEST(Period, IsTheBestUpToTheBound) {
  const std::string command = "grid --cycle-times 1,2,3,6 --grid 2x2 --json --period ";
  const auto json = ordered_json::parse(hetplan(command + "9").out);
  EXPECT_DOUBLE_EQ(json["imbalance"].get<double>(), 1);
  EXPECT_EQ(json["row_pattern"].size(), 4u);
  EXPECT_EQ(json["col_pattern"].size(), 3u);
  EXPECT_GT(ordered_json::parse(hetplan(command + "3").out)["imbalance"].get<double>(), 1);
}

TEST(Seed, AndLimitReachTheSearch) {
  const std::string command =
      "grid --cycle-times 1,1.3,1.7,2.1,2.9,3.3,4.7,5.9,6.1,7.3,8.7,9.1,9.9,10.3,11,12.7,13,14,15,"
      "16 --grid 4x5 --json --method search ";
  EXPECT_EQ(hetplan(command + "--seed 7").out, hetplan(command + "--seed 7").out);
  const auto rate = [&](const char* limit) {
    return ordered_json::parse(hetplan(command + "--limit " + limit).out)["W"].get<double>();
  };
  EXPECT_LT(rate("1"), rate("1e7"));
}

TEST(Version, IsThatOfTheProject) {
  const auto result = hetplan("--version");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.out, HET_VERSION "\n");
  EXPECT_EQ(result.err, "");
  for (const char* command : {"grid", "line", "report"})
    EXPECT_EQ(hetplan(std::string(command) + " --version").out, result.out) << command;
}

// 32 different speeds: said soon, with what goes and what to use instead.
TEST(Exact, RefusesWhatIsTooMuchInOneLine) {
  std::string list;
  for (int k = 0; k < 32; ++k) list += (k > 0 ? "," : "") + std::to_string(1 + 0.3 * k + 0.01 * k * k);
  const auto result = hetplan("grid --method exact --limit 1e6 --grid 4x8 --cycle-times " + list);
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
  for (const char* part : {"its limit of work is too small", "4 x 8 grid of 32 different speeds",
                           "method best", "a larger limit"})
    EXPECT_NE(result.err.find(part), std::string::npos) << part << ": " << result.err;
}

// What is proven is not more than was looked for.
TEST(Arrangement, ThatIsGivenHasOptimalSharesOnly) {
  const std::string text = hetplan("grid --arrangement '1,2;3,5'").out;
  EXPECT_NE(text.find("method best, shares optimal for this arrangement\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("proven"), std::string::npos) << text;
}

TEST(BlockMap, MillionsOfBlocksHaveRoomAndNoExponents) {
  const std::string text = hetplan("grid --cycle-times 1,2,3,6 --grid 2x2 --blocks 1000000").out;
  EXPECT_NE(text.find("750000 of 1000000 |"), std::string::npos) << text;
  EXPECT_NE(text.find("each place stands for 33333 x 16667 blocks"), std::string::npos) << text;
  expect_fits_a_terminal(text);
}

// Every option of the help is in the manual page.
TEST(ManualPage, HasEveryOption) {
  std::string page = test::contents(std::filesystem::path(HET_MAN_PAGES) / "hetplan.1");
  page = std::regex_replace(page, std::regex("\\\\-"), "-");
  const std::string help = hetplan("--help").out + hetplan("grid --help").out + hetplan("line --help").out +
                           hetplan("report --help").out;
  const std::regex option("--[a-z][a-z-]*");
  for (std::sregex_iterator at(help.begin(), help.end(), option), end; at != end; ++at)
    EXPECT_NE(page.find(at->str()), std::string::npos) << at->str();
}

TEST(Names, AreInTheHelp) {
  const std::string help = hetplan("grid --help").out;
  for (const Method method : all_methods())
    EXPECT_NE(help.find(method_name(method)), std::string::npos) << method_name(method);
}

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
  auto hosts =
      ordered_json::parse(hetplan("grid --json --grid 2x2 --cycle-times " + folder.file("hosts")).out);
  hosts.erase("hosts");
  EXPECT_EQ(hosts, ordered_json::parse(hetplan("grid --json --grid 2x2 --cycle-times 1,2,3,6").out));
}

TEST(Line, NumbersOfAnySizeAreApart) {
  const std::string out = hetplan("line --cycle-times 3,5,8 --count 10000000").out;
  EXPECT_NE(out.find(" 3  5063291 1.519e+07  ###"), std::string::npos) << out;
}

}  // namespace
}  // namespace het
