// Cholesky on four processes of which one comes late: nothing may wait for what only a look at another panel's
// messages would send.
#include <gtest/gtest.h>
#include <unistd.h>

#include "src/algorithm/factor/cholesky/cholesky.hpp"
#include "tests/mpi/distributed.hpp"

namespace het {
namespace {

constexpr Extent width = 128, blocks = 7, n = blocks * width;
constexpr Extent bad = 4 * width + 5;  // minors from this one on are not positive
constexpr int late_rank = 3;

// Columns behind the first panel come to ranks 0 and 2 when the late rank falls asleep.
class Gate : public Moves {
 public:
  explicit Gate(int rank) : rank_(rank) {}
  bool columns_arrive() const override { return true; }
  Extent columns_here() const override { return rank_ % 2 == 1 || open_ ? unbounded : width; }
  std::size_t progress(JointLook&) override {
    constexpr int tag = 7;
    if (rank_ == late_rank && !open_ && MPI_Wtime() - begin_ > 0.5) {
      open_ = true;
      for (const int to : {0, 2}) MPI_Send(nullptr, 0, MPI_BYTE, to, tag, MPI_COMM_WORLD);
      usleep(700000);
    } else if (rank_ % 2 == 0 && !open_) {
      int there = 0;
      MPI_Iprobe(late_rank, tag, MPI_COMM_WORLD, &there, MPI_STATUS_IGNORE);
      if (there) MPI_Recv(nullptr, 0, MPI_BYTE, late_rank, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      open_ = there != 0;
    }
    return 0;
  }

 private:
  const int rank_;
  const double begin_ = MPI_Wtime();
  bool open_ = false;
};

// Panel 4 ends it. The late process has yet to take panel 2's rows when the others are through; only then can their
// owners send the rest of that panel, which the late one waits for before it takes panel 4 and its INFO. Panel 4 has
// an earlier slot.
TEST(CholeskyLate, TheRestOfAPanelIsSentWhileALaterOneEndsIt) {
  const Communicator comm = Communicator::duplicate_of(MPI_COMM_WORLD);
  ASSERT_EQ(comm.size(), 4);
  std::vector<int> rows, cols{0, 0, 0, 0, 0, 1, 1};
  for (int block = 0; block < 2 * blocks; ++block) rows.push_back(block >= 6 && block < 10 ? 0 : block % 2);
  const Distribution distribution{AxisMap(n, width / 2, width / 2, rows, 2),
                                  AxisMap(n, width, width, cols, 2)};
  const Placement placement = test::in_order(2, 2, 4);
  test::Distributed<double> a(distribution, placement, comm.rank());
  a.for_each([&](Extent i, Extent j, double& x) { x = i != j ? 1 : i == bad ? -1 : 1e5; });
  Gate gate(comm.rank());
  FactorOptions options;
  options.panel_width = width;
  options.moves = &gate;
  const Operand<double> operand{{&a.distribution(), &a.placement(), GlobalIndex(0), GlobalIndex(0)},
                                {a.data(), a.lld()}};
  Cholesky<double> cholesky(comm, 'L', {n, n, operand}, options);
  cholesky.run();
  EXPECT_EQ(cholesky.info(), bad + 1);
}

}  // namespace
}  // namespace het
