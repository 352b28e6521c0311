#include "blacs_het/plan/arrangement.hpp"

#include <sstream>

#include "tests/unit/plan/plan_cases.hpp"

namespace het {
namespace {

using test::error_of;

const std::vector<double> worked_example{1, 2, 3, 6};

TEST(Arrangement, KeepsOrderAndCycleTimesApart) {
  const std::vector<double> given{6, 1, 5, 3, 2};
  const Arrangement a(2, 2, given, {1, 4, 3, 0});
  EXPECT_EQ(a.order(1, 1), 0);
  EXPECT_EQ(a.cycle_time(1, 1), 6);
  EXPECT_EQ(a.order(0, 1), 4);
  EXPECT_EQ(a.cycle_time(0, 1), 2);
  std::ostringstream printed;
  printed << a;
  EXPECT_EQ(printed.str(), "1 2\n3 6\n");
}

TEST(Arrangement, TransposingTwiceGivesItBack) {
  const Arrangement a(2, 3, std::vector<double>{1, 2, 3, 4, 5, 6}, {0, 1, 2, 3, 4, 5});
  EXPECT_EQ(a.transposed().cycle_time(2, 0), a.cycle_time(0, 2));
  EXPECT_EQ(a.transposed().order(2, 1), a.order(1, 2));
  EXPECT_EQ(a.transposed().transposed(), a);
  EXPECT_NE(a.transposed(), a);
}

TEST(Arrangement, RejectsWhatIsNoGrid) {
  const auto make = [](int p, int q, std::vector<int> order) {
    return error_of([&] { Arrangement(p, q, worked_example, std::move(order)); });
  };
  EXPECT_NE(make(0, 2, {}).find("0 x 2"), std::string::npos);
  EXPECT_NE(make(2, 2, {0, 1, 2}).find("3 processors"), std::string::npos);
  EXPECT_NE(make(2, 2, {0, 1, 2, 4}).find("processor 4"), std::string::npos);
  EXPECT_NE(make(2, 2, {0, 1, 2, -1}).find("processor -1"), std::string::npos);
  EXPECT_NE(make(2, 2, {0, 1, 2, 2}).find("processor 2 sits at two places"), std::string::npos);
  EXPECT_EQ(make(2, 2, {3, 1, 2, 0}), "no error");
}

TEST(Arrangement, RowsOfCycleTimesAreRead) {
  EXPECT_EQ(parse_arrangement("1,2;3,6"), Arrangement(2, 2, worked_example, {0, 1, 2, 3}));
  EXPECT_EQ(parse_arrangement("3*1"), Arrangement(1, 3, std::vector<double>{1, 1, 1}, {0, 1, 2}));
  EXPECT_NE(error_of([] { parse_arrangement("1,2;3"); }).find("grid row 2 has 1"), std::string::npos);
  EXPECT_NE(error_of([] { parse_arrangement("1,2;"); }).find("grid row 2"), std::string::npos);
  EXPECT_NE(error_of([] { parse_arrangement("1,2;3,x"); }).find("'x'"), std::string::npos);
}

}  // namespace
}  // namespace het
