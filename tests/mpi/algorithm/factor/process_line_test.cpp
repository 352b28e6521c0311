#include "src/algorithm/factor/process_line.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "tests/mpi/distributed.hpp"

namespace het {
namespace {

// f(grid) for every grid within the communicator, its ranks in reversed order, on the ranks inside.
template <class F>
void on_all_grids(F f) {
  const Communicator comm = Communicator::duplicate_of(MPI_COMM_WORLD);
  for (const auto& [p, q] : test::grids_within(comm.size())) {
    const ProcessGrid grid(comm, test::reversed(p, q, comm.size()), p, q);
    if (grid.inside()) f(comm, grid);
    MPI_Barrier(comm.get());
  }
}

// The line as a ring that begins at another place.
ProcessLine from_place(const ProcessLine& line, int first) {
  std::vector<int> places;
  for (int k = 0; k < line.size(); ++k) places.push_back((first + k) % line.size());
  return line.among(places);
}

TEST(ProcessLine, AllGatherBringsEveryPartToItsPlace) {
  on_all_grids([](const Communicator& comm, const ProcessGrid& grid) {
    for (const bool row : {true, false}) {
      const ProcessLine line = row ? ProcessLine::row_of(grid) : ProcessLine::column_of(grid);
      for (int turn = 0; turn < 20; ++turn) {
        const auto part = static_cast<std::size_t>(1 + 5 * turn);
        std::vector<int> all(part * static_cast<std::size_t>(line.size()), -1);
        const auto mine = all.begin() + line.me * static_cast<std::ptrdiff_t>(part);
        std::iota(mine, mine + static_cast<std::ptrdiff_t>(part), 1000 * line.me + turn);
        const Extent bytes = static_cast<Extent>(part * sizeof(int));
        int idle = 0;
        EXPECT_EQ(all_gather(comm, line, all.data(), bytes, 11, [&] { ++idle; }), bytes * (line.size() - 1));
        for (int place = 0; place < line.size(); ++place)
          for (std::size_t e = 0; e < part; ++e)
            ASSERT_EQ(all[static_cast<std::size_t>(place) * part + e],
                      1000 * place + turn + static_cast<int>(e));
      }
    }
  });
}

// Two broadcasts under way at once, sources and sizes changing, some of them empty, some of several chunks.
TEST(ProcessLine, BroadcastsReachEveryRankOfTheLine) {
  on_all_grids([](const Communicator& comm, const ProcessGrid& grid) {
    const ProcessLine line = ProcessLine::row_of(grid);
    LineBroadcast broadcasts[] = {{comm, 12}, {comm, 13}};
    std::vector<double> data[2];
    const auto source = [&](int step) { return step * 5 % line.size(); };
    const auto value = [](int step, std::size_t e) { return step + 1e-6 * static_cast<double>(e); };
    const auto start = [&](int step) {
      auto& to = data[step % 2];
      to.assign(step % 4 == 3 ? 0 : static_cast<std::size_t>(1) << (2 * step), -1);
      if (line.me == source(step))
        for (std::size_t e = 0; e < to.size(); ++e) to[e] = value(step, e);
      broadcasts[step % 2].start(from_place(line, source(step)), to.data(),
                                 static_cast<Extent>(to.size() * sizeof(double)));
    };
    constexpr int steps = 10;
    start(0);
    for (int step = 0; step < steps; ++step) {
      if (step + 1 < steps) {
        broadcasts[(step + 1) % 2].finish();
        start(step + 1);
      }
      broadcasts[step % 2].wait([&] { broadcasts[(step + 1) % 2].progress(); });
      ASSERT_TRUE(broadcasts[step % 2].arrived());
      for (std::size_t e = 0; e < data[step % 2].size(); ++e) ASSERT_EQ(data[step % 2][e], value(step, e));
    }
    for (auto& each : broadcasts) each.finish();
  });
}

// Chunks that arrive in another order than they were sent, as long messages do, must not be passed on in that order.
TEST(ProcessLine, ManyChunksKeepTheirPlacesAlongTheRing) {
  on_all_grids([](const Communicator& comm, const ProcessGrid& grid) {
    if (grid.p() > 1 || grid.q() < 3) return;
    const ProcessLine line = ProcessLine::row_of(grid);
    LineBroadcast broadcast(comm, 14);
    std::vector<int> data(300'001);
    for (int turn = 0; turn < 30; ++turn) {
      if (line.me == turn % line.size())
        std::iota(data.begin(), data.end(), turn);
      else
        std::fill(data.begin(), data.end(), -1);
      broadcast.start(from_place(line, turn % line.size()), data.data(),
                      static_cast<Extent>(data.size() * sizeof(int)));
      broadcast.finish();
      for (std::size_t e = 0; e < data.size(); ++e) ASSERT_EQ(data[e], turn + static_cast<int>(e));
    }
  });
}

// Columns of an array, whole ones in a message, to some ranks of the line in an order of their own; nothing between the
// columns changes.
TEST(ProcessLine, ColumnsOfAnArrayTravelWithoutWhatLiesBetweenThem) {
  on_all_grids([](const Communicator& comm, const ProcessGrid& grid) {
    const ProcessLine row = ProcessLine::row_of(grid);
    std::vector<int> places;
    for (int place = row.size() - 1; place >= 0; --place)
      if (place != 1) places.push_back(place);
    const ProcessLine line = row.among(places);
    EXPECT_EQ(line.has_me(), row.me != 1);
    if (!line.has_me()) return;
    EXPECT_EQ(line.ranks[static_cast<std::size_t>(line.me)], comm.rank());
    LineBroadcast broadcast(comm, 15);
    for (const Extent rows : {1, 7, 5000})
      for (const Extent columns : {1, 2, 13, 64}) {
        const Extent ld = rows + 3;
        std::vector<double> data(static_cast<std::size_t>(ld * columns), -1);
        const auto value = [&](Extent k) { return k % ld < rows ? 0.5 * static_cast<double>(k) : -1; };
        if (line.me == 0)
          for (Extent k = 0; k < ld * columns; ++k) data[static_cast<std::size_t>(k)] = value(k);
        broadcast.start(line, data.data(),
                        {rows * Extent{sizeof(double)}, columns, ld * Extent{sizeof(double)}});
        broadcast.finish();
        for (Extent k = 0; k < ld * columns; ++k) ASSERT_EQ(data[static_cast<std::size_t>(k)], value(k)) << k;
      }
  });
}

}  // namespace
}  // namespace het
