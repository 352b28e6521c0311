#include <gtest/gtest.h>
#include <hetscalapack/hetblacs.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

extern "C" int worked_example(int* order, double* r, double* c, double* rate, char* error, int error_size);

namespace {

using Error = std::array<char, 200>;

TEST(HetBlacs, WorkedExampleInC) {
  std::array<int, 4> order{};
  std::array<double, 2> r{}, c{};
  double rate = 0;
  Error error{};
  ASSERT_EQ(worked_example(order.data(), r.data(), c.data(), &rate, error.data(), 200), 1) << error.data();
  EXPECT_EQ(order, (std::array{0, 1, 2, 3}));
  EXPECT_EQ(r, (std::array{1.0, 1.0 / 3}));
  EXPECT_EQ(c, (std::array{1.0, 0.5}));
  EXPECT_DOUBLE_EQ(rate, 2);
}

TEST(HetBlacs, ListsAreReadAsFarAsTheyFit) {
  std::array<double, 3> times{};
  EXPECT_EQ(hetblacs_parse_cycle_times("2*1,3,4.5", times.data(), 3, nullptr, 0), 4);
  EXPECT_EQ(times, (std::array{1.0, 1.0, 3.0}));
  EXPECT_EQ(hetblacs_parse_cycle_times("1,2", nullptr, 0, nullptr, 0), 2);
}

TEST(HetBlacs, ErrorsAreWrittenAndCut) {
  Error error{};
  EXPECT_EQ(hetblacs_parse_cycle_times("1,x", nullptr, 0, error.data(), 200), -1);
  EXPECT_NE(std::string(error.data()).find("'x'"), std::string::npos);
  std::array<char, 6> small{'a', 'b', 'c', 'd', 'e', '!'};
  EXPECT_EQ(hetblacs_parse_cycle_times("1,x", nullptr, 0, small.data(), 5), -1);
  EXPECT_EQ(std::string(small.data()), "cycl");
  EXPECT_EQ(small[5], '!');
  EXPECT_EQ(hetblacs_parse_cycle_times(nullptr, nullptr, 0, nullptr, 0), -1);
}

TEST(HetBlacs, ShapeIsChosenForZeroByZero) {
  const std::vector<double> t{7.8, 1, 1, 4, 1, 6.3, 7.8, 7.95, 8};
  std::array<int, 9> order{};
  std::array<double, 9> r{}, c{};
  int p = 0, q = 0;
  double rate = 0;
  ASSERT_EQ(hetblacs_plan(t.data(), 9, &p, &q, nullptr, order.data(), r.data(), c.data(), &rate, nullptr,
                          nullptr, 0),
            0);
  EXPECT_EQ(p, 3);
  EXPECT_EQ(q, 3);
  EXPECT_NEAR(rate, 391.0 / 104, 1e-12);
}

TEST(HetBlacs, SharesAndPatternOfAGivenArrangement) {
  const std::vector<double> t{1, 2, 3, 5};
  std::array<double, 2> r{}, c{};
  double rate = 0, imbalance = 0;
  int optimal = 0;
  ASSERT_EQ(hetblacs_weights(2, 2, t.data(), "exact", r.data(), c.data(), &rate, &optimal, nullptr, 0), 0);
  EXPECT_EQ(optimal, 1);
  EXPECT_DOUBLE_EQ(rate, 2);
  std::array<std::int64_t, 2> rows{}, cols{};
  ASSERT_EQ(hetblacs_shares(2, 2, t.data(), r.data(), c.data(), 8, 6, rows.data(), cols.data(), &imbalance,
                            nullptr, 0),
            0);
  EXPECT_EQ(rows, (std::array<std::int64_t, 2>{6, 2}));
  EXPECT_EQ(cols, (std::array<std::int64_t, 2>{4, 2}));
  EXPECT_NEAR(imbalance, 24 * (1 + 0.5 + 1.0 / 3 + 0.2) / 48, 1e-12);
  std::array<int, 6> owners{};
  ASSERT_EQ(hetblacs_pattern(2, cols.data(), "contiguous", owners.data(), nullptr, 0), 0);
  EXPECT_EQ(owners, (std::array{0, 0, 0, 0, 1, 1}));
}

TEST(HetBlacs, UserMapHasThePlannedProcessAtEachPlace) {
  const std::array order{4, 0, 2, 1, 5, 3}, processes{10, 11, 12, 13, 14, 15};
  std::array<int, 9> map{};
  map.fill(-7);
  ASSERT_EQ(hetblacs_usermap(2, 3, order.data(), processes.data(), map.data(), 3, nullptr, 0), 0);
  EXPECT_EQ(map, (std::array{14, 11, -7, 10, 15, -7, 12, 13, -7}));
  ASSERT_EQ(hetblacs_usermap(2, 3, order.data(), nullptr, map.data(), 2, nullptr, 0), 0);
  EXPECT_EQ(map, (std::array{4, 1, 0, 5, 2, 3, 12, 13, -7}));

  Error error{};
  const std::array twice{0, 1, 2, 0};
  map.fill(-7);
  EXPECT_EQ(hetblacs_usermap(2, 2, twice.data(), nullptr, map.data(), 2, error.data(), 200), -1);
  EXPECT_EQ(std::string(error.data()), "order[3] is 0; entries must be different and not negative");
  const std::array some{0, 3, 1, 4};
  const std::array one_twice{5, 6, -1, 7, 5}, negative{5, 6, -1, -2, 8}, good{5, 6, -1, 7, 8};
  EXPECT_EQ(hetblacs_usermap(2, 2, some.data(), one_twice.data(), map.data(), 2, error.data(), 200), -1);
  EXPECT_EQ(std::string(error.data()),
            "processes[4] is 5; entries that order names must be different and not negative");
  EXPECT_EQ(hetblacs_usermap(2, 2, some.data(), negative.data(), map.data(), 2, error.data(), 200), -1);
  EXPECT_EQ(std::string(error.data()),
            "processes[3] is -2; entries that order names must be different and not negative");
  EXPECT_EQ(hetblacs_usermap(2, 2, order.data(), nullptr, map.data(), 1, error.data(), 200), -1);
  EXPECT_EQ(hetblacs_usermap(0, 2, order.data(), nullptr, map.data(), 1, nullptr, 0), -1);
  EXPECT_EQ(map[0], -7);
  // What order does not name is not looked at.
  EXPECT_EQ(hetblacs_usermap(2, 2, some.data(), good.data(), map.data(), 2, nullptr, 0), 0);
  EXPECT_EQ(map[0], 5);
}

TEST(HetBlacs, WrongArgumentsTouchNothing) {
  const std::vector<double> good{1, 2}, bad{1, std::nan("")};
  const auto plan = [](const std::vector<double>& t, int p, int q, const char* method) {
    int order = 77;
    double r = 77, c = 77;
    Error error{};
    EXPECT_EQ(hetblacs_plan(t.data(), 2, &p, &q, method, &order, &r, &c, nullptr, nullptr, error.data(), 200),
              -1);
    EXPECT_EQ(order, 77);
    EXPECT_EQ(r + c, 154);
    return std::string(error.data());
  };
  EXPECT_NE(plan(good, 2, 2, "best").find("needs 4"), std::string::npos);
  EXPECT_NE(plan(good, -1, 2, "best").find("-1 x 2"), std::string::npos);
  EXPECT_NE(plan(good, 1, 2, "magic").find("magic"), std::string::npos);
  EXPECT_NE(plan(bad, 1, 2, "best").find("cycle-time entry 2"), std::string::npos);
  std::int64_t share = 7;
  const double one = 1, zero = 0;
  EXPECT_EQ(hetblacs_shares(1, 1, &one, &one, &one, -1, 2, &share, &share, nullptr, nullptr, 0), -1);
  EXPECT_EQ(hetblacs_shares(1, 1, &one, &zero, &one, 1, 2, &share, &share, nullptr, nullptr, 0), -1);
  EXPECT_EQ(hetblacs_shares(1, 1, &one, &one, &one, 1, 2, nullptr, &share, nullptr, nullptr, 0), -1);
  EXPECT_EQ(hetblacs_weights(1 << 20, 1 << 20, &one, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, 0),
            -1);
  EXPECT_EQ(hetblacs_pattern(1, &share, "sideways", nullptr, nullptr, 0), -1);
  EXPECT_EQ(share, 7);
}

// The library's own C++ must not meet that of the program.
TEST(HetBlacs, OnlyItsOwnNamesAreExported) {
  std::FILE* names = popen("nm -D --defined-only --format=posix " HET_BLACS_LIBRARY, "r");
  ASSERT_NE(names, nullptr);
  std::array<char, 4096> line{};
  int count = 0;
  while (std::fgets(line.data(), static_cast<int>(line.size()), names)) {
    ++count;
    EXPECT_TRUE(std::string(line.data()).starts_with("hetblacs_")) << line.data();
  }
  pclose(names);
  EXPECT_EQ(count, 6);
}

}  // namespace
