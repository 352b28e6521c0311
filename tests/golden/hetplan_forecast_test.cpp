// What hetplan predicts for a routine, and whether it says that the library would take the call.
#include <nlohmann/json.hpp>

#include "tests/golden/run_hetplan.hpp"

namespace het {
namespace {

using nlohmann::ordered_json;
using test::expect_fits_a_terminal;
using test::hetplan;
using test::nine;

TEST(Routine, HasScaLapacksNamesToo) {
  const auto predicted = [](const std::string& routine) {
    return ordered_json::parse(
        hetplan("grid --cycle-times 1,2,3,6 --n 2000 --json --routine " + routine).out)["predicted"];
  };
  EXPECT_EQ(predicted("pdgetrf"), predicted("lu"));
  EXPECT_EQ(predicted("PZGETRF"), predicted("getrf --type z"));
  EXPECT_EQ(predicted("psgemm"), predicted("gemm --type s"));
  EXPECT_EQ(predicted("pcpotrf"), predicted("cholesky --type c"));
  EXPECT_EQ(predicted("pdgeqrf --type d"), predicted("qr"));
  EXPECT_NE(predicted("pzgetrf"), predicted("lu"));
}

TEST(Routine, TermsAddUpAndTheBestGridIsDrawn) {
  const auto json = ordered_json::parse(
      hetplan(std::string(nine) + "--routine gemm --n 4000 --nb 64 --grid auto --json").out);
  const auto& predicted = json["predicted"];
  double sum = 0;
  for (const char* term : {"update", "idle", "panel", "exchange", "latency"})
    sum += predicted[term].get<double>();
  EXPECT_NEAR(sum, predicted["compute"].get<double>(), 1e-12);
  EXPECT_NEAR(sum + predicted["move_in"].get<double>() + predicted["move_out"].get<double>(),
              predicted["total"].get<double>(), 1e-12);
  ASSERT_GE(json["ranking"].size(), 2u);
  EXPECT_EQ(json["ranking"][0]["predicted"], predicted);
  EXPECT_EQ(json["ranking"][0]["quick_plan"], false);
  EXPECT_EQ(json["ranking"][0]["grid"][0], json["arrangement"].size());
  for (std::size_t k = 1; k < json["ranking"].size(); ++k)
    EXPECT_LE(json["ranking"][k - 1]["predicted"]["total"], json["ranking"][k]["predicted"]["total"]);
  EXPECT_EQ(json["row_unit"], 8);
  const auto words = hetplan(std::string(nine) + "--routine gemm --n 4000 --nb 64");
  expect_fits_a_terminal(words.out);
  EXPECT_NE(words.out.find("exchange"), std::string::npos);
}

TEST(Routine, StepsOfAFactorisationShrinkAndIdleIsShown) {
  const auto json =
      ordered_json::parse(hetplan(std::string(nine) + "--routine lu --n 2000 --grid 3x3 --json").out);
  ASSERT_GE(json["steps"].size(), 10u);
  EXPECT_EQ(json["steps"][0]["left"], 2000);
  for (const auto& step : json["steps"])
    EXPECT_GE(step["update"].get<double>(), step["balanced"].get<double>() * (1 - 1e-9));
  const auto words = hetplan(std::string(nine) + "--routine lu --n 2000 --grid 3x3");
  expect_fits_a_terminal(words.out);
  EXPECT_NE(words.out.find("#-"), std::string::npos);
}

ordered_json verdict_on(const std::string& arguments) {
  return ordered_json::parse(hetplan("grid --json " + arguments).out)["auto"];
}

// The rule is tested in unit.choice; here that it is asked with the figures that are shown.
TEST(Verdict, FollowsFromTheFiguresShown) {
  for (const char* arguments : {"--cycle-times 1,2,3,6 --routine lu --n 9000 --nb 64",
                                "--cycle-times 4*1 --routine lu --n 9000 --nb 64",
                                "--cycle-times 1,2,3,6 --routine gemm --n 9000 --nb 64 --bandwidth 0.01",
                                "--cycle-times 4*1 --routine gemm --n 9000 --nb 64 --bandwidth 0.01"}) {
    const auto verdict = verdict_on(arguments);
    EXPECT_EQ(verdict["grid"], ordered_json({2, 2}));
    for (const char* source : {"given", "measured"}) {
      const auto& decision = verdict[source];
      std::string way = "forward";
      if (verdict["in_place"] < decision["limits"]["in_place"]) way = "in_place";
      if (verdict["moved"] < decision["limits"]["moved"]) way = "moved";
      EXPECT_EQ(decision["way"], way) << arguments << " " << source;
      EXPECT_EQ(decision["taken"], way != "forward") << arguments << " " << source;
      EXPECT_FALSE(decision.contains("too_early"));
    }
    EXPECT_GE(verdict["given"]["limits"]["moved"], verdict["measured"]["limits"]["moved"]);
  }
}

TEST(Verdict, SaysYesNoAndWhyNot) {
  const std::string four = "--cycle-times 1,2,3,6 --routine lu ";
  const auto words = [&](const std::string& arguments) {
    const auto result = hetplan("grid " + four + arguments);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    expect_fits_a_terminal(result.out);
    return result.out;
  };
  const std::string large = words("--n 4000 --nb 64"), small = words("--n 200 --nb 64");
  EXPECT_NE(large.find("Yes, moved to "), std::string::npos) << large;
  EXPECT_EQ(large.find("not at first"), std::string::npos) << large;
  EXPECT_NE(words("--n 3500 --nb 64").find("not at first"), std::string::npos);
  EXPECT_NE(small.find("No: too small"), std::string::npos) << small;
  EXPECT_NE(
      words("--n 1200 --nb 64").find("Not at first: small: calls below 2e+09 operations per process are"),
      std::string::npos);
  EXPECT_NE(words("--n 1200 --nb 64").find("\n  Then "), std::string::npos) << words("--n 1200 --nb 64");
  EXPECT_TRUE(verdict_on(four + "--n 1200 --nb 64").contains("later"));
  EXPECT_FALSE(verdict_on(four + "--n 150 --nb 16").contains("later")) << "too small whatever comes before";
  EXPECT_NE(words("--n 4000 --nb 2000").find("No: too small: a dimension of at most two blocks"),
            std::string::npos);
  EXPECT_NE(words("--n 4000").find("Give --nb"), std::string::npos);
  const std::string slow =
      hetplan("grid --cycle-times 4*1 --routine gemm --n 9000 --nb 64 --gflops 1000").out;
  EXPECT_NE(slow.find("not below"), std::string::npos) << slow;
  EXPECT_TRUE(verdict_on(four + "--n 600 --nb 64").contains("left_alone"));
  EXPECT_EQ(verdict_on(four + "--n 600 --nb 64")["given"]["taken"], false);
  EXPECT_TRUE(verdict_on(four + "--n 3500 --nb 64")["measured"].contains("too_early"));
  EXPECT_TRUE(verdict_on(four + "--n 4000").is_null());
}

}  // namespace
}  // namespace het
