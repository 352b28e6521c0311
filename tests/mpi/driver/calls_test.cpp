// What a call costs in messages and collective operations, and what processes tell each other of it.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "blacs_het/plan/decision/size_limits.hpp"
#include "src/base/buffer.hpp"
#include "src/driver/choice/choice.hpp"
#include "src/driver/choice/find_ways.hpp"
#include "src/driver/reading.hpp"
#include "tests/mpi/driver/counted_calls.hpp"

namespace het {
namespace {

using test::Caller, test::CallerOf, test::Counts, test::counts, test::block, test::own_collectives,
    test::rank;

TEST(Calls, SmallOnesOnANewContextNeedOneShortMessageForEachProcess) {
  Caller plain(30), here(30);
  const Counts added = here.product() - plain.plain();
  EXPECT_EQ(added, (Counts{0, rank() == 0 ? 3 : 0, 0}));
  EXPECT_EQ(here.product() - plain.plain(), Counts{}) << "and further ones nothing at all";
  EXPECT_TRUE(here.is_right());
  EXPECT_EQ(here.state()->comm().get(), MPI_COMM_NULL);
  const hetscalapack_call last = Call::last();
  EXPECT_STREQ(last.routine, "pdgemm");
  EXPECT_EQ(std::pair(last.m, last.taken), std::pair(Extent{30}, 0));
  EXPECT_EQ(std::string(last.reason).substr(0, 9), "too small");
}

TEST(Calls, ModeNeverNeedsNoMoreThanThatForAnyCall) {
  Caller plain(600), here(600, "never");
  EXPECT_EQ(here.product() - plain.plain(), (Counts{0, rank() == 0 ? 3 : 0, 0}));
  EXPECT_EQ(here.product() - plain.plain(), Counts{});
  EXPECT_STREQ(Call::last().reason, "HETSCALAPACK_MODE=never");
}

TEST(Calls, WhatIsKnownIsSettledByTwoCollectives) {
  Caller calls(200, "always");
  calls.product();
  for (int again = 0; again < 2; ++again) {
    EXPECT_EQ(own_collectives(calls, [&] { calls.product(); }), 2);
    EXPECT_EQ(Call::last().taken, 1);
    EXPECT_TRUE(calls.is_right());
  }
}

// What operands take depends on how they lie, and what is added on beta: memory that was enough for one is not for
// another.
TEST(Calls, MemoryIsAskedForAnewWithOtherOperands) {
  Caller calls(200, "always", "1,2,3,6");
  calls.product("T");
  const auto asks = [&](const char* trans, double beta) {
    const int collectives = own_collectives(calls, [&] { calls.product(trans, beta); });
    EXPECT_EQ(Call::last().taken, 1);
    return collectives == 3;
  };
  EXPECT_FALSE(asks("T", 0));
  EXPECT_FALSE(asks("t", 0));
  EXPECT_TRUE(asks("N", 0));
  EXPECT_TRUE(asks("N", 1));
  EXPECT_FALSE(asks("N", 2));
  EXPECT_FALSE(asks("N", 0));
  EXPECT_TRUE(calls.is_right());
}

// Moved to one process the call needs more than it may have. What that way took before it was refused is not the call's.
TEST(Calls, AWayThatGetsNoMemoryIsFollowedByOneThatDoes) {
  setenv("HETSCALAPACK_MEMORY_LIMIT", "4M", 1);
  setenv("HETSCALAPACK_GRID", "1x1", 1);
  Caller calls(600, "always", "1,2,3,6");
  calls.product();
  unsetenv("HETSCALAPACK_GRID");
  unsetenv("HETSCALAPACK_MEMORY_LIMIT");
  EXPECT_EQ(std::pair(Call::last().taken, Call::last().in_place), std::pair(1, 1));
  EXPECT_LE(Call::last().bytes_allocated, Extent{4} << 20);
  EXPECT_TRUE(calls.is_right());
}

TEST(Calls, ARefusalForMemoryIsNotRepeated) {
  setenv("HETSCALAPACK_MEMORY_LIMIT", "1K", 1);
  Caller calls(200, "always", "1,2,3,6");
  calls.product();
  unsetenv("HETSCALAPACK_MEMORY_LIMIT");
  EXPECT_EQ(Call::last().taken, 0);
  EXPECT_TRUE(std::string_view(Call::last().reason).ends_with(" MB, more than HETSCALAPACK_MEMORY_LIMIT=1K"))
      << Call::last().reason;
  const Extent before = MemoryMeter::instance().current();
  MemoryMeter::instance().reset_peak();
  EXPECT_EQ(own_collectives(calls, [&] { calls.product(); }), 2);
  EXPECT_EQ(MemoryMeter::instance().peak(), before) << "nothing was taken to be given back";
  EXPECT_TRUE(calls.is_right());
  const std::string reason = Call::last().reason;
  EXPECT_TRUE(reason.starts_with("memory: such a call needed 0.") &&
              reason.ends_with(" MB of a process, more than it may have (HETSCALAPACK_MEMORY_LIMIT=1K)"))
      << reason;
}

// The reference sets IPIV(1) = 1 and factors nothing, whatever is in the row.
TEST(Calls, LuOfAMatrixOfOneRowIsScaLapacks) {
  const Caller calls(8, "always");
  const int desc[9] = {1, calls.context(), 1, 8, 4, 4, 0, 0, 1}, m = 1, n = 8, one = 1;
  double a[8] = {};
  int ipiv[8] = {-5, -5, -5, -5, -5, -5, -5, -5}, info = -7;
  pgetrf<double>(nullptr, &m, &n, a, &one, &one, desc, ipiv, &info);
  EXPECT_EQ(std::pair(info, ipiv[0]), std::pair(0, 1));
  EXPECT_EQ(Call::last().taken, 0);
  EXPECT_STREQ(Call::last().reason, left::one_row);
}

// The words of a call that passed outlive its context, whose limits made them.
TEST(Calls, MayBeAskedAboutWhenTheirContextIsGone) {
  {
    Caller calls(30, "auto", "1,2,3,6");
    ASSERT_TRUE(Context::of(calls.context()).find_speeds(precision_of<double>));
    calls.product();
  }
  EXPECT_EQ(std::string(Call::last().reason).find("too small: less than "), 0U);
}

// A process alone looks so; on the second of two contexts it is known.
TEST(Calls, EqualProcessesAreLookedAtOnceForAllContexts) {
  const test::BlacsGrid first({3}, 1, 1), second({3}, 1, 1);
  if (!first.inside()) return;
  setenv("HETSCALAPACK_CYCLE_TIMES", "measure", 1);
  const auto collectives = [](const test::BlacsGrid& grid) {
    Context& context = Context::of(grid.context());
    const Counts before = counts;
    EXPECT_FALSE(context.find_speeds(precision_of<float>, {1e10, FindSpeeds::unless_equal}));
    EXPECT_TRUE(context.looks_equal());
    return (counts - before).collectives;
  };
  const int looked = collectives(first);
  EXPECT_LT(collectives(second), looked);
}

// As if a call by the library had taken all but what ScaLAPACK is predicted to take. Each process predicts here: none may put
// that off for what it took in the tests before.
TEST(Calls, SayThatScaLapackIsTriedOnce) {
  predicted_ways() = {};
  Caller calls(1600, "auto", "1,1,1,1.01");
  calls.product();
  Context& context = *calls.state();
  const Distribution matrix = block_cyclic(1600, 1600, block, block, 2, 2);
  const Predictions predictions =
      choose(context, calls.shape(), {matrix, context.placement()}).choice.predictions;
  context.forget();
  context.note(
      precision_of<double>,
      {{size_class(calls.shape(), matrix), {Way::in_place}, predictions, 0.99 * predictions.at({})}, {}});
  context.agenda().put_off(calls.shape(), 0);
  calls.product();
  EXPECT_STREQ(Call::last().reason, "ScaLAPACK is tried once, to know what it takes for calls of this size");
  EXPECT_TRUE(calls.is_right());
}

// As if predicting took as long as thirty such calls can save: those that pass between two looks bring it nearer, too. Of a
// quarter of the work from which a call is looked at by itself, whatever processes these are.
TEST(Calls, SmallOnesBringTheirPredictionNearer) {
  const Caller first(200, "auto", "1,2,3,6");
  ASSERT_TRUE(Context::of(first.context()).find_speeds(precision_of<double>));
  Context& context = *first.state();
  const Speeds& speeds = context.speeds(precision_of<double>);
  const double work_of_each = speeds.limits.large / 4;
  const int n = static_cast<int>(std::cbrt(work_of_each * context.processes() / 2));
  Caller calls(n, first);
  const CallShape shape = calls.shape();
  ASSERT_FALSE(context.agenda().is_large(shape, context.processes()));
  const Platform platform = platform_of(context.speeds(precision_of<double>));
  const PredictionWork work = prediction_work(shape, block_cyclic(n, n, block, block, 2, 2));
  predicted_ways() = {};
  predicted_ways().note_predicting(
      work, 30 * (equal_shares_seconds(platform, shape) - perfect_seconds(platform, shape)));
  int seen = 0, unpredicted = 0;
  for (bool waits = true; waits && seen < 100; ++seen) {
    calls.product();
    const std::string why = Call::last().reason;
    const bool looked_at = why.starts_with("what such calls take is predicted when");
    unpredicted += looked_at;
    waits = looked_at || why.starts_with("small: calls below");
  }
  predicted_ways() = {};
  EXPECT_GE(unpredicted, 1);
  EXPECT_LE(unpredicted, 40) << "every second one is looked at";
  // Each brings it nearer by a hundredth of what equal shares take and half of what is saved, 98 % of that less a third.
  EXPECT_NEAR(seen, 60, 2);
}

// As if the last process had fallen behind in a call in double, of which the next call, in single, hears.
TEST(Calls, TeachTheSpeedsOfTheirOwnPrecisionWhateverComesNext) {
  CallerOf<float> calls(200, "always", "measure");
  calls.product();
  Context& context = *calls.state();
  const auto cycle_times = [&](Precision precision) {
    context.find_speeds(precision);
    return context.speeds(precision).cycle_times;
  };
  const auto in_single = cycle_times(precision_of<float>), in_double = cycle_times(precision_of<double>);
  context.forget();
  const WorkDone work{1e10, 0, rank() == 3 ? 1e3 : 10};
  const Outcome as_predicted{"as the test wants it", {Way::in_place}, {{{}, 1}, {{Way::in_place}, 1}}, 10};
  context.note(precision_of<double>, {as_predicted, work});
  calls.product();
  EXPECT_TRUE(calls.is_right());
  EXPECT_GT(cycle_times(precision_of<double>)[3], 5 * in_double[3]);
  EXPECT_EQ(cycle_times(precision_of<float>), in_single);
  EXPECT_EQ(context.noted(), precision_of<float>) << "which the next call hears of";
}

}  // namespace
}  // namespace het
