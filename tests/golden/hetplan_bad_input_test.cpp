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
        Bad{"grid --cycle-times missing-file", "'missing-file'"}, Bad{"grid --cycle-times '1,a\nb'", "'a b'"},
        Bad{"grid --cycle-times 1,2,3 --grid 2x2", "needs 4"},
        Bad{"grid --cycle-times 1,2,3 --grid 3", "'3'"}, Bad{"grid --cycle-times 1,2,3 --grid 0x3", "'0x3'"},
        Bad{"grid --cycle-times 1,2,3 --grid 1x3x1", "'1x3x1'"},
        Bad{"grid --cycle-times 1,2 --blocks 0", "'0'"}, Bad{"grid --cycle-times 1,2 --blocks -4", "'-4'"},
        Bad{"grid --cycle-times 1,2 --blocks 9999999", "'9999999'"},
        Bad{"grid --cycle-times 1,2,3,6 --grid 2x2 --panel 1x4", "'1x4'"},
        Bad{"grid --cycle-times 1,2 --panel 4", "'4'"}, Bad{"grid --cycle-times 1,2 --method magic", "magic"},
        Bad{"grid --cycle-times 1,2 --order best", "best"}, Bad{"grid --arrangement '1,2;3'", "grid row 2"},
        Bad{"grid --arrangement '1,2;3,'", "grid row 2"},
        Bad{"grid --arrangement 1,2 --cycle-times 1,2", "--cycle-times"},
        Bad{"grid --arrangement 1,2 --grid 1x2", "--grid"},
        Bad{"grid --cycle-times 1,2 --svg /no/such/folder/a.svg", "/no/such/folder/a.svg"},
        Bad{"grid --cycle-times 1,2 --png /no/such/folder/a.png", "/no/such/folder/a.png"},
        Bad{"line --cycle-times 1,2", "--count"}, Bad{"line --count 3", "--cycle-times"},
        Bad{"line --cycle-times 1,2 --count -1", "-1"}, Bad{"line --cycle-times 1,2 --count ten", "ten"},
        Bad{"line --cycle-times 1,2 --count 100000000000", "100000000000"},
        Bad{"line --cycle-times 1,2 --count 3 --order sideways", "sideways"}, Bad{"plot", "'plot'"},
        Bad{"grid --cycle-times 1,2 --color sometimes", "'sometimes'"},
        Bad{"grid --cycle-times 1,2 --colour always", "--colour"},
        Bad{"grid --cycle-times 1,2 --cycle-times 1,3", "--cycle-times"},
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
        Bad{"grid --cycle-times 1,2,3 --grid 1x3 --period 2", "'2'"},
        Bad{"grid --cycle-times 1,2 --period many", "'many'"},
        Bad{"grid --cycle-times 1,2 --period 9 --panel 2x2", "--period"},
        Bad{"grid --cycle-times 1,2 --seed -1", "'-1'"}, Bad{"grid --cycle-times 1,2 --limit 0", "'0'"},
        Bad{"grid --cycle-times '{}'", "cycle_times"}, Bad{"grid --cycle-times '{\"cycle_times\":[]}'", "[]"},
        Bad{"grid --cycle-times '{\"cycle_times\":[1,0]}'", "is 0"},
        Bad{"grid --cycle-times '{\"cycle_times\":[1,\"x\"]}'", "\"x\""},
        Bad{"grid --cycle-times '{\"cycle_times\":[1,2],\"grid\":[2,2]}'", "[2, 2]"},
        Bad{"grid --cycle-times '{\"cycle_times\":[1'", "no JSON"}));

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
