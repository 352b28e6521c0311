#include "src/distribution/natural.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <string>

#include "tests/unit/error_of.hpp"

namespace het {
namespace {

using test::error_of;

// DKK Figure 2: processes of performance 1, 2, 3, 4.
TEST(Natural, ExampleOfThePaper) {
  const std::vector<double> performance{1, 2, 3, 4};
  const auto sums = natural_performances(performance, std::vector<int>{2, 2});
  EXPECT_EQ(sums, (std::vector<std::vector<double>>{{3, 7}, {4, 6}}));
}

// DKK §4 uses three dimensions.
TEST(Natural, AnyNumberOfDimensions) {
  std::vector<double> performance(24);
  std::iota(performance.begin(), performance.end(), 1.0);
  EXPECT_EQ(natural_performances(performance, std::vector<int>{24}),
            (std::vector<std::vector<double>>{performance}));
  const std::vector<int> shape{2, 3, 4};
  const auto sums = natural_performances(performance, shape);
  ASSERT_EQ(sums.size(), 3u);
  EXPECT_EQ(sums[0], (std::vector<double>{78, 222}));
  EXPECT_EQ(sums[1], (std::vector<double>{68, 100, 132}));
  EXPECT_EQ(sums[2], (std::vector<double>{66, 72, 78, 84}));
}

TEST(Natural, BadInputIsNamed) {
  const std::vector<double> two{1, 2};
  EXPECT_NE(error_of([&] {
              natural_performances(two, std::vector<int>{2, 2});
            }).find("2 performances"),
            std::string::npos);
  EXPECT_NE(error_of([&] {
              natural_performances(two, std::vector<int>{2, 0});
            }).find("dimension 1"),
            std::string::npos);
  EXPECT_NE(error_of([&] {
              natural_performances(two, std::vector<int>{1 << 30, 1 << 30, 1 << 30, 1 << 30});
            }).find("another size"),
            std::string::npos);
  EXPECT_NE(error_of([] {
              natural_performances(std::vector<double>{1, -1}, std::vector<int>{2});
            }).find("performance 1"),
            std::string::npos);
}

}  // namespace
}  // namespace het
