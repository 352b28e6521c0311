// The commands that docs/planning.md shows, run as they stand there.
#include <regex>
#include <vector>

#include "tests/golden/run_hetplan.hpp"

namespace het {
namespace {

// One command of the guide and what the guide shows of it.
struct Shown {
  std::string arguments;  // without a picture's
  std::string output;     // part of what it prints, or empty
  bool draws = false;
  std::string picture;  // beside the guide, or empty
};

std::filesystem::path docs() { return std::filesystem::path(HET_GOLDEN_FILES) / "../../../docs"; }

// "```sh" blocks with a command; what follows one, up to the next, belongs to it.
std::vector<Shown> commands_of(const std::string& guide) {
  std::istringstream lines(guide);
  std::vector<Shown> shown;
  std::string fence;  // the line that opened the present block, empty outside
  const std::regex picture("!\\[.*\\]\\((.*)\\)");
  for (std::string line; std::getline(lines, line);) {
    std::smatch match;
    if (line.starts_with("```")) {
      fence = fence.empty() ? line : "";
    } else if (fence == "```sh" && line.starts_with("hetplan ")) {
      const std::regex png(" --png [^ ]*");
      shown.push_back({std::regex_replace(line.substr(8), png, ""), "", std::regex_search(line, png), ""});
    } else if (fence == "```" && !shown.empty()) {
      shown.back().output += line + "\n";
    } else if (fence.empty() && !shown.empty() && std::regex_match(line, match, picture)) {
      shown.back().picture = match[1];
    }
  }
  return shown;
}

// The time to plan, behind the imbalance in a table of methods, is the machine's.
std::string without_times(const std::string& text) {
  return std::regex_replace(text, std::regex("([0-9]\\.[0-9]{3}) +[0-9.e+-]+ (us|ms|s) +"), "$1 ");
}

// Width and height in the header of a PNG.
std::string size_of_png(const std::filesystem::path& path) {
  const std::string data = test::contents(path);
  return data.starts_with("\x89PNG") && data.size() > 24 ? data.substr(16, 8) : "";
}

TEST(PlanningGuide, ShowsWhatItsCommandsPrintAndDraw) {
  const std::string guide = test::contents(docs() / "planning.md");
  const auto shown = commands_of(guide);
  ASSERT_GE(shown.size(), 7u);
  int outputs = 0, pictures = 0;
  for (const Shown& one : shown) {
    const test::Folder folder;
    const std::string png = folder.file("plan.png");
    const auto result = test::hetplan(one.arguments + (one.draws ? " --png " + png : ""));
    EXPECT_EQ(result.exit_code, 0) << one.arguments << ": " << result.err;
    EXPECT_NE(without_times(result.out).find(without_times(one.output)), std::string::npos)
        << one.arguments << " prints\n"
        << result.out << "and the guide shows\n"
        << one.output;
    outputs += !one.output.empty();
    pictures += one.draws;
    if (!one.draws) continue;
    EXPECT_NE(size_of_png(png), "") << one.arguments;
    EXPECT_EQ(size_of_png(png), size_of_png(docs() / one.picture)) << one.arguments << ": " << one.picture;
  }
  // No command is without a result in the guide.
  EXPECT_EQ(outputs + pictures, static_cast<int>(shown.size()) + 1) << "one has both";
}

// What the guide says of the command line is there.
TEST(PlanningGuide, NamesOptionsThatExist) {
  const std::string help = test::hetplan("grid --help").out + test::hetplan("line --help").out;
  const std::string guide = test::contents(docs() / "planning.md");
  const std::regex option("--[a-z][a-z-]*");
  for (std::sregex_iterator at(guide.begin(), guide.end(), option), end; at != end; ++at)
    EXPECT_NE(help.find(at->str()), std::string::npos) << at->str();
}

}  // namespace
}  // namespace het
