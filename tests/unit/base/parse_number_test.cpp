#include "src/base/text/parse_number.hpp"

#include <gtest/gtest.h>

#include <cstdint>

namespace het {
namespace {

TEST(ParseNumber, TakesAllOfTheText) {
  EXPECT_EQ(parse_number<int>("42"), 42);
  EXPECT_EQ(parse_number<int>("-7"), -7);
  EXPECT_EQ(parse_number<int>("007"), 7);
  EXPECT_EQ(parse_number<double>("2.5e-3"), 2.5e-3);
  EXPECT_EQ(parse_number<int>(std::string_view("128", 2)), 12) << "and nothing behind it";
  for (const char* text : {"", " ", " 1", "1 ", "+1", "1.5", "1e3", "0x10", "--1", "-", "x", "1x", "1,2"}) {
    EXPECT_FALSE(parse_number<int>(text)) << text;
    EXPECT_FALSE(is_beyond<int>(text)) << text;
  }
  EXPECT_FALSE(parse_number<unsigned>("-1"));
  EXPECT_FALSE(parse_number<double>("1.5 s"));
}

TEST(ParseNumber, KnowsWhatATypeHolds) {
  EXPECT_EQ(parse_number<int>("2147483647"), 2147483647);
  EXPECT_EQ(parse_number<std::int64_t>("2147483648"), 2147483648);
  for (const char* text : {"2147483648", "-2147483649", "99999999999999999999"}) {
    EXPECT_FALSE(parse_number<int>(text)) << text;
    EXPECT_TRUE(is_beyond<int>(text)) << text;
  }
  EXPECT_FALSE(is_beyond<int>("2147483647"));
  EXPECT_FALSE(is_beyond<int>("99999999999999999999x"));
  EXPECT_FALSE(parse_number<double>("1e400"));
  EXPECT_TRUE(is_beyond<double>("1e400"));
  EXPECT_FALSE(is_beyond<double>("1e300"));
}

}  // namespace
}  // namespace het
