#include <fmt/format.h>
#include <sys/stat.h>

#include <cmath>
#include <functional>

#include "blacs_het/plan/grid_plan.hpp"
#include "blacs_het/plan/rounding/best_period.hpp"
#include "src/base/error.hpp"
#include "src/tools/input/numbers.hpp"
#include "tests/golden/run_hetplan.hpp"

namespace het {
namespace {

struct Bad {
  const char* arguments;
  const char* named;  // what the message must contain
};

class BadInput : public testing::TestWithParam<Bad> {};
TEST_P(BadInput, ExitsWithTwoAndOneLineNamingTheValue) {
  const auto result = test::hetplan(GetParam().arguments);
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
  EXPECT_TRUE(result.err.starts_with("hetplan: "));
  EXPECT_NE(result.err.find(GetParam().named), std::string::npos) << result.err;
}
INSTANTIATE_TEST_SUITE_P(
    Golden, BadInput,
    testing::Values(
        Bad{"", "subcommand"}, Bad{"plot", "subcommand"}, Bad{"grid", "--cycle-times"},
        Bad{"grid --cycle-times ''", "--cycle-times"}, Bad{"grid --cycle-times 1,0", "'0'"},
        Bad{"grid --cycle-times 1,-3", "'-3'"}, Bad{"grid --cycle-times nan", "'nan'"},
        Bad{"grid --cycle-times 1e-300", "'1e-300'"}, Bad{"grid --cycle-times 1,two", "'two'"},
        Bad{"grid --cycle-times missing-file",
            "file 'missing-file' cannot be read: No such file or directory"},
        Bad{"grid --cycle-times '1,a\nb'", "'a b'"}, Bad{"grid --cycle-times 1,2,3 --grid 2x2", "needs 4"},
        Bad{"grid --cycle-times 1,2,3 --grid 3", "'3'"}, Bad{"grid --cycle-times 1,2,3 --grid 0x3", "'0x3'"},
        Bad{"grid --cycle-times 1,2,3 --grid 1x3x1", "'1x3x1'"},
        Bad{"grid --cycle-times 1,2 --blocks 0", "'0'"}, Bad{"grid --cycle-times 1,2 --blocks -4", "'-4'"},
        Bad{"grid --cycle-times 1,2 --blocks 9999999", "'9999999'"},
        Bad{"grid --cycle-times 1,2,3,6 --grid 2x2 --panel 1x4", "1 x 4"},
        Bad{"grid --cycle-times 1,2 --panel 4", "'4'"}, Bad{"grid --cycle-times 1,2 --method magic", "magic"},
        Bad{"grid --cycle-times 1,2 --order best", "best"}, Bad{"grid --arrangement '1,2;3'", "grid row 2"},
        Bad{"grid --arrangement '1,2;3,'", "grid row 2"},
        Bad{"grid --arrangement ''", "--arrangement is empty"},
        Bad{"grid --arrangement 1,2 --cycle-times 1,2", "--cycle-times"},
        Bad{"grid --arrangement 1,2 --grid 1x2", "--grid"},
        Bad{"grid --cycle-times /usr", "'/usr' is a directory"},
        Bad{"grid --cycle-times 1,2 --svg /no/such/folder/a.svg", "/no/such/folder/a.svg"},
        Bad{"grid --cycle-times 1,2 --png /no/such/folder/a.png", "/no/such/folder/a.png"},
        Bad{"grid --cycle-times 1,2 --png /no/such/folder/a.png", "No such file or directory"},
        Bad{"grid --cycle-times 1,2 --svg /no/such/folder/a.svg", "No such file or directory"},
        Bad{"grid --cycle-times 1,2 --png /tmp",
            "--png '/tmp' is no name of such a picture; it must end with .png"},
        Bad{"grid --cycle-times 1,2 --png -", "--png '-' is no name of such a picture"},
        Bad{"grid --cycle-times 1,2 --svg a.png",
            "'a.png' is no name of such a picture; it must end with .svg"},
        Bad{"grid --cycle-times 1,2 --png a.svg",
            "'a.svg' is no name of such a picture; it must end with .png"},
        Bad{"grid --cycle-times no/such/file --png r.json", "--png 'r.json' is no name of such a picture"},
        Bad{"grid --cycle-times 1,2 --png png", "--png 'png' is no name of such a picture"},
        Bad{"report --png a.JPG " HET_GOLDEN_FILES "/report_lu.jsonl",
            "'a.JPG' is no name of such a picture"},
        Bad{"report --svg " HET_GOLDEN_FILES "/report_lu.jsonl " HET_GOLDEN_FILES "/report_lu.jsonl",
            "report_lu.jsonl' is no name of such a picture"},
        Bad{"grid --cycle-times 1,2 --svg ''", "--svg is empty; it needs a value: --svg FILE.svg"},
        Bad{"grid --cycle-times 1,2 --grid ''", "--grid is empty; it needs a value: --grid PxQ|auto"},
        Bad{"grid --cycle-times 1,2 --blocks ''", "--blocks is empty; it needs a value: --blocks M[xN]"},
        Bad{"line --cycle-times '' --count 3", "--cycle-times is empty; it needs a value"},
        Bad{"report --call '' " HET_GOLDEN_FILES "/report_lu.jsonl",
            "--call is empty; it needs a value: --call K"},
        Bad{"report ''", "FILE is empty"},
        Bad{"grid --cycle-times 1,2 --png=", "--png needs a value: --png FILE.png"},
        Bad{"grid --cycle-times 1,2 --compare --png ''", "--png is empty"},
        Bad{"report --png '' " HET_GOLDEN_FILES "/report_lu.jsonl", "--png is empty"},
        Bad{"report /tmp", "'/tmp' is a directory"},
        Bad{"grid --cycle-times '16*1,16*2,16*3,16*4' --routine lu --n 10000000 --nb 1",
            "10000000 panels on 64 processors, more than can be predicted; panels x processors may be "
            "4000000"},
        Bad{"grid --cycle-times '64*1' --routine qr --n 10000000", "panels of 64 is 156250 panels"},
        Bad{"line --cycle-times 1,2", "--count"}, Bad{"line --count 3", "--cycle-times"},
        Bad{"line --cycle-times 1,2 --count -1", "-1"}, Bad{"line --cycle-times 1,2 --count ten", "ten"},
        Bad{"line --cycle-times 1,2 --count 0",
            "--count '0' is too small; it must be a whole number from 1 to 10000000"},
        Bad{"line --cycle-times 1,2 --count 3 --period 3", "--count M or --period B, one of them"},
        Bad{"line --cycle-times 1,2 --period 0", "--period '0' is too small"},
        Bad{"line --cycle-times 1,2 --count 10000001", "'10000001' is too large"},
        Bad{"line --cycle-times 1,2 --count 100000000000", "100000000000"},
        Bad{"line --cycle-times 1,2 --count 1e3", "'1e3' is no whole number"},
        Bad{"line --cycle-times 0*1 --count 3", "'0' is no number of processors"},
        Bad{"grid --cycle-times 1,2 --panel 0x1", "'0x1'"},
        Bad{"grid --cycle-times 1,2 --panel 99999999999x1", "'99999999999x1'"},
        Bad{"grid --cycle-times 1,2 --period 0", "'0' is too small"},
        Bad{"grid --cycle-times 1,2 --period 4097", "'4097' is too large"},
        Bad{"grid --cycle-times 1,2 --grid -1x2", "'-1x2'"},
        Bad{"grid --cycle-times 1,2 --grid 1000000x1000000", "only 2 are given"},
        Bad{"grid --cycle-times 1,2 --routine gemm --n 0", "--n '0' is too small"},
        Bad{"grid --cycle-times 1,2 --routine gemm --n -4", "--n '-4' is too small"},
        Bad{"grid --cycle-times 1,2 --routine gemm --n 10000001", "--n '10000001' is too large"},
        Bad{"grid --cycle-times 1,2 --routine gemm --n 100 --nb -1", "--nb '-1' is too small"},
        Bad{"line --cycle-times 1,2 --count 3 --order sideways", "sideways"}, Bad{"plot", "'plot'"},
        Bad{"grid --cycle-times 1,2 --color sometimes", "'sometimes'"},
        Bad{"grid --cycle-times 1,2 --colour always", "--colour"},
        Bad{"grid --cycle-times 1,2 --cycle-times 1,3", "--cycle-times"},
        Bad{"grid --cycle-times 1,2 --json=maybe", "--json takes no value; 'maybe'"},
        Bad{"grid --cycle-times 1,2 --compare=7", "--compare takes no value; '7'"},
        Bad{"line --cycle-times 1,2 --count 3 --json=1", "--json takes no value; '1'"},
        Bad{"grid --cycle-times 1,2 --limit", "--limit needs a value: --limit STEPS"},
        Bad{"grid --cycle-times 1,2 --seed --json", "--seed '--json' is no whole number"},
        Bad{"grid --cycle-times 1,2 -x", "'-x' is not expected; hetplan grid --help"},
        Bad{"grid --cycle-times 1,2 --grid 1x2 --grid 2x1", "--grid is given twice"},
        Bad{"--verbose grid --cycle-times 1,2", "'--verbose'"},
        Bad{"grid --cycle-times 1,2 --limit 1e13",
            "'1e13' is too large; it must be a number from 1 to 1e+12"},
        Bad{"grid --cycle-times 1,2 --limit 0.5", "'0.5' is too small"},
        Bad{"grid --cycle-times 1,2 --seed 99999999999999999999", "'99999999999999999999' is out of range"},
        Bad{"grid --cycle-times 1,2 --seed 1.5", "'1.5' is no whole number"},
        Bad{"grid --cycle-times 1,2 --routine lu --n 100 --latency nan", "'nan' is no number"},
        Bad{"grid --cycle-times 1,2 --routine pxgetrf --n 100", "'pxgetrf'"},
        Bad{"grid --cycle-times 1,2 --routine pdlu --n 100",
            "'pdlu' is unknown; it must be one of gemm (p?gemm)"},
        Bad{"grid --cycle-times 1,2 --routine pzgetrf --type d --n 100",
            "--type 'd' is not that of --routine 'pzgetrf'"},
        Bad{"grid --cycle-times '{\"cycle_times\":[1,2],\"routine\":\"pdgesv\"}' --n 100", "'pdgesv'"},
        Bad{"grid --cycle-times 1,2 extra", "extra"}, Bad{"grid --cycle-times", "--cycle-times"},
        Bad{"grid --cycle-times -1", "'-1'"}, Bad{"grid --cycle-times \"$(printf '1,\\033[2J')\"", "'?[2J'"},
        Bad{"grid --cycle-times 1,2 --n 100", "--routine"},
        Bad{"grid --cycle-times 1,2 --routine sort --n 100", "'sort'"},
        Bad{"grid --cycle-times 1,2 --routine gemm", "--n"},
        Bad{"grid --cycle-times 1,2 --routine gemm --n 1e3", "'1e3'"},
        Bad{"grid --cycle-times 1,2 --routine gemm --n 100 --gflops nan", "'nan'"},
        Bad{"grid --cycle-times 1,2 --routine gemm --n 100 --bandwidth 0", "'0'"},
        Bad{"grid --cycle-times 1,2 --routine gemm --n 100 --latency -1", "'-1'"},
        Bad{"grid --cycle-times 1,2 --routine gemm --n 100 --type q", "'q'"},
        Bad{"grid --cycle-times 1,2 --routine gemm --n 100 --nb 0", "'0'"},
        Bad{"grid --cycle-times 1,2 --routine gemm --n 100 --blocks 5", "--blocks"},
        Bad{"grid --cycle-times 1,2 --compare --explain", "--compare"},
        Bad{"grid --cycle-times 1,2,3 --grid 1x3 --period 2", "2 x 2"},
        Bad{"grid --cycle-times 1,2 --period many", "'many'"},
        Bad{"grid --cycle-times 1,2 --period 9 --panel 2x2", "--period"},
        Bad{"grid --cycle-times 1,2,3,6 --panel 100x100 --blocks 10",
            "the period of the pattern, 100 x 100 blocks (--panel), does not fit into a matrix of 10 x 10 "
            "blocks"},
        Bad{"grid --cycle-times 1,2,3,6 --grid 2x2 --period 9 --blocks 4x2", "4 x 3 blocks (--period)"},
        Bad{"grid --arrangement '1,2;3,6' --seed 7", "--seed has no effect beside --arrangement"},
        Bad{"grid --cycle-times 1,2 --method svd --seed 7", "--seed has no effect on --method svd"},
        Bad{"grid --cycle-times 1,2 --method natural --limit 7", "--limit has no effect on --method natural"},
        Bad{"grid --cycle-times 1,2 --compare --method svd", "leave out --method svd"},
        Bad{"grid --cycle-times 1,2,3,4,5 --method exact --limit 1", "the exact method gave up on a "},
        Bad{"grid --cycle-times 1,2 --seed -1", "'-1'"}, Bad{"grid --cycle-times 1,2 --limit 0", "'0'"},
        Bad{"grid --cycle-times '{}'", "cycle_times"}, Bad{"grid --cycle-times '{\"cycle_times\":[]}'", "[]"},
        Bad{"grid --cycle-times '{\"cycle_times\":[1,0]}'", "'0'"},
        Bad{"grid --cycle-times '{\"cycle_times\":[1,\"x\"]}'", "\"x\""},
        Bad{"grid --cycle-times '{\"cycle_times\":[1,2],\"grid\":[2,2]}'", "[2, 2]"},
        Bad{"grid --cycle-times '{\"cycle_times\":[1'", "line 1: the line is cut off"}));

// Blanks, signs, other bases, what a type cannot hold, and what is no number among the numbers.
TEST(Numbers, AreTheWholeTextOfADecimalNumber) {
  const auto said = [](const auto& parse, const char* text) {
    try {
      return fmt::format("{}", parse("--x", text, 1, 1000));
    } catch (const Error& error) {
      const std::string what = error.what(), value = fmt::format("--x '{}' ", text);
      EXPECT_TRUE(what.starts_with(value)) << what;
      return what.substr(value.size(), what.find(';') - value.size());
    }
  };
  const auto whole = [&](const char* text) { return said(parse_whole, text); };
  const auto real = [&](const char* text) { return said(parse_real, text); };
  EXPECT_EQ(whole("1000"), "1000");
  EXPECT_EQ(whole("007"), "7");
  for (const char* text : {"", " ", "+5", " 5", "5 ", "0x5", "5.0", "5e0", "nan", "99999999999999999999x"})
    EXPECT_EQ(whole(text), "is no whole number") << text;
  for (const char* text : {"99999999999999999999", "-99999999999999999999"})
    EXPECT_EQ(whole(text), "is out of range") << text;
  EXPECT_EQ(whole("-9223372036854775808"), "is too small");
  EXPECT_EQ(whole("9223372036854775807"), "is too large");
  EXPECT_EQ(real("2.5e2"), "250");
  for (const char* text :
       {"", " ", "+5", " 5", "5 ", "0x5", "0x1p3", "nan", "-nan", "nan(1)", "1e400x", "1,5"})
    EXPECT_EQ(real(text), "is no number") << text;
  for (const char* text : {"1e400", "-1e400", "1e-400"}) EXPECT_EQ(real(text), "is out of range") << text;
  EXPECT_EQ(real("-inf"), "is too small");
  EXPECT_EQ(real("inf"), "is too large");
}

// What is wrong in the plan itself is said in the words of the functions.
TEST(Refusals, AreInTheLibrarysOwnWords) {
  const std::vector<double> t{1, 2, 3, 6};
  const GridPlan plan = plan_grid(t, 2, 2);
  const struct {
    const char* arguments;
    const char* option;
    std::function<void()> call;
  } cases[] = {
      {"--cycle-times 1,0", "--cycle-times: ",
       [] {
         plan_grid(std::vector{1.0, 0.0}, 1, 1);
       }},
      {"--cycle-times 1,-3", "--cycle-times: ",
       [] {
         plan_grid(std::vector{1.0, -3.0}, 1, 1);
       }},
      {"--cycle-times nan,1", "--cycle-times: ",
       [] {
         plan_grid(std::vector{std::nan(""), 1.0}, 1, 1);
       }},
      {"--cycle-times 1,1e-300", "--cycle-times: ",
       [] {
         plan_grid(std::vector{1.0, 1e-300}, 1, 1);
       }},
      {"--cycle-times 1,2,3,6 --grid 3x2", "", [&] { plan_grid(t, 3, 2); }},
      {"--cycle-times 1,2,3,6 --grid 2x2 --period 1",
       "--period: ", [&] { best_period(plan.arrangement, plan.shares, 1, 1); }},
      {"--cycle-times 1,2,3,6 --grid 2x2 --panel 4x1",
       "--panel: ", [&] { period_shares(plan.arrangement, plan.shares, 4, 1); }},
  };
  for (const auto& one : cases) {
    const auto result = test::hetplan(std::string("grid ") + one.arguments);
    EXPECT_EQ(result.exit_code, 2) << one.arguments;
    try {
      one.call();
      ADD_FAILURE() << one.arguments << " is no error";
    } catch (const Error& error) {
      EXPECT_EQ(result.err, std::string("hetplan: ") + one.option + error.what() + "\n");
    }
  }
}

TEST(HostFile, ErrorsNameTheLine) {
  const test::Folder folder;
  std::ofstream(folder.file("hosts")) << "fast 1\nslow six\n";
  const auto result = test::hetplan("grid --cycle-times " + folder.file("hosts"));
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_NE(result.err.find("hosts, line 2: 'six'"), std::string::npos) << result.err;
}

TEST(HostFile, NamesThatATerminalWouldObeyAreRefused) {
  const test::Folder folder;
  std::ofstream(folder.file("hosts")) << "fast 1\n\033[2J 2\n";
  const auto result = test::hetplan("grid --cycle-times " + folder.file("hosts"));
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_NE(result.err.find("'?[2J'"), std::string::npos) << result.err;
}

// Where hetplan waited for somebody at the other end, this test would never end.
TEST(NamedFile, APipeInAFolderIsRefused) {
  const test::Folder folder;
  const std::string pipe = folder.file("pipe.png"), link = folder.file("pipe.svg");
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  std::filesystem::create_symlink(pipe, link);
  for (const std::string& arguments :
       {"grid --cycle-times " + pipe, "line --count 3 --cycle-times " + pipe, "report " + pipe,
        "grid --cycle-times 1,2 --png " + pipe, "grid --cycle-times 1,2 --svg " + link}) {
    const auto result = test::hetplan(arguments);
    EXPECT_EQ(result.exit_code, 2) << arguments;
    EXPECT_NE(result.err.find("' is not a regular file"), std::string::npos) << result.err;
  }
}

// A name with the right ending, and what is there.
TEST(NamedFile, APictureThatCannotBeWrittenIsRefused) {
  const test::Folder folder;
  const auto said = [](const std::string& arguments) {
    const auto result = test::hetplan("grid --cycle-times 1,2 " + arguments);
    EXPECT_EQ(result.exit_code, 2) << arguments;
    EXPECT_EQ(result.out, "");
    return result.err;
  };
  for (const std::string kind : {"png", "svg"}) {
    const std::string option = "--" + kind + " ", name = folder.file("a." + kind);
    std::filesystem::create_directory(name);
    EXPECT_NE(said(option + name).find("Is a directory"), std::string::npos);
    std::filesystem::remove(name);
    std::filesystem::create_symlink("/dev/full", name);
    EXPECT_NE(said(option + name).find("No space left"), std::string::npos);
    std::filesystem::remove(name);
  }
  std::filesystem::create_symlink(folder.file("a.png"), folder.file("a.svg"));
  const std::string both = "--svg " + folder.file("a.svg") + " --png " + folder.file("a.png");
  std::ofstream(folder.file("a.png")) << "host 1\n";
  EXPECT_NE(said(both).find("--svg and --png name the same file"), std::string::npos);
  const auto over = test::hetplan("report " + folder.file("a.png") + " --png " + folder.file("a.png"));
  EXPECT_NE(over.err.find("a.png would be written over what is read"), std::string::npos) << over.err;
  EXPECT_EQ(test::contents(folder.file("a.png")), "host 1\n");
}

TEST(NamedFile, AReportMayComeThroughStandardInput) {
  const std::string report = HET_GOLDEN_FILES "/report_lu.jsonl",
                    shown = test::hetplan("report " + report).out;
  EXPECT_NE(shown, "");
  EXPECT_EQ(test::hetplan("report - <" + report).out, shown);
  EXPECT_EQ(test::hetplan("report - < <(cat " + report + ")").out, shown);
  EXPECT_EQ(test::hetplan("report <(cat " + report + ")").out, shown);
  EXPECT_NE(test::hetplan("report - </dev/null").err.find("standard input, line 1: it holds no call"),
            std::string::npos)
      << "a device, of which nothing is asked but to end";
}

TEST(BadInput, ALongValueIsShownInPart) {
  const auto result = test::hetplan("grid --cycle-times 1,2 --grid " + std::string(100'000, 'v'));
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_NE(result.err.find("vvv...' is no size; it must be auto or PxQ"), std::string::npos) << result.err;
  EXPECT_LT(result.err.size(), 200u);
}

TEST(Output, AFullDiskOrAClosedPipeIsNoticed) {
  const test::Folder folder;
  for (const char* lost : {" >/dev/full", " >&-"}) {
    const std::string command =
        std::string(HET_HETPLAN) + " grid --cycle-times 1,2" + lost + " 2>" + folder.file("err");
    EXPECT_EQ(WEXITSTATUS(std::system(command.c_str())), 1) << lost;
    EXPECT_NE(test::contents(folder.file("err")).find("standard output cannot be written"),
              std::string::npos);
  }
}

// Where nobody can be told, the answer and the exit code are what they are.
TEST(Output, WarningsThatAreLostChangeNothing) {
  const test::Folder folder;
  std::ofstream(folder.file("cut")) << R"({"cycle_times":[1,2]})"
                                    << "\n{\"m\":";
  for (const char* lost : {" 2>/dev/full", " 2>&-"}) {
    const auto ends = [&](const std::string& arguments) {
      return std::system((HET_HETPLAN " " + arguments + " >" + folder.file("out") + lost).c_str());
    };
    EXPECT_EQ(ends("grid --cycle-times " + folder.file("cut")), 0) << lost;
    EXPECT_EQ(test::contents(folder.file("out")), test::hetplan("grid --cycle-times 1,2").out) << lost;
    EXPECT_EQ(WEXITSTATUS(ends("grid --cycle-times 1,x")), 2) << lost;
  }
}

TEST(Help, FitsEightyColumns) {
  for (const char* command : {"--help", "grid --help", "line --help"}) {
    const auto result = test::hetplan(command);
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_EQ(result.err, "");
    std::istringstream lines(result.out);
    for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 80u) << line;
  }
  EXPECT_NE(test::hetplan("grid --help").out.find("--cycle-times"), std::string::npos);
}

}  // namespace
}  // namespace het
