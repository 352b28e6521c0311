// What a call costs in messages and collective operations, and that no process parts from the others: counted by the
// profiling interface of MPI.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "src/base/buffer.hpp"
#include "src/driver/call.hpp"
#include "src/driver/choice.hpp"
#include "src/driver/factor/factorizations.hpp"
#include "src/driver/gemm/gemm.hpp"
#include "tests/mpi/blacs_grid.hpp"

namespace {

// Of all communicators, BLACS's among them: what ScaLAPACK itself needs counts too.
struct Counts {
  int collectives = 0, sends = 0, communicators = 0;
  bool operator==(const Counts&) const = default;
  Counts operator-(const Counts& o) const {
    return {collectives - o.collectives, sends - o.sends, communicators - o.communicators};
  }
} counts;
// Collectives of one communicator.
MPI_Comm watched = MPI_COMM_NULL;
int of_watched = 0;

void count(MPI_Comm comm) {
  ++counts.collectives;
  if (comm == watched) ++of_watched;
}

}  // namespace

extern "C" {
int MPI_Allreduce(const void* in, void* out, int n, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  count(comm);
  return PMPI_Allreduce(in, out, n, type, op, comm);
}
int MPI_Bcast(void* data, int n, MPI_Datatype type, int root, MPI_Comm comm) {
  count(comm);
  return PMPI_Bcast(data, n, type, root, comm);
}
int MPI_Gather(const void* in, int n, MPI_Datatype type, void* out, int m, MPI_Datatype to, int root,
               MPI_Comm comm) {
  count(comm);
  return PMPI_Gather(in, n, type, out, m, to, root, comm);
}
int MPI_Allgather(const void* in, int n, MPI_Datatype type, void* out, int m, MPI_Datatype to,
                  MPI_Comm comm) {
  count(comm);
  return PMPI_Allgather(in, n, type, out, m, to, comm);
}
int MPI_Barrier(MPI_Comm comm) {
  count(comm);
  return PMPI_Barrier(comm);
}
int MPI_Comm_dup(MPI_Comm comm, MPI_Comm* made) {
  ++counts.communicators;
  return PMPI_Comm_dup(comm, made);
}
int MPI_Send(const void* data, int n, MPI_Datatype type, int to, int tag, MPI_Comm comm) {
  ++counts.sends;
  return PMPI_Send(data, n, type, to, tag, comm);
}
void pdgemm_(HET_PGEMM_PARAMETERS(double));
}

namespace het {
namespace {

constexpr int block = 64;

// A product or an LU of order n on a grid of 2 x 2, by ScaLAPACK itself or by the library's driver.
template <Scalar T>
class CallerOf {
 public:
  // `order` of the processes, by rows or by columns: speeds are remembered for each.
  explicit CallerOf(int n, const char* mode = "auto", const char* cycle_times = "1,1,1,1",
                    const char* order = "R")
      : CallerOf(n, std::make_shared<test::BlacsGrid>(2, 2, order)) {
    setenv("HETSCALAPACK_MODE", mode, 1);
    setenv("HETSCALAPACK_CYCLE_TIMES", cycle_times, 1);
  }
  // On the context of another one.
  template <Scalar Other>
  CallerOf(int n, const CallerOf<Other>& other) : CallerOf(n, other.grid()) {}

  int context() const { return grid_->context(); }
  const std::shared_ptr<const test::BlacsGrid>& grid() const { return grid_; }
  Context* state() const { return Context::find(context()); }
  CallShape shape() const { return CallShape::product(n_, n_, n_, 2, sizeof(T)); }

  // What a call of the routine counts.
  Counts product(PgemmFunction<T>* routine, const char* trans = "N", T beta = 0) {
    const Counts before = counts;
    const auto desc = descriptor();
    const int one = 1;
    const T alpha = 1;
    routine(trans, trans, &n_, &n_, &n_, &alpha, a_.data(), &one, &one, desc.data(), a_.data(), &one, &one,
            desc.data(), &beta, c_.data(), &one, &one, desc.data());
    return counts - before;
  }
  Counts product(const char* trans = "N", T beta = 0) { return product(driver, trans, beta); }
  Counts plain() { return product(pdgemm_); }
  bool is_right() const {
    return std::ranges::all_of(c_, [&](T x) { return x == static_cast<T>(n_); });
  }

