// What is measured once for a set of processes, and what once for each precision on it.
#include <gtest/gtest.h>

#include <cfenv>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <thread>

#include "blacs_het/grid/context.hpp"
#include "blacs_het/grid/speeds/links/hosts.hpp"
#include "blacs_het/grid/speeds/links/links.hpp"
#include "blacs_het/grid/speeds/links/sites.hpp"
#include "blacs_het/grid/speeds/made_on_all.hpp"
#include "src/base/buffer.hpp"
#include "tests/mpi/blacs_grid.hpp"

namespace het {
namespace {

using test::world_size;

std::vector<double> numbers_of(const LinkCosts& link) {
  return {link.seconds_per_byte, link.latency, link.message_overhead, link.own_seconds_per_byte};
}
std::vector<double> numbers_of(const LinkSpeeds& links) {
  std::vector<double> numbers = numbers_of(links.between);
  for (const double number : numbers_of(links.hosts.inside)) numbers.push_back(number);
  numbers.push_back(links.hosts.interface_seconds_per_byte);
  numbers.push_back(links.hosts.sites);
  numbers.insert(numbers.end(), links.hosts.of_rank.begin(), links.hosts.of_rank.end());
  return numbers;
}
std::vector<double> numbers_of(const Speeds& speeds) {
  std::vector<double> numbers = numbers_of(speeds.links);
  for (const double number : speeds.cycle_times) numbers.push_back(number);
  const KernelSpeeds& kernels = speeds.kernels;
  const KernelRates& rates = kernels.rates;
  for (const double number :
       {speeds.seconds_per_flop, kernels.flops_per_copied_byte, kernels.flops_per_jump,
        kernels.flops_per_fresh_byte, rates.half_speed_k, rates.half_speed_near_k, rates.half_speed_square,
        rates.half_speed_narrow, rates.half_speed_left_solve, rates.half_speed_right_solve, rates.vectors,
        rates.columns, speeds.limits.least, speeds.limits.large})
    numbers.push_back(number);
  return numbers;
}
// A call that took as long as predicted.
const Outcome in_place_call{"as the test wants it", {Way::in_place}, {{{}, 1}, {{Way::in_place}, 1}}, 10};

std::vector<double> of_root(std::vector<double> numbers) {
  MPI_Bcast(numbers.data(), static_cast<int>(numbers.size()), MPI_DOUBLE, 0, MPI_COMM_WORLD);
  return numbers;
}

// All of them in reverse order: no other test has its speeds.
test::BlacsGrid reversed_row() {
  std::vector<int> map;
  for (int rank = world_size(); rank-- > 0;) map.push_back(rank);
  return {map, 1, world_size()};
}

// What one process cannot have, none goes on without: there are no messages that others would wait for.
TEST(MadeOnAll, ThrowsOnAllWhereOneHasNoMemory) {
  const Communicator comm = Communicator::duplicate_of(MPI_COMM_WORLD);
  const auto make = [&](int without) {
    return made_on_all(comm, [&] {
      if (comm.rank() == without) throw std::bad_alloc();
      return comm.rank();
    });
  };
  EXPECT_THROW(make(comm.size() - 1), NoMemoryToMeasure);
  EXPECT_EQ(make(-1), comm.rank()) << "and all are together afterwards";
}

// What processes do that meet.
void conclude(Context& context, const Learning::Shown& mine) {
  std::vector<Learning::Shown> all(static_cast<std::size_t>(world_size()));
  const MPI_Comm comm = context.comm().get();
  MPI_Gather(&mine, sizeof mine, MPI_BYTE, all.data(), sizeof mine, MPI_BYTE, 0, comm);
  const Precision precision = *context.noted();
  Verdict verdict = Verdict::as_before;
  if (context.is_root()) verdict = context.learning(precision).judge(all);
  MPI_Bcast(&verdict, sizeof verdict, MPI_BYTE, 0, comm);
  context.forget();
  context.follow(precision, verdict);
}

TEST(Hosts, OfThisMachineAreOne) {
  const auto comm = Communicator::duplicate_of(MPI_COMM_WORLD);
  EXPECT_EQ(find_hosts(comm), std::vector<int>(static_cast<std::size_t>(world_size())));
}

TEST(Links, OfOneHostAreOfOneKind) {
  const auto comm = Communicator::duplicate_of(MPI_COMM_WORLD);
  const LinkSpeeds links = measure_links(comm, find_hosts(comm));
  EXPECT_FALSE(links.hosts.told_apart());
  EXPECT_EQ(links.between.seconds_per_byte > 0, world_size() > 1);
  EXPECT_EQ(numbers_of(links), of_root(numbers_of(links))) << "to the last bit";
}

TEST(Speeds, OfRankZeroAreKnownToAll) {
  const auto comm = Communicator::duplicate_of(MPI_COMM_WORLD);
  Speeds speeds;
  speeds.cycle_times.assign(static_cast<std::size_t>(world_size()), 1);
  if (comm.rank() == 0) {
    speeds.links = {{1e-9, 5e-3}, false, {{}, {1e-10, 2e-5}, 2e-9, true}};
    for (int rank = 0; rank < world_size(); ++rank) speeds.links.hosts.of_rank.push_back(rank % 2);
  }
  broadcast_speeds(comm, speeds);
  EXPECT_TRUE(speeds.links.hosts.sites);
  EXPECT_EQ(speeds.links.hosts.count(), std::min(world_size(), 2));
  EXPECT_EQ(numbers_of(speeds), of_root(numbers_of(speeds)));
}

// Whoever comes late: the one that sends first sees a whole round trip, the other one would find a message there.
TEST(Links, LatencyIsThatOfARoundTrip) {
  const auto comm = Communicator::duplicate_of(MPI_COMM_WORLD);
  const TimedMessages timed(comm);
  if (world_size() == 1) GTEST_SKIP() << "two processes";
  constexpr double late = 0.05;
  for (const int who : {0, 1}) {
    MPI_Barrier(MPI_COMM_WORLD);
    if (comm.rank() > 1) continue;
    if (comm.rank() == who) std::this_thread::sleep_for(std::chrono::duration<double>(late));
    const double latency = timed.latency_to(1 - comm.rank());
    EXPECT_EQ(std::isfinite(latency), comm.rank() == 0);
    EXPECT_TRUE(latency < late / 4 || comm.rank() == 1) << latency;
    EXPECT_GT(latency, 0);
  }
}

// As if each rank had a host of its own.
TEST(Links, OfHostsOnOneMachineLeadToSitesThatAllKnow) {
  const auto comm = Communicator::duplicate_of(MPI_COMM_WORLD);
  std::vector<int> hosts(static_cast<std::size_t>(world_size()));
  std::iota(hosts.begin(), hosts.end(), 0);
  const std::vector<int> sites = find_sites(comm, TimedMessages(comm), hosts);
  EXPECT_EQ(sites.size(), hosts.size());
  const std::vector<double> numbers(sites.begin(), sites.end());
  EXPECT_EQ(numbers, of_root(numbers));
  EXPECT_TRUE(world_size() > 2 || sites == std::vector<int>(hosts.size()));
}

// As if the ranks were on several hosts, of equal or unequal size.
TEST(Links, OfSeveralHostsAreOfTwoKinds) {
  const auto comm = Communicator::duplicate_of(MPI_COMM_WORLD);
  const int n = world_size();
  for (const int on_first : {n / 2, 1, n - 1}) {
    std::vector<int> hosts(static_cast<std::size_t>(n));
    for (int rank = on_first; rank < n; ++rank) hosts[static_cast<std::size_t>(rank)] = 1;
    if (!differ(hosts)) continue;
    const LinkSpeeds links = measure_links(comm, hosts);
    EXPECT_EQ(links.hosts.of_rank, hosts);
    EXPECT_GT(links.between.seconds_per_byte, 0);
    EXPECT_GT(links.between.latency, 0);
    EXPECT_GT(links.hosts.inside.seconds_per_byte, 0);
    EXPECT_GT(links.hosts.inside.latency, 0);
    EXPECT_GT(links.hosts.interface_seconds_per_byte, 0);
    EXPECT_EQ(numbers_of(links), of_root(numbers_of(links))) << "to the last bit";
  }
}

TEST(Speeds, OfAnotherPrecisionNeedALookAtCycleTimesAlone) {
  const test::BlacsGrid grid = reversed_row();
  Context& context = Context::of(grid.context());
  ASSERT_TRUE(context.find_speeds(precision_of<double>));
  const Speeds& first = context.speeds(precision_of<double>);
  for (const Precision precision : {precision_of<float>, precision_of<std::complex<double>>}) {
    ASSERT_TRUE(context.find_speeds(precision));
    const Speeds& other = context.speeds(precision);
    EXPECT_EQ(numbers_of(other.links), numbers_of(first.links)) << "two measurements differ in some bit";
    EXPECT_EQ(other.kernels.rates.half_speed_k, first.kernels.rates.half_speed_k);
    EXPECT_EQ(other.kernels.rates.vectors, first.kernels.rates.vectors);
    EXPECT_EQ(other.kernels.rates.half_speed_left_solve, first.kernels.rates.half_speed_left_solve);
    EXPECT_NE(other.seconds_per_flop, first.seconds_per_flop) << "measured in its own type";
    EXPECT_NEAR(other.kernels.flops_per_copied_byte * other.seconds_per_flop,
                first.kernels.flops_per_copied_byte * first.seconds_per_flop,
                1e-9 * first.kernels.flops_per_copied_byte * first.seconds_per_flop)
        << "a byte takes as long to copy";
    EXPECT_EQ(*std::min_element(other.cycle_times.begin(), other.cycle_times.end()), 1);
    EXPECT_EQ(other.cycle_times, of_root(other.cycle_times));
  }
}

class RoundsUpward {
 public:
  explicit RoundsUpward(bool it_does) { std::fesetround(it_does ? FE_UPWARD : FE_TONEAREST); }
  ~RoundsUpward() { std::fesetround(FE_TONEAREST); }
  RoundsUpward(const RoundsUpward&) = delete;
  RoundsUpward& operator=(const RoundsUpward&) = delete;
};

// Sets the list that the user gives, until the end of the scope.
class GivenCycleTimes {
 public:
  explicit GivenCycleTimes(const std::string& list) { setenv("HETSCALAPACK_CYCLE_TIMES", list.c_str(), 1); }
  ~GivenCycleTimes() { unsetenv("HETSCALAPACK_CYCLE_TIMES"); }
  GivenCycleTimes(const GivenCycleTimes&) = delete;
  GivenCycleTimes& operator=(const GivenCycleTimes&) = delete;
};

// One process rounds otherwise, as another kind of processor may. In an order of the processes that no other test has.
TEST(Speeds, AreTheSameToTheLastBitWhateverAProcessRounds) {
  std::vector<int> map;
  for (int rank = 0; rank < world_size(); ++rank) map.push_back(rank);
  std::swap(map.front(), map[map.size() / 2]);
  const RoundsUpward rounding(world_rank() == world_size() - 1);
  const auto same_on_all = [](const Context& context, Precision precision) {
    const auto numbers = numbers_of(context.speeds(precision));
    return numbers == of_root(numbers);
  };
  {
    const test::BlacsGrid grid(map, 1, world_size());
    Context& context = Context::of(grid.context());
    for (const Precision precision : {precision_of<double>, precision_of<float>}) {
      EXPECT_TRUE(context.find_speeds(precision));
      EXPECT_TRUE(same_on_all(context, precision)) << "measured";
      for (const Verdict verdict : {Verdict::measure, Verdict::measure_cycle_times, Verdict::others}) {
        context.follow(precision, verdict);
        EXPECT_TRUE(same_on_all(context, precision)) << "as they follow";
      }
    }
  }
  std::string list;
  for (int rank = 0; rank < world_size(); ++rank) list += (rank ? "," : "") + std::to_string(3 + 4 * rank);
  const GivenCycleTimes given(list);
  const test::BlacsGrid grid(map, 1, world_size());
  Context& context = Context::of(grid.context());
  EXPECT_TRUE(context.find_speeds(precision_of<double>));
  EXPECT_TRUE(same_on_all(context, precision_of<double>)) << "given";
}

// Of one process always, here of one that no other test measures alone; several may be disturbed.
TEST(Speeds, AreNotMeasuredFurtherWhereProcessesLookEqual) {
  const test::BlacsGrid grid({world_size() - 1}, 1, 1);
  if (world_size() == 1) GTEST_SKIP() << "of one process speeds are always measured";
  if (!grid.inside()) return;
  Context& context = Context::of(grid.context());
  const SpeedsWanted unless_equal{1e10, FindSpeeds::unless_equal};
  EXPECT_FALSE(context.find_speeds(precision_of<float>, unless_equal));
  EXPECT_TRUE(context.looks_equal());
  EXPECT_TRUE(context.usable());
  EXPECT_TRUE(context.find_speeds(precision_of<double>));
  EXPECT_TRUE(context.find_speeds(precision_of<float>, unless_equal)) << "a second precision costs little";
  EXPECT_FALSE(context.looks_equal());
}

// The last process falls behind in one precision after the other, as calls show: each time there alone.
TEST(Speeds, FollowTheCallsOfTheirOwnPrecision) {
  const test::BlacsGrid grid = reversed_row();
  Context& context = Context::of(grid.context());
  const auto cycle_times = [&](Precision precision) { return context.speeds(precision).cycle_times; };
  const Precision both[] = {precision_of<double>, precision_of<float>};
  for (const Precision precision : both) context.find_speeds(precision);
  const bool slow = context.comm().rank() == world_size() - 1;
  const WorkDone work{1e10, 0, slow ? 1e3 : 10};
  for (const Precision mine : both) {
    const Precision other = mine == both[0] ? both[1] : both[0];
    const auto before = cycle_times(mine), of_other = cycle_times(other);
    context.note(mine, {in_place_call, work});
    ASSERT_EQ(context.noted(), mine);
    conclude(context, context.shown());
    EXPECT_EQ(context.noted(), std::nullopt);
    EXPECT_EQ(cycle_times(other), of_other);
    if (world_size() > 1) {
      EXPECT_GT(cycle_times(mine).back(), 5 * before.back());
    }
    EXPECT_EQ(cycle_times(mine), of_root(cycle_times(mine)));
  }
}

// One process seems to become ten thousand times as fast, which measuring does not confirm: the speed of the fastest lies
// between the two then. Bytes are copied and elements found as fast as they were measured to be, in seconds.
TEST(Speeds, CopiesTakeAsLongWhenSpeedsAreMeasuredAnew) {
  if (world_size() < 3) GTEST_SKIP() << "three processes";
  // What is made up here is remembered for this order of processes, which no other test has.
  std::vector<int> rotated;
  for (int rank = 1; rank <= world_size(); ++rank) rotated.push_back(rank % world_size());
  const test::BlacsGrid grid(rotated, 1, world_size());
  const Communicator& comm = Context::of(grid.context()).comm();
  const std::vector<double> equal(static_cast<std::size_t>(world_size()), 1);
  Speeds speeds{equal, 1e-9, {}, {{}, 0.5, 20, 8}}, now{equal, 2e-9, {}, {{}, 0.25, 40, 0}};
  Learning learning(speeds, precision_of<double>, Config{});

  const Learning::Shown fast{10, 1e13, 0.1}, as_before{10, 1e10, 10};
  std::vector<Learning::Shown> all(static_cast<std::size_t>(world_size()), as_before);
  all[1] = fast;
  for (int calls = 0; calls < 3; ++calls) {
    learning.note({in_place_call, {1e10, 0, 10}});
    if (comm.rank() == 0) learning.judge(all);
    learning.follow(Verdict::others, comm, speeds);
  }
  ASSERT_LT(speeds.seconds_per_flop, 1e-9 / 2000);
  const double seen = speeds.seconds_per_flop;
  ASSERT_TRUE(learning.measured(Measured::all, now, comm, speeds));
  EXPECT_GT(speeds.seconds_per_flop, 10 * seen) << "of two opinions";
  EXPECT_LT(speeds.seconds_per_flop, 2e-9 / 10);
  EXPECT_NEAR(speeds.kernels.flops_per_copied_byte * speeds.seconds_per_flop, 0.25 * 2e-9, 1e-12 * 2e-9);
  EXPECT_NEAR(speeds.kernels.flops_per_jump * speeds.seconds_per_flop, 40 * 2e-9, 1e-12 * 2e-9);
  EXPECT_NEAR(speeds.kernels.flops_per_fresh_byte * speeds.seconds_per_flop, 8 * seen, 1e-12 * seen)
      << "there was no new memory to measure it with";
  EXPECT_EQ(speeds.seconds_per_flop, of_root({speeds.seconds_per_flop}).front());
}

// Calls tell which process is how much faster than others; how fast all are together only measuring does.
TEST(Speeds, OfAllProcessesTogetherAreThoseMeasuredLast) {
  const Communicator comm = Communicator::duplicate_of(MPI_COMM_WORLD);
  const auto size = static_cast<std::size_t>(world_size());
  const std::vector<double> equal(size, 1);
  Speeds speeds{equal, 1e-9, {}, {{}, 0.5, 20, 8}};
  Learning learning(speeds, precision_of<double>, Config{});
  EXPECT_FALSE(learning.measured(Measured::all, {equal, 1.2e-9, {}, {{}, 0.5, 20, 8}}, comm, speeds))
      << "noise";
  EXPECT_DOUBLE_EQ(speeds.seconds_per_flop, 1e-9);
  ASSERT_TRUE(learning.measured(Measured::all, {equal, 2e-9, {}, {{}, 0.25, 10, 4}}, comm, speeds));
  EXPECT_DOUBLE_EQ(speeds.seconds_per_flop, 2e-9);
  EXPECT_EQ(speeds.cycle_times, equal);
  EXPECT_DOUBLE_EQ(speeds.kernels.flops_per_copied_byte, 0.25) << "as measured, not longer";
}

// The last process is measured to be four times as fast as before, and so the fastest; the others are as they were. Two
// opinions of it: twice as fast.
TEST(Speeds, KeepTheirScaleWhereAnotherProcessBecomesTheFastest) {
  if (world_size() < 3) GTEST_SKIP() << "three processes";
  const Communicator comm = Communicator::duplicate_of(MPI_COMM_WORLD);
  const auto size = static_cast<std::size_t>(world_size());
  std::vector<double> measured(size, 4);
  measured.back() = 1;
  Speeds speeds{std::vector<double>(size, 1), 4e-9, {}, {{}, 0.5, 20, 8}};
  Learning learning(speeds, precision_of<double>, Config{});
  ASSERT_TRUE(learning.measured(Measured::all, {measured, 1e-9, {}, {{}, 0.5, 20, 8}}, comm, speeds));
  EXPECT_NEAR(speeds.cycle_times.front() * speeds.seconds_per_flop, 4e-9, 1e-12) << "of most";
  EXPECT_DOUBLE_EQ(speeds.cycle_times.back(), 1);
  EXPECT_LT(speeds.seconds_per_flop, 3e-9);
  EXPECT_GE(speeds.seconds_per_flop, 1e-9);
}

}  // namespace
}  // namespace het
