// Which calls mode auto looks at, on all processes the same.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cfenv>
#include <cmath>
#include <complex>
#include <string>
#include <vector>

#include "tests/mpi/driver/counted_calls.hpp"

namespace het {
namespace {

using test::Caller, test::CallerOf, test::own_collectives, test::rank;

// 1e8 operations of each process: too few in itself, by far.
TEST(Looks, ThatAreNotLargeAreLookedAtWhenTheyHaveCome) {
  Caller calls(580);
  calls.product();
  Context& context = *calls.state();
  Agenda& agenda = context.agenda();
  ASSERT_EQ(context.opening(), Opening::small_pass);
  EXPECT_EQ(agenda.passed(calls.shape()).calls, 1);
  EXPECT_EQ(context.comm().get(), MPI_COMM_NULL) << "and nothing was set up for it";

  agenda.put_off(calls.shape(), 0);
  calls.product();
  EXPECT_FALSE(context.knows_speeds(precision_of<double>))
      << "measuring would take longer than the calls did";
  agenda.put_off(calls.shape(), 0);
  EXPECT_EQ(own_collectives(calls, [&] { calls.product(); }), 2);
  EXPECT_FALSE(agenda.is_due(calls.shape(), 4)) << "it was put off";
  EXPECT_EQ(own_collectives(calls, [&] { calls.product(); }), 0);

  ASSERT_TRUE(context.find_speeds(precision_of<double>));
  agenda.put_off(calls.shape(), 0);
  calls.product();
  // At each where it was worth it, which is a matter of seconds, else rarely.
  const bool due = agenda.is_due(calls.shape(), 4);
  EXPECT_EQ(own_collectives(calls, [&] { calls.product(); }) > 0, due);
  EXPECT_TRUE(calls.is_right());
}

// 3.2e7 operations of each process: sixteen of them have done 5e8.
TEST(Looks, OfOneKindAreLookedAtForTheFirstTimeOnceTheyHaveDoneSomeWork) {
  Caller calls(400);
  for (int passed = 0; passed < 16; ++passed)
    EXPECT_EQ(own_collectives(calls, [&] { calls.product(); }), 0) << passed;
  EXPECT_GT(own_collectives(calls, [&] { calls.product(); }), 0);
  EXPECT_STREQ(Call::last().reason, "small: speeds are measured when such calls have taken long enough");
  EXPECT_EQ(own_collectives(calls, [&] { calls.product(); }), 0) << "not again at once";
}

// Where they look equally fast, speeds are measured once calls have taken long enough; where they do not, at once. In an
// order of the processes for which no other test finds speeds.
TEST(Looks, OnEqualProcessesAreLeftUntilMeasuringPays) {
  Caller calls(1600, "auto", "measure", "C");
  calls.product();
  Context& context = *calls.state();
  EXPECT_FALSE(context.knows_speeds(precision_of<double>)) << "2e9 operations are too few";
  context.agenda().count_looked_at(CallShape::product(10000, 10000, 1000, 2, 8), 4, 0);
  calls.product();
  EXPECT_NE(context.knows_speeds(precision_of<double>), context.looks_equal());
  if (context.looks_equal()) {
    EXPECT_EQ(std::string(Call::last().reason).find("the processes look equally fast"), 0U)
        << Call::last().reason;
    // What calls took is no reason to look again, however long it was.
    context.looks() = MeasuringBudget(1e3, 1e3);
    EXPECT_EQ(own_collectives(calls, [&] { calls.product(); }), 2) << "they are not looked at again";
    EXPECT_FALSE(context.knows_speeds(precision_of<double>));
    context.looks() = MeasuringBudget(0.01, 0.01);
    context.agenda().count_looked_at(calls.shape(), 4, 20);
    EXPECT_GT(own_collectives(calls, [&] { calls.product(); }), 2)
        << "a call that takes so much longer than before may have waited for one that became slow";
    EXPECT_NE(context.knows_speeds(precision_of<double>), context.looks_equal());
  }
  context.agenda().count_looked_at(calls.shape(), 4, 60);
  calls.product();
  EXPECT_TRUE(context.knows_speeds(precision_of<double>));
  EXPECT_TRUE(calls.is_right());
}

// One process rounds otherwise, as another kind of processor may: all come to the same looks, layouts and results. In a type
// for which no other test finds speeds.
TEST(Looks, EndWhereAProcessRoundsOtherwise) {
  if (rank() == 3) std::fesetround(FE_UPWARD);
  for (const char* mode : {"auto", "always"}) {
    CallerOf<std::complex<float>> calls(800, mode, "measure", mode[1] == 'u' ? "R" : "C");
    Context& context = Context::of(calls.context());
    context.agenda().count_looked_at(calls.shape(), 4, 60);
    context.agenda().put_off(calls.shape(), 0);
    for (int call = 0; call < 3; ++call) calls.product();
    EXPECT_TRUE(context.knows_speeds(precision_of<std::complex<float>>));
    EXPECT_TRUE(calls.is_right());
  }
  std::fesetround(FE_TONEAREST);
}

// Whatever its calls take, a process alone is as fast as all others.
TEST(Looks, OfAProcessAloneShowItOnce) {
  const test::BlacsGrid grid({2}, 1, 1);
  if (!grid.inside()) return;
  setenv("HETSCALAPACK_MODE", "auto", 1);
  setenv("HETSCALAPACK_CYCLE_TIMES", "measure", 1);
  const int n = 1600, one = 1;
  const std::array desc{1, grid.context(), n, n, test::block, test::block, 0, 0, n};
  std::vector<double> a(static_cast<std::size_t>(n) * n, 1), c(a.size());
  const double alpha = 1, beta = 0;
  const auto product = [&] {
    pgemm<double>(nullptr, "N", "N", &n, &n, &n, &alpha, a.data(), &one, &one, desc.data(), a.data(), &one,
                  &one, desc.data(), &beta, c.data(), &one, &one, desc.data());
  };
  product();
  Context& context = *Context::find(grid.context());
  ASSERT_TRUE(context.looks_equal());
  context.agenda().count_looked_at(CallShape::product(n, n, n, 2, 8), 1, 20);
  test::watched = context.comm().get();
  test::of_watched = 0;
  product();
  test::watched = MPI_COMM_NULL;
  EXPECT_EQ(test::of_watched, 2) << "it met itself, and looked no more";
}

// Once a call has asked for the speeds the limits follow from them, on all processes at once: sizes are chosen by these
// limits, which differ between machines.
TEST(Looks, AreLookedAtFromSizesOnThatFollowFromSpeeds) {
  Caller calls(1700, "auto", "1,2,3,6");
  const auto reason_of_lu = [&](int n) {
    calls.lu(n);
    return std::string(Call::last().reason);
  };
  EXPECT_EQ(reason_of_lu(200).find("too small:"), 0U);
  EXPECT_EQ(reason_of_lu(600).find("small: calls below 2e+09"), 0U) << "5e7 operations of each process";
  EXPECT_EQ(reason_of_lu(900).find("small: calls below 2e+09"), 0U);
  calls.product();
  const Context& context = *calls.state();
  const Speeds& speeds = context.speeds(precision_of<double>);
  const SizeLimits limits(speeds.limits);
  // The order whose LU takes so many operations of each of four processes.
  const auto order = [](double operations) { return static_cast<int>(std::cbrt(4 * operations * 3 / 2)); };
  const auto lu_shape = [](int n) { return CallShape::factorization(RoutineKind::lu, n, n, 2, 8); };
  EXPECT_EQ(reason_of_lu(order(0.8 * speeds.limits.least)).find("too small:"), 0U);
  // Of processes so quick that the matrix here is too small, the largest LU that there is, which is not large.
  const int small = std::min(1600, order(0.8 * limits.large())),
            large = std::min(1700, order(1.3 * limits.large()));
  EXPECT_EQ(context.size_limits(precision_of<double>).large(), limits.large());
  EXPECT_EQ(context.size_limits(precision_of<float>).large(), large_flops) << "whose speeds nobody asked for";
  // On the same context in another precision, of which nothing is known.
  CallerOf<float> single(900, calls);
  single.lu(900);
  EXPECT_EQ(std::string(Call::last().reason).find("small: calls below 2e+09"), 0U);
  Agenda& agenda = calls.state()->agenda();
  agenda.put_off(lu_shape(small), limits.large());
  EXPECT_EQ(reason_of_lu(small).find("small: calls below"), 0U);
  EXPECT_EQ(own_collectives(calls, [&] { calls.lu(small); }), 0);
  const bool is_large = Agenda::work(lu_shape(large), 4) >= limits.large();
  EXPECT_EQ(agenda.is_large(lu_shape(large), 4), is_large);
  agenda.put_off(lu_shape(large), HUGE_VAL);
  agenda.count_passed(lu_shape(large), 4, 0.1);
  EXPECT_EQ(own_collectives(calls, [&] { calls.lu(large); }) > 0, is_large);
  EXPECT_EQ(agenda.passed(lu_shape(large)).calls, is_large ? 0 : 2)
      << "one that passed and is large now is counted, once";
}

// A program asks for the workspace before each factorization.
TEST(Looks, ThatAskForTheWorkspaceAreNotCounted) {
  Caller calls(1100);
  EXPECT_EQ(calls.qr_workspace(1100), 0);
  EXPECT_EQ(calls.state()->agenda().all().calls, 0);
}

// ScaLAPACK finds a size that differs, on all processes. Such a call counts on none, or the next ones would part.
TEST(Looks, ThatAreWrongAreNotCounted) {
  Caller calls(900);
  calls.lu(900);
  const Agenda& agenda = calls.state()->agenda();
  EXPECT_EQ(agenda.all().calls, 1);
  EXPECT_LT(calls.lu(rank() == 1 ? 880 : 900), 0);
  EXPECT_EQ(agenda.all().calls, 1);
  EXPECT_EQ(agenda.all().operations,
            Agenda::work(CallShape::factorization(RoutineKind::lu, 900, 900, 2, 8), 4));
}

// A Cholesky that ends early takes a part of the time, by ScaLAPACK and by us.
TEST(Looks, ThatEndEarlyTeachNothing) {
  {
    Caller calls(900);
    EXPECT_EQ(calls.cholesky(900), 2);
    EXPECT_EQ(calls.state()->agenda().all().calls, 0);
    EXPECT_EQ(calls.state()->agenda().all().operations, 0);
  }
  Caller calls(900, "always", "measure");
  EXPECT_EQ(calls.cholesky(900), 2);
  EXPECT_EQ(Call::last().taken, 1);
  EXPECT_FALSE(calls.state()->noted());
  calls.product();
  EXPECT_TRUE(calls.state()->noted());
}

}  // namespace
}  // namespace het
