#include "blacs_het/grid/speeds/links/message_times.hpp"

#include <gtest/gtest.h>

namespace het {
namespace {

constexpr double latency = 50e-6, seconds_per_byte = .8e-9;

double seconds_of(Extent bytes) { return latency + static_cast<double>(bytes - 1) * seconds_per_byte; }

TEST(LongMessage, IsPredictedFromAShorterOne) {
  const double whole = seconds_of(long_message_bytes) / static_cast<double>(long_message_bytes);
  for (const Extent bytes : {Extent{1} << 14, Extent{1} << 18, long_message_bytes})
    EXPECT_NEAR(long_message_seconds_per_byte(bytes, seconds_of(bytes), latency), whole, 1e-9 * whole)
        << bytes;
}

// A process that was held up while the latency was measured, and not while the message was sent.
TEST(LongMessage, TakesTimeWhateverTheLatencyWasMeasuredAs) {
  const Extent bytes = Extent{1} << 14;
  const double exact = long_message_seconds_per_byte(bytes, seconds_of(bytes), latency);
  double last = exact;
  for (const double measured : {latency, .99 * seconds_of(bytes), 2 * seconds_of(bytes), 1.0}) {
    const double found = long_message_seconds_per_byte(bytes, seconds_of(bytes), measured);
    EXPECT_GT(found, exact / 10) << measured;
    EXPECT_LE(found, last) << measured;
    last = found;
  }
}

TEST(SharedMedium, IsOneOnWhichAllTakeAsManyTimesAsLong) {
  EXPECT_TRUE(is_shared_medium(9, 9 * seconds_per_byte, seconds_per_byte));
  EXPECT_TRUE(is_shared_medium(3, 2.8 * seconds_per_byte, seconds_per_byte));
  EXPECT_FALSE(is_shared_medium(9, 2 * seconds_per_byte, seconds_per_byte)) << "one direction at a time";
  EXPECT_FALSE(is_shared_medium(9, 1.1 * seconds_per_byte, seconds_per_byte));
  EXPECT_FALSE(is_shared_medium(2, 2 * seconds_per_byte, seconds_per_byte)) << "nor with two can it be told";
}

// One microsecond at either end, and so many on the way. Nine at once are handed over in nine, and taken in nine more, or as
// they come.
TEST(MessageTimes, AMessageTakesBothOfItsEndsTime) {
  for (const double way : {0.0, 2e-6, 6.9e-6, 7.1e-6, 10e-6, 1e-3}) {
    const double burst = std::max(18e-6, 9e-6 + way + 1e-6);
    EXPECT_NEAR(overhead_of_a_message(burst, 9, 2e-6 + way), 1e-6, 1e-12) << way;
  }
  EXPECT_EQ(overhead_of_a_message(5e-6, 9, 8e-6), 0) << "the burst at another moment";
  EXPECT_EQ(overhead_of_a_message(1e-3, 9, 8e-6), 4e-6) << "no more than the latency of one has room for";
}

// A megabyte of which a process at work spends half a millisecond in MPI, one that waits a whole one.
TEST(OwnTime, OfAByteIsWhatALongMessageTakesMoreThanAShortOne) {
  constexpr Extent bytes = 1000001;
  EXPECT_DOUBLE_EQ(own_time_per_byte(bytes, 0.0005, 0.0001, 0.001), 0.4e-9);
  EXPECT_DOUBLE_EQ(own_time_per_byte(bytes, 0.003, 0.0001, 0.001), 0.9e-9) << "the rest are looks in vain";
  EXPECT_EQ(own_time_per_byte(bytes, 0.0001, 0.0002, 0.001), 0) << "measured at another moment";
}

}  // namespace
}  // namespace het
