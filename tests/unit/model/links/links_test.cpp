// Ranks that share hosts: what their messages cost, and what calls do on them.
#include <gtest/gtest.h>

#include <numeric>

#include "src/model/factor/factor_model.hpp"
#include "src/model/links/grid_links.hpp"
#include "src/model/links/host_mates.hpp"
#include "src/model/move/move_costs.hpp"
#include "src/model/product/product_model.hpp"
#include "src/model/product/product_traffic.hpp"
#include "src/model/routine_model.hpp"
#include "tests/unit/model/square_calls.hpp"

namespace het {
namespace {

using test::shape_of;

constexpr LinkCosts within{1e-10, 1e-6, 2e-7, 5e-11};

// So many equal hosts with so many ranks each, on a network of 1 GB/s for each.
Platform cluster(int hosts, int ranks) {
  Platform platform{
      std::vector<double>(static_cast<std::size_t>(hosts * ranks), 1.0), 1e-10, {1e-9, 2e-5, 1e-6, 3e-10}};
  platform.hosts = {{}, within, 1e-9};
  for (int rank = 0; rank < hosts * ranks; ++rank) platform.hosts.of_rank.push_back(rank / ranks);
  return platform;
}
Platform one_kind(std::vector<double> cycle_times, const LinkCosts& link) {
  return {std::move(cycle_times), 1e-10, link};
}

struct Grid {
  int p, q;
};

// Ranks first, first + 1, ... row by row, of so many.
Placement placed(int p, int q, int ranks, int first = 0) {
  Placement placement;
  placement.of_rank.resize(static_cast<std::size_t>(ranks));
  for (int at = 0; at < p * q; ++at)
    placement.of_rank[static_cast<std::size_t>(first + at)] = {at / q, at % q};
  return placement;
}

TEST(GridLinks, OfAHostForEachProcessRow) {
  const Platform platform = cluster(2, 2);
  const GridLinks links(platform, placed(2, 2, 4), 2, 2);
  EXPECT_EQ(links.along_row(0, 0, 1).latency, within.latency);
  const auto& column = links.column(1);
  EXPECT_EQ(column.slowest.latency, platform.between.latency);
  EXPECT_DOUBLE_EQ(column.slowest.seconds_per_byte, 1e-9) << "this column alone";
  EXPECT_DOUBLE_EQ(column.ring.seconds_per_byte, 2e-9) << "both columns pass on through one interface";
  EXPECT_DOUBLE_EQ(column.exchanged_byte, 2e-9);
  EXPECT_EQ(column.far + column.near, 1);
}

TEST(GridLinks, OfAHostForEachProcessColumn) {
  const Platform platform = cluster(2, 2);
  const Placement by_columns = placed(2, 2, 4).transposed();
  const GridLinks links(platform, by_columns, 2, 2);
  EXPECT_DOUBLE_EQ(links.along_row(0, 0, 1).seconds_per_byte, 2e-9) << "both rows send on";
  EXPECT_EQ(links.column(0).slowest.latency, within.latency);
  EXPECT_DOUBLE_EQ(links.column(0).exchanged_byte, within.seconds_per_byte);
}

// Three ranks of one host and one of another: of the three others of rank 3 all are far, of those of rank 0 one.
TEST(GridLinks, OfAColumnOnUnequalHosts) {
  Platform platform = cluster(1, 4);
  platform.hosts.of_rank = {0, 0, 0, 1};
  const GridLinks links(platform, placed(4, 1, 4), 4, 1);
  const auto& column = links.column(0);
  EXPECT_EQ(column.far, 3);
  EXPECT_EQ(column.near, 0);
  EXPECT_DOUBLE_EQ(column.slowest.seconds_per_byte, 3e-9) << "all three exchange with the fourth";
  EXPECT_DOUBLE_EQ(column.ring.seconds_per_byte, 1e-9) << "one passes on to it";
  EXPECT_DOUBLE_EQ(column.own_byte, (within.own_seconds_per_byte + platform.between.own_seconds_per_byte) / 2)
      << "half of all pairs are on one host";
}

TEST(HostMates, AreCountedByRowColumnAndGrid) {
  const HostMates mates(cluster(2, 3).hosts, placed(2, 2, 6));
  EXPECT_EQ(mates.of(0).in_row, 1);
  EXPECT_EQ(mates.of(0).in_col, 1);
  EXPECT_EQ(mates.of(0).on_grid, 2);
  EXPECT_EQ(mates.of(3).in_row, 0);
  EXPECT_EQ(mates.of(3).on_grid, 0);
  EXPECT_EQ(mates.of(5).on_grid, 1) << "not on the grid itself";
}

// Without what all processes say to each other before.
double steps_of(const Platform& platform, const CallShape& shape, const Placed& matrix,
                const Placed* caller = nullptr) {
  return is_factorization(shape.kind) ? factorization_seconds(platform, shape, matrix, 32, caller)
                                      : product_seconds(platform, shape, matrix, 32, caller);
}

// A grid on one host of several has that host's links alone; ranks with a host each have the network's.
TEST(Links, OfOneKindCountAsOnIt) {
  const Platform several = cluster(2, 4), single = cluster(8, 1);
  const LinkCosts network = several.between;
  for (const RoutineKind kind : all_routine_kinds)
    for (const Grid grid : {Grid{2, 2}, Grid{1, 4}, Grid{4, 1}}) {
      const int p = grid.p, q = grid.q;
      const CallShape shape = shape_of(kind, 1000);
      const Distribution matrix = block_cyclic(shape.m, shape.n, 32, 32, p, q);
      const Placement second = placed(p, q, 8, 4), first = placed(p, q, 8);
      const auto both = [&](const Platform& hosts, const LinkCosts& link, const Placement& where) {
        const Platform alike = one_kind(hosts.cycle_times, link);
        const Placed here{matrix, where}, caller{matrix, first};
        const double seconds = steps_of(alike, shape, here);
        EXPECT_NEAR(steps_of(hosts, shape, here), seconds, 1e-9 * seconds)
            << family_name(kind) << ' ' << p << 'x' << q;
        const Placed moves{block_cyclic(shape.m, shape.n, 50, 50, p, q), where};
        const double moved = steps_of(alike, shape, here, &moves);
        EXPECT_NEAR(steps_of(hosts, shape, here, &moves), moved, 1e-9 * moved)
            << family_name(kind) << ' ' << p << 'x' << q;
        const double plain = reference_seconds(alike, shape, here);
        EXPECT_NEAR(reference_seconds(hosts, shape, here), plain, 1e-9 * plain);
        return std::pair{move_costs(hosts, 8, caller, here).seconds,
                         move_costs(alike, 8, caller, here).seconds};
      };
      both(several, within, second);
      const auto [told_apart, alike] = both(single, network, second);
      EXPECT_DOUBLE_EQ(told_apart, alike);
    }
}

// One element of A or B after the other, from who has it on the caller's layout to all who need it on C's.
std::vector<ProductTraffic::Volume> counted(const Platform& platform, const CallShape& shape, const Placed& c,
                                            const Placed& caller) {
  std::vector<ProductTraffic::Volume> of_rank(platform.cycle_times.size());
  const auto travels = [&](int source, int target) {
    if (source == target) return;
    auto &sends = of_rank[static_cast<std::size_t>(source)],
         &receives = of_rank[static_cast<std::size_t>(target)];
    const double bytes = static_cast<double>(shape.element_bytes);
    sends.sent += bytes, receives.received += bytes;
    if (platform.hosts.of(source) == platform.hosts.of(target))
      sends.sent_inside += bytes, receives.received_inside += bytes;
  };
  const auto rank_at = [](const Placement& placement, ProcessCoord row, ProcessCoord col) {
    return static_cast<int>(
        std::ranges::find(placement.of_rank,
                          Placement::Coord{static_cast<int>(row.value()), static_cast<int>(col.value())}) -
        placement.of_rank.begin());
  };
  const AxisMap of_a = inner_axis(caller.distribution.cols, shape.k),
                of_b = inner_axis(caller.distribution.rows, shape.k);
  for (GlobalIndex k(0); k.value() < shape.k; k = k + 1) {
    for (GlobalIndex i(0); i.value() < shape.m; i = i + 1)
      for (int col = 0; col < c.distribution.q(); ++col)
        travels(rank_at(caller.placement, caller.distribution.rows.owner(i), of_a.owner(k)),
                rank_at(c.placement, c.distribution.rows.owner(i), ProcessCoord(col)));
    for (GlobalIndex j(0); j.value() < shape.n; j = j + 1)
      for (int row = 0; row < c.distribution.p(); ++row)
        travels(rank_at(caller.placement, of_b.owner(k), caller.distribution.cols.owner(j)),
                rank_at(c.placement, ProcessCoord(row), c.distribution.cols.owner(j)));
  }
  return of_rank;
}

TEST(ProductTraffic, IsWhatTravelsOfEachElement) {
  const Platform platform = cluster(2, 4);
  const CallShape shape = CallShape::product(53, 47, 29, 2, 8);
  const Placed caller{block_cyclic(53, 47, 5, 4, 2, 3), placed(2, 3, 8)};
  const Placed moved{{AxisMap(53, 3, 3, {0, 0, 1, 2, 0}, 3), AxisMap(47, 2, 2, {1, 0, 0}, 2)},
                     placed(3, 2, 8, 2)};
  for (const Placed* elsewhere : {static_cast<const Placed*>(nullptr), &moved}) {
    const Placed& c = elsewhere ? *elsewhere : caller;
    const ProductTraffic traffic(platform, shape, c, elsewhere ? &caller : nullptr);
    const auto expected = counted(platform, shape, c, caller);
    for (int rank = 0; rank < 8; ++rank) {
      const auto &is = traffic.volume(rank), &should = expected[static_cast<std::size_t>(rank)];
      EXPECT_DOUBLE_EQ(is.sent, should.sent) << rank;
      EXPECT_DOUBLE_EQ(is.received, should.received) << rank;
      EXPECT_DOUBLE_EQ(is.sent_inside, should.sent_inside) << rank;
      EXPECT_DOUBLE_EQ(is.received_inside, should.received_inside) << rank;
    }
  }
}

// They do so along a tree, three times: eight processes in three rounds of messages.
TEST(Links, AllProcessesMeetBeforeACall) {
  const Platform single = cluster(8, 1);
  const Distribution matrix = block_cyclic(1000, 1000, 32, 32, 2, 2);
  const Placed here{matrix, placed(2, 2, 8)};
  for (const RoutineKind kind : all_routine_kinds) {
    const CallShape shape = shape_of(kind, 1000);
    const double meeting = 3 * 3 * single.between.latency, steps = steps_of(single, shape, here);
    EXPECT_NEAR(predicted_seconds(single, shape, here, 32) - steps, meeting, 1e-12);
    const Prediction alone = is_factorization(kind) ? predict_factorization(single, shape, here, 32)
                                                    : predict_product(single, shape, here, 32);
    EXPECT_NEAR(predict(single, shape, here, 32).total() - alone.total(), meeting, 1e-12);
  }
}

TEST(Links, ALookAtACallCostsProcessesWorkToo) {
  const LinkCosts network{1e-9, 1e-3};
  const Platform eight = one_kind(std::vector<double>(8, 1.0), network), one = one_kind({1}, network);
  EXPECT_DOUBLE_EQ(meeting_seconds(MeetingFor::choice, eight), 2e-5 + 2 * 3 * 1e-3);
  EXPECT_DOUBLE_EQ(meeting_seconds(MeetingFor::choice, one), 2e-5);
  EXPECT_DOUBLE_EQ(meeting_seconds(MeetingFor::call, one), 0);
}

// Two hosts of four ranks: one by one they are far from each other at the last level alone, and in turn at the first.
// Of six ranks on the first and two on the second the last two levels have pairs that are far.
TEST(Links, MeetingsGoFarOnlyWhereTheTreeDoes) {
  const double near = within.latency, far = 2e-5;
  Platform platform = cluster(2, 4);
  EXPECT_DOUBLE_EQ(meeting_seconds(MeetingFor::call, platform), 3 * (2 * near + far));
  platform.hosts.of_rank = {0, 1, 0, 1, 0, 1, 0, 1};
  EXPECT_DOUBLE_EQ(meeting_seconds(MeetingFor::call, platform), 3 * (2 * near + far));
  platform.hosts.of_rank = {0, 0, 0, 0, 0, 0, 1, 1};
  EXPECT_DOUBLE_EQ(meeting_seconds(MeetingFor::call, platform), 3 * (near + 2 * far));
}

// All that four ranks have goes to the other host through one interface; the other way round half of it stays.
TEST(Links, MovesGoThroughTheInterfacesOfHosts) {
  const Platform platform = cluster(2, 4);
  const Distribution rows = block_cyclic(400, 400, 100, 400, 4, 1),
                     same = block_cyclic(400, 400, 50, 400, 8, 1);
  const Placement first = placed(4, 1, 8), second = placed(4, 1, 8, 4), all = placed(8, 1, 8);
  EXPECT_DOUBLE_EQ(move_costs(platform, 8, {rows, first}, {rows, second}).seconds, 400 * 400 * 8e-9 + 2e-5);
  const double half = move_costs(platform, 8, {rows, first}, {same, all}).seconds;
  EXPECT_NEAR(half, 200 * 400 * 8e-9, 4e-5);
  Platform no_interface = platform;
  no_interface.hosts.interface_seconds_per_byte = 0;
  EXPECT_NEAR(move_costs(no_interface, 8, {rows, first}, {rows, second}).seconds, 100 * 400 * 8e-9, 4e-5);
}

// A line between two sites that carries twice as much as a rank's link within its site: what comes to a rank from the other
// site takes that link too.
TEST(Links, MovesBetweenSitesPassTheLinksWithinThem) {
  Platform platform = cluster(2, 4);
  const Distribution rows = block_cyclic(400, 400, 100, 400, 4, 1),
                     cols = block_cyclic(400, 400, 400, 100, 1, 4);
  const Placement here = placed(4, 1, 8), there = {{{0, 0}, {0, 1}, {}, {}, {0, 2}, {0, 3}, {}, {}}};
  platform.between.seconds_per_byte = 0.5e-9, platform.hosts.inside.seconds_per_byte = 1e-9;
  platform.hosts.interface_seconds_per_byte = 0;
  const auto seconds = [&] { return move_costs(platform, 8, {rows, here}, {cols, there}).seconds; };
  const double column = 400 * 100 * 8e-9;  // of one rank there
  EXPECT_NEAR(seconds(), 3 * column / 4, 4e-5) << "what comes to one from the others of its site";
  platform.hosts.sites = true;
  EXPECT_NEAR(seconds(), column, 4e-5);
}

// On hosts of four, process columns within hosts suit what goes along columns, process rows what goes along rows.
TEST(Links, DecideWhichWayRoundAGridIsBetter) {
  const Platform platform = cluster(4, 4);
  const Distribution matrix = block_cyclic(2000, 2000, 64, 64, 4, 4);
  const Placement rows = placed(4, 4, 16), cols = rows.transposed();
  const auto seconds = [&](RoutineKind kind, const Placement& where) {
    return predicted_seconds(platform, shape_of(kind, 2000), {matrix, where}, 64, nullptr);
  };
  EXPECT_LT(seconds(RoutineKind::lu, cols), 0.95 * seconds(RoutineKind::lu, rows))
      << "a message for each column of a panel";
  EXPECT_LT(seconds(RoutineKind::qr, cols), 0.95 * seconds(RoutineKind::qr, rows));
  const double product = seconds(RoutineKind::gemm, rows);
  EXPECT_NEAR(seconds(RoutineKind::gemm, cols), product, 1e-9 * product) << "the same both ways";
}

TEST(Links, CostWhatLiesBetweenTheSlowestKindSharedByAllAndTheFastest) {
  const Platform platform = cluster(4, 4);
  const Platform slow = one_kind(platform.cycle_times, {4e-9, 2e-5, 1e-6}),
                 fast = one_kind(platform.cycle_times, within);
  for (const RoutineKind kind : all_routine_kinds)
    for (const Grid grid : {Grid{4, 4}, Grid{2, 8}, Grid{16, 1}, Grid{1, 16}}) {
      const int p = grid.p, q = grid.q;
      const CallShape shape = shape_of(kind, 2000);
      const Distribution matrix = block_cyclic(shape.m, shape.n, 64, 64, p, q);
      const Placement where = placed(p, q, 16);
      const auto seconds = [&](const Platform& on) {
        return predicted_seconds(on, shape, {matrix, where}, 64, nullptr);
      };
      EXPECT_LE(seconds(platform), 1.0001 * seconds(slow)) << family_name(kind) << ' ' << p << 'x' << q;
      // What comes sooner down a long process column finds more processes at work, and waits for their looks.
      const bool waits_for_looks = kind == RoutineKind::cholesky && p > 4;
      if (!waits_for_looks) {
        EXPECT_GE(1.0001 * seconds(platform), seconds(fast)) << family_name(kind) << ' ' << p << 'x' << q;
      }
    }
}

}  // namespace
}  // namespace het
