#include "src/bindings/tags.hpp"

#include <gtest/gtest.h>

namespace het::tags {
namespace {

// The least upper bound that the standard allows is 32767.
TEST(Tags, AreEnoughForCholeskyOnAsManyRowsAsAreSaid) {
  EXPECT_TRUE(enough_for_cholesky(most_rows_everywhere, everywhere_end - 1));
  EXPECT_FALSE(enough_for_cholesky(most_rows_everywhere + 1, everywhere_end - 1));
  EXPECT_EQ(cholesky_end(1), 1200 + 16 * 3);
  EXPECT_TRUE(enough_for_cholesky(1, 1247));
  EXPECT_FALSE(enough_for_cholesky(1, 1246));
  EXPECT_FALSE(enough_for_cholesky(Extent{1} << 31, 0x7fffffff)) << "more than 32 bits hold";
}

}  // namespace
}  // namespace het::tags
