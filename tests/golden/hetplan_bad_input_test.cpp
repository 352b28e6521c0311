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
        Bad{"line --cycle-times 1,2 --count 3 --order sideways", "sideways"}));

TEST(HostFile, ErrorsNameTheLine) {
  const test::Folder folder;
  std::ofstream(folder.file("hosts")) << "fast 1\nslow six\n";
  const auto result = test::hetplan("grid --cycle-times " + folder.file("hosts"));
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_NE(result.err.find("hosts, line 2: 'six'"), std::string::npos) << result.err;
}

TEST(Help, IsNoError) {
  EXPECT_EQ(test::hetplan("--help").exit_code, 0);
  EXPECT_NE(test::hetplan("grid --help").out.find("--cycle-times"), std::string::npos);
}

}  // namespace
}  // namespace het
