#include "src/distribution/natural.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <string>

#include "tests/unit/error_of.hpp"

namespace het {
namespace {

using test::error_of;

// DKK Figure 2: a 10 x 10 block over processes of performance 1, 2, 3, 4.
TEST(Natural, ExampleOfThePaper) {
  const std::vector<double> performance{1, 2, 3, 4};
  const auto sums = natural_performances(performance, std::vector<int>{2, 2});
  EXPECT_EQ(sums, (std::vector<std::vector<double>>{{3, 7}, {4, 6}}));
  EXPECT_EQ(natural_parts(sums[0], 10), (std::vector<Extent>{3, 7}));
  EXPECT_EQ(natural_parts(sums[1], 10), (std::vector<Extent>{4, 6}));
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

TEST(Natural, PartsSumUpAndAreWithinOne) {
  const std::vector<double> performance{0.3, 1, 0.7, 2.2, 1e-9};
  for (const Extent extent : {Extent{0}, Extent{1}, Extent{9}, Extent{1000003}}) {
    const std::vector<Extent> parts = natural_parts(performance, extent);
    EXPECT_EQ(std::accumulate(parts.begin(), parts.end(), Extent{0}), extent);
    const double all = std::accumulate(performance.begin(), performance.end(), 0.0);
    for (std::size_t k = 0; k < parts.size(); ++k)
      EXPECT_NEAR(static_cast<double>(parts[k]), static_cast<double>(extent) * performance[k] / all, 1.0001);
  }
  const Extent huge = Extent{1} << 62;
  const std::vector<Extent> parts = natural_parts(performance, huge);
  EXPECT_EQ(std::accumulate(parts.begin(), parts.end(), Extent{0}), huge);
}

TEST(Natural, FastestFirstAndEqualOnesInOrder) {
  EXPECT_EQ(natural_order(std::vector<double>{1, 3, 2, 3}), (std::vector<int>{1, 3, 2, 0}));
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
              natural_parts(std::vector<double>{1, -1}, 5);
            }).find("performance 1"),
            std::string::npos);
  EXPECT_NE(error_of([] { natural_parts(std::vector<double>{1}, -5); }).find("-5"), std::string::npos);
  EXPECT_NE(error_of([] { natural_parts({}, 5); }), "no error");
}

}  // namespace
}  // namespace het
