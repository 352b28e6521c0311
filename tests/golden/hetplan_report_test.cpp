// hetplan report: what it prints and draws of reports, and what it refuses.
#include <cairo.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "src/tools/report/overview.hpp"
#include "src/tools/report/report_text.hpp"
#include "tests/golden/made_call.hpp"
#include "tests/golden/run_hetplan.hpp"

namespace het {
namespace {

using nlohmann::ordered_json;
using test::expect_fits_a_terminal;
using test::hetplan;
using test::made_call;

std::string stored(const std::string& name) { return std::string(HET_GOLDEN_FILES) + "/" + name; }

void expect_golden(const std::string& name, const std::string& now) {
  if (std::getenv("HET_GOLDEN_UPDATE")) std::ofstream(stored(name)) << now;
  EXPECT_EQ(test::contents(stored(name)), now) << name;
}

TEST(ReportOfOneCall, IsTheStoredOneAndFitsEightyColumns) {
  for (const std::string name : {"report_lu"}) {
    const auto result = hetplan("report " + stored(name + ".jsonl"));
    ASSERT_EQ(result.exit_code, 0) << result.err;
    expect_golden(name + ".txt", result.out);
    expect_fits_a_terminal(result.out);
  }
}

TEST(ReportOfManyCalls, IsTheStoredOneAndFitsEightyColumns) {
  const auto result = hetplan("report " + stored("report_calls.jsonl"));
  ASSERT_EQ(result.exit_code, 0) << result.err;
  expect_golden("report_calls.txt", result.out);
  expect_fits_a_terminal(result.out);
}

TEST(Report, ColourChangesNoCharacter) {
  for (const char* file : {"report_lu.jsonl", "report_calls.jsonl"}) {
    const std::string plain = hetplan("report " + stored(file)).out;
    std::string coloured = hetplan("report --color always " + stored(file)).out, bare;
    EXPECT_NE(coloured.find("\x1b["), std::string::npos);
    for (std::size_t at; (at = coloured.find("\x1b[")) != std::string::npos;)
      coloured.erase(at, coloured.find('m', at) + 1 - at);
    std::istringstream lines(coloured);
    for (std::string line; std::getline(lines, line);)
      bare += line.erase(line.find_last_not_of(' ') + 1) + "\n";
    EXPECT_EQ(bare, plain);
  }
}

TEST(Report, AddsUpWhatEachProcessDid) {
  const test::Folder folder;
  std::ofstream(folder.file("r")) << made_call("pdgetrf", 4000, true, 0.8).dump() << "\n";
  const auto json = ordered_json::parse(hetplan("report --json " + folder.file("r")).out);
  EXPECT_EQ(json["way"], "in place");
  EXPECT_EQ(json["computing"], 1);
  EXPECT_EQ(json["predicted_over_measured"], 0.8);
  ASSERT_EQ(json["processes"].size(), 4u);
  for (int rank = 0; rank < 4; ++rank) {
    const auto& process = json["processes"][static_cast<std::size_t>(rank)];
    EXPECT_EQ(process["row"], rank / 2);
    EXPECT_EQ(process["col"], rank % 2);
    EXPECT_DOUBLE_EQ(process["busy"].get<double>() + process["idle"].get<double>(), 1);
  }
  const std::string text = hetplan("report " + folder.file("r")).out;
  EXPECT_NE(text.find("62.5 %"), std::string::npos) << text;  // of the time busy, on average
  EXPECT_NE(text.find("2.00 times as long"), std::string::npos) << text;
}

// A thousand calls of two routines and three sizes: every one is counted, in the line of its kind.
TEST(Report, GroupsAThousandCallsByRoutineSizeAndWay) {
  const test::Folder folder;
  {
    std::ofstream file(folder.file("r"));
    for (int k = 0; k < 1000; ++k)
      file << made_call(k % 2 ? "pdgemm" : "pzpotrf",
                        k % 3 == 0   ? 100
                        : k % 3 == 1 ? 3000
                                     : 4000,
                        k % 3 > 0, k % 4 < 2 ? 0.5 : 2)
                  .dump()
           << "\n";
  }
  const auto json = ordered_json::parse(hetplan("report --json " + folder.file("r")).out);
  EXPECT_EQ(json["calls"], 1000);
  EXPECT_EQ(json["taken"], 666);
  ASSERT_EQ(json["groups"].size(), 4u);
  int counted = 0;
  for (const auto& group : json["groups"]) {
    counted += group["calls"].get<int>();
    EXPECT_EQ(group["seconds"]["median"], 1.125);
    if (group["way"] == "forwarded") continue;
    EXPECT_EQ(group["sizes"], (ordered_json{3000, 4000}));
    EXPECT_EQ(group["busy"], 0.625);
    EXPECT_EQ(group["predicted_over_measured"]["smallest"], 0.5);
    EXPECT_EQ(group["predicted_over_measured"]["largest"], 2);
  }
  EXPECT_EQ(counted, 1000);
  EXPECT_EQ(json["reasons"][0]["calls"], 334);
  const auto text = hetplan("report " + folder.file("r"));
  expect_fits_a_terminal(text.out);
  const auto one = ordered_json::parse(hetplan("report --json --call 1000 " + folder.file("r")).out);
  EXPECT_EQ(one["routine"], "pdgemm");
}

TEST(Report, ManyProcessesAreShownByTheBusiestAndTheIdlest) {
  auto call = made_call("pdgetrf", 20000, true, 1);
  call.erase("order");
  for (const char* key : {"cycle_times", "busy", "update", "panel", "exchange", "broadcast"}) {
    std::vector<double> values;
    for (int rank = 0; rank < 1000; ++rank)
      values.push_back(std::string(key) == "cycle_times" ? 1 : (1000.0 - rank) / 4000);
    call[key] = values;
  }
  const auto text = call_text(parse_calls(call.dump(), "report").calls.front(), false);
  expect_fits_a_terminal(text);
  EXPECT_NE(text.find("960 between are not shown"), std::string::npos) << text;
  EXPECT_LT(std::count(text.begin(), text.end(), '\n'), 60);
}

// Half of the pixels of a bar are of the colour of what half of the time went into.
TEST(ReportPicture, HasTheColoursOfThePartsInProportion) {
  const test::Folder folder;
  std::ofstream(folder.file("r")) << made_call("pdgetrf", 4000, true, 1).dump() << "\n";
  ASSERT_EQ(hetplan("report --png " + folder.file("a.png") + " " + folder.file("r")).exit_code, 0);
  cairo_surface_t* png = cairo_image_surface_create_from_png(folder.file("a.png").c_str());
  const int width = cairo_image_surface_get_width(png), height = cairo_image_surface_get_height(png);
  const unsigned char* data = cairo_image_surface_get_data(png);
  const auto pixels = [&](unsigned red, unsigned green, unsigned blue) {
    int count = 0;
    for (int y = height / 3; y < height - 160; ++y)  // below the phases, above the legend
      for (int x = 0; x < width; ++x) {
        const unsigned char* p = data + y * cairo_image_surface_get_stride(png) + 4 * x;
        count += std::abs(int(p[2]) - int(red)) < 3 && std::abs(int(p[1]) - int(green)) < 3 &&
                 std::abs(int(p[0]) - int(blue)) < 3;
      }
    return count;
  };
  // Seconds of all four: update 1.75, waiting for panels 0.75.
  const double update = pixels(37, 52, 148), waiting = pixels(253, 196, 105);
  EXPECT_GT(update, 10000);
  EXPECT_NEAR(update / waiting, 1.75 / 0.75, 0.5);
  cairo_surface_destroy(png);
}

TEST(ReportPicture, IsWrittenForEveryKindOfReport) {
  const test::Folder folder;
  std::ofstream(folder.file("forwarded")) << made_call("pdgemm", 9, false, 1).dump() << "\n";
  for (const std::string& file :
       {stored("report_lu.jsonl"), stored("report_calls.jsonl"), folder.file("forwarded")}) {
    const auto result = hetplan("report " + file + " --svg " + folder.file("a.svg") + " --png " +
                                folder.file("a.png") + " --json");
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_TRUE(ordered_json::parse(result.out).is_object());
    EXPECT_GT(std::filesystem::file_size(folder.file("a.svg")), 1000u);
    EXPECT_GT(std::filesystem::file_size(folder.file("a.png")), 1000u);
  }
}

// A program that is ended while it writes leaves a part of a line, behind which later ones go on.
TEST(Report, LeavesOutLinesThatAreCutOff) {
  const std::string good = made_call("pdgetrf", 4000, true, 1).dump() + "\n";
  const test::Folder folder;
  for (const std::size_t length : {std::size_t{1}, std::size_t{90}, good.size() - 2}) {
    std::ofstream(folder.file("r")) << good << good.substr(0, length) << "\n" << good;
    std::ofstream(folder.file("whole")) << good << good;
    const auto result = hetplan("report " + folder.file("r"));
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_NE(result.err.find("r, line 2: the line is cut off, and left out\n"), std::string::npos)
        << result.err;
    EXPECT_EQ(result.out, hetplan("report " + folder.file("whole")).out);
    for (const char* command : {"grid --cycle-times ", "line --count 9 --cycle-times "})
      EXPECT_NE(hetplan(command + folder.file("r")).err.find("line 2: the line is cut off, and left out\n"),
                std::string::npos)
          << command;
  }
}

// Exit code 2 and one line that names the line of the file, or the option, and why.
TEST(BadReport, IsRefusedInOneLineNamingTheLine) {
  const std::string good = made_call("pdgetrf", 4000, true, 1).dump() + "\n";
  const auto without = [](const char* key) {
    auto call = made_call("pdgetrf", 4000, true, 1);
    call.erase(key);
    return call.dump() + "\n";
  };
  const auto with = [](const char* key, const ordered_json& value) {
    auto call = made_call("pdgetrf", 4000, true, 1);
    call[key] = value;
    return call.dump() + "\n";
  };
  const struct {
    std::string text;
    const char *options, *named;
  } cases[] = {
      {"", "", "line 1: it holds no call"},
      {"\n \n", "", "line 1: it holds no call"},
      {"hello\n", "", "line 1: 'hello' is no JSON object"},
      {"[1, 2]\n", "", "line 1: '[1, 2]' is no JSON object"},
      {good.substr(0, 90), "", "line 1: the line is cut off, and left out; there is no other call"},
      {good + "{\"m\": 1e400}\n", "", "line 2: a number in it is beyond what a computer holds"},
      {good + "{\"routine\": pdgetrf}\n", "", "line 2: '{\"routine\": pdgetrf}' is no JSON object"},
      {good + with("routine", "pdgesv"), "",
       "line 2: \"routine\" is \"pdgesv\"; it must be one of p?gemm, p?getrf"},
      {with("routine", 7), "", "line 1: \"routine\" is 7"},
      {"{\"cycle_times\": [1, 2]}\n", "", "line 1: it has no \"routine\""},
      {without("seconds"), "", "line 1: it has no \"seconds\""},
      {with("seconds", 3), "", "line 1: \"seconds\" is 3; it must be an object"},
      {with("seconds", {{"total", -1}}), "", "line 1, in \"seconds\": \"total\" is -1; it must be a number"},
      {with("n", -1), "", "line 1: \"n\" is -1; it must be a whole number from 0 to"},
      {with("m", 1.5), "", "line 1: \"m\" is 1.5"},
      {with("m", 18446744073709551615u), "",
       "line 1: \"m\" is 18446744073709551615; it must be a whole number"},
      {with("k", 9223372036854775808u), "", "line 1: \"k\" is 9223372036854775808; it must be"},
      {with("order", {{18446744073709551615u}}), "", "\"order\" is"},
      {with("predicted", {{"compute", 1}, {"total", 1e300}}), "",
       "line 1, in \"predicted\": \"total\" is 1e+300; it must be a number from 0 to 1e+12"},
      {with("busy", {1, 2, 3, 2e12}), "", "2000000000000.0 among \"busy\" is no number from 0 to 1e+12"},
      {with("taken", "yes"), "", "line 1: \"taken\" is \"yes\"; it must be true or false"},
      {with("busy", {1, 2}), "", "line 1: \"update\" is [0.75, 0.5, 0.25, 0.25]; it must be a list of 2"},
      {with("busy", {1, 2, 3, "x"}), "", "\"x\" among \"busy\" is no number"},
      {with("cycle_times", {1, 2}), "", "\"busy\" is [1, 0.75, 0.5, 0.25]; it must be a list of 2"},
      {with("order", {{0, 0}}), "", "\"order\" is"},
      {with("order", {{0, 1}, {2}}), "", "\"order\" is"},
      {good + good, "--call 3", "--call '3' is too large; it must be a whole number from 1 to 2"},
      {good, "--call 0", "--call '0' is too small"},
      {good, "--call first", "--call 'first' is no whole number"},
      {good, "--png /no/such/folder/a.png", "/no/such/folder/a.png"},
      {good, "another", "'another' is not expected"},
      {good, "--color sometimes", "'sometimes'"},
  };
  for (const auto& one : cases) {
    const test::Folder folder;
    std::ofstream(folder.file("r")) << one.text;
    const auto result = hetplan("report " + folder.file("r") + " " + one.options);
    EXPECT_EQ(result.exit_code, 2) << one.named;
    EXPECT_EQ(result.out, "");
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
    EXPECT_NE(result.err.find(one.named), std::string::npos) << result.err << " does not say " << one.named;
  }
  EXPECT_NE(hetplan("report").err.find("FILE"), std::string::npos) << hetplan("report").err;
  EXPECT_NE(hetplan("report /no/such/report")
                .err.find("'/no/such/report' cannot be read: No such file or directory"),
            std::string::npos);
}

}  // namespace
}  // namespace het