  // INFO of an LU of the first n rows and columns.
  int lu(int n) {
    int one = 1, info = 1000;
    const auto desc = descriptor();
    pgetrf<T>(nullptr, &n, &n, a_.data(), &one, &one, desc.data(), ipiv_.data(), &info);
    return info;
  }
  // INFO of the question how much workspace its QR needs.
  int qr_workspace(int n) {
    int one = 1, info = 1000, ask = -1;
    T tau, work;
    const auto desc = descriptor();
    pgeqrf<T>(nullptr, &n, &n, a_.data(), &one, &one, desc.data(), &tau, &work, &ask, &info);
    return info;
  }

 private:
  CallerOf(int n, std::shared_ptr<const test::BlacsGrid> grid) : grid_(std::move(grid)), n_(n) {
    const auto at = blacs::grid_info(context());
    const Distribution matrix = block_cyclic(n, n, block, block, 2, 2);
    rows_ = static_cast<int>(matrix.rows.local_size(ProcessCoord(at.myrow)));
    const auto size = static_cast<std::size_t>(rows_ * matrix.cols.local_size(ProcessCoord(at.mycol)));
    a_.assign(size, T(1)), c_.assign(size, T(0)), ipiv_.resize(static_cast<std::size_t>(rows_ + block));
  }
  static void driver(HET_PGEMM_PARAMETERS(T)) { pgemm<T>(nullptr, HET_PGEMM_ARGUMENTS); }
  std::array<int, 9> descriptor() const {
    return {1, context(), n_, n_, block, block, 0, 0, std::max(1, rows_)};
  }

  std::shared_ptr<const test::BlacsGrid> grid_;
  int n_, rows_;
  std::vector<T> a_, c_;
  std::vector<int> ipiv_;
};
using Caller = CallerOf<double>;

int rank() {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

// Collectives on the library's own communicator while `work` runs.
template <class Work>
int own_collectives(Caller& calls, Work work) {
  watched = Context::of(calls.context()).comm().get();
  of_watched = 0;
  work();
  watched = MPI_COMM_NULL;
  return of_watched;
}

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

TEST(Calls, ARefusalForMemoryIsNotRepeated) {
  setenv("HETSCALAPACK_MEMORY_LIMIT", "1K", 1);
  Caller calls(200, "always", "1,2,3,6");
  calls.product();
  unsetenv("HETSCALAPACK_MEMORY_LIMIT");
  EXPECT_EQ(Call::last().taken, 0);
  EXPECT_STREQ(Call::last().reason, "memory: a process needs more than HETSCALAPACK_MEMORY_LIMIT=1K");
  const Extent before = MemoryMeter::instance().current();
  MemoryMeter::instance().reset_peak();
  EXPECT_EQ(own_collectives(calls, [&] { calls.product(); }), 2);
  EXPECT_EQ(MemoryMeter::instance().peak(), before) << "nothing was taken to be given back";
  EXPECT_TRUE(calls.is_right());
  EXPECT_STREQ(Call::last().reason,
               "memory: such a call needed more than it may have (HETSCALAPACK_MEMORY_LIMIT=1K)");
}

// 1e8 operations of each process: too few in itself.
TEST(Calls, ThatAreNotLargeAreLookedAtWhenTheyHaveCome) {
  Caller calls(600);
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
TEST(Calls, OfOneKindAreLookedAtForTheFirstTimeOnceTheyHaveDoneSomeWork) {
  Caller calls(400);
  for (int passed = 0; passed < 16; ++passed)
    EXPECT_EQ(own_collectives(calls, [&] { calls.product(); }), 0) << passed;
  EXPECT_GT(own_collectives(calls, [&] { calls.product(); }), 0);
  EXPECT_STREQ(Call::last().reason, "small: speeds are measured when such calls have taken long enough");
  EXPECT_EQ(own_collectives(calls, [&] { calls.product(); }), 0) << "not again at once";
}

// Where they look equally fast, speeds are measured once calls have taken long enough; where they do not, at once. In an
// order of the processes for which no other test finds speeds.
TEST(Calls, OnEqualProcessesAreLeftUntilMeasuringPays) {
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
    EXPECT_EQ(own_collectives(calls, [&] { calls.product(); }), 2) << "they are not looked at again";
    EXPECT_FALSE(context.knows_speeds(precision_of<double>));
  }
  context.agenda().count_looked_at(calls.shape(), 4, 60);
  calls.product();
  EXPECT_TRUE(context.knows_speeds(precision_of<double>));
  EXPECT_TRUE(calls.is_right());
}

// Once a call has asked for the speeds the limits follow from them, on all processes at once: sizes are chosen by these
// limits, which differ between machines.
TEST(Calls, AreLookedAtFromSizesOnThatFollowFromSpeeds) {
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
  const SizeLimits limits(speeds.cycle_times, speeds.seconds_per_flop);
  // The order whose LU takes so many operations of each of four processes.
  const auto order = [](double operations) { return static_cast<int>(std::cbrt(4 * operations * 3 / 2)); };
  const auto lu_shape = [](int n) { return CallShape::factorization(RoutineKind::lu, n, n, 2, 8); };
  EXPECT_EQ(reason_of_lu(order(0.8 * limits.least())).find("too small:"), 0U);
  const int small = order(0.8 * limits.large()), large = order(1.3 * limits.large());
  EXPECT_EQ(context.size_limits(precision_of<double>).large(), limits.large());
  EXPECT_EQ(context.size_limits(precision_of<float>).large(), large_flops) << "whose speeds nobody asked for";
  // On the same context in another precision, of which nothing is known.
  CallerOf<float> single(900, calls);
  single.lu(900);
  EXPECT_EQ(std::string(Call::last().reason).find("small: calls below 2e+09"), 0U);
  if (large > 1700) GTEST_SKIP() << "on processes this quick a large call is larger than the matrix here";
  Agenda& agenda = calls.state()->agenda();
  agenda.put_off(lu_shape(small), limits.large());
  EXPECT_EQ(reason_of_lu(small).find("small: calls below"), 0U);
  EXPECT_EQ(own_collectives(calls, [&] { calls.lu(small); }), 0);
  EXPECT_TRUE(agenda.is_large(lu_shape(large), 4));
  agenda.count_passed(lu_shape(large), 4, 0.1);
  EXPECT_GT(own_collectives(calls, [&] { calls.lu(large); }), 0);
  EXPECT_EQ(agenda.passed(lu_shape(large)).calls, 0) << "one that passed and is large now is counted, once";
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
    EXPECT_FALSE(context.find_speeds(precision_of<float>, {1e10, true}));
    EXPECT_TRUE(context.looks_equal());
    return (counts - before).collectives;
  };
  const int looked = collectives(first);
  EXPECT_LT(collectives(second), looked);
}

// As if a call by the library had taken all but what ScaLAPACK is predicted to take.
TEST(Calls, SayThatScaLapackIsTriedOnce) {
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
  calls.product();
  EXPECT_STREQ(Call::last().reason, "ScaLAPACK is tried once, to know what it takes for calls of this size");
  EXPECT_TRUE(calls.is_right());
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

// A program asks for the workspace before each factorization.
TEST(Calls, ThatAskForTheWorkspaceAreNotCounted) {
  Caller calls(1100);
  EXPECT_EQ(calls.qr_workspace(1100), 0);
  EXPECT_EQ(calls.state()->agenda().all().calls, 0);
}

// ScaLAPACK finds a size that differs, on all processes. Such a call counts on none, or the next ones would part.
TEST(Calls, ThatAreWrongAreNotCounted) {
  Caller calls(900);
  calls.lu(900);
  const Agenda& agenda = calls.state()->agenda();
  EXPECT_EQ(agenda.all().calls, 1);
  EXPECT_LT(calls.lu(rank() == 1 ? 880 : 900), 0);
  EXPECT_EQ(agenda.all().calls, 1);
  EXPECT_EQ(agenda.all().operations,
            Agenda::work(CallShape::factorization(RoutineKind::lu, 900, 900, 2, 8), 4));
}

}  // namespace
}  // namespace het
