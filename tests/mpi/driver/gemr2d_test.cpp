// het_p?gemr2d as a program calls it.
#include "src/driver/gemr2d.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdlib>

#include "src/distribution/axis_map.hpp"
#include "src/driver/call.hpp"
#include "tests/mpi/blacs_grid.hpp"

extern "C" void Cblacs_gridinfo(int context, int* p, int* q, int* row, int* col);

namespace het {
namespace {

double element(Extent i, Extent j) { return static_cast<double>(1000 * i + j); }

// An m x n matrix on a grid. A process outside has what Fortran leaves in arguments that are not examined.
struct Matrix {
  Matrix(const test::BlacsGrid& grid, int m, int n, int nb, bool filled) {
    if (!grid.inside()) return;
    int p = 0, q = 0, row = 0, col = 0;
    Cblacs_gridinfo(grid.context(), &p, &q, &row, &col);
    const AxisMap rows = AxisMap::block_cyclic(m, nb, p), cols = AxisMap::block_cyclic(n, nb, q);
    const Extent mine = rows.local_size(ProcessCoord(row)), ours = cols.local_size(ProcessCoord(col));
    desc = {1, grid.context(), m, n, nb, nb, 0, 0, static_cast<int>(mine) + 1};
    local.assign(static_cast<std::size_t>((mine + 1) * ours), -1);
    global.resize(local.size(), {-1, -1});
    for (Extent j = 0; j < ours; ++j)
      for (Extent i = 0; i < mine; ++i) {
        const auto at = static_cast<std::size_t>(i + j * (mine + 1));
        global[at] = {rows.global_index(LocalIndex(i), ProcessCoord(row)).value(),
                      cols.global_index(LocalIndex(j), ProcessCoord(col)).value()};
        if (filled) local[at] = element(global[at].first, global[at].second);
      }
  }
  std::vector<int> desc{-77, -1, 0, 0, 0, 0, 0, 0, 0};
  std::vector<double> local{0};
  std::vector<std::pair<Extent, Extent>> global;
};

// B(2 : 31, 5 : 25) := A(4 : 33, 1 : 21), counted from 1.
void move_and_expect(int expected_taken) {
  const test::BlacsGrid all(2, 2), some(std::vector<int>{3, 1}, 1, 2);
  const Matrix a(all, 40, 30, 3, true);
  Matrix b(some, 35, 27, 4, false);
  const int m = 30, n = 21, context = all.context();
  const int ia = 4, ja = 1, ib = some.inside() ? 2 : 7777, jb = some.inside() ? 5 : 0;
  pgemr2d<double>(&m, &n, a.local.data(), &ia, &ja, a.desc.data(), b.local.data(), &ib, &jb, b.desc.data(),
                  &context);
  for (std::size_t at = 0; at < b.global.size(); ++at) {
    const auto [i, j] = b.global[at];
    const bool inside = i >= 1 && i < 31 && j >= 4 && j < 25;
    ASSERT_EQ(b.local[at], inside ? element(i + 2, j - 4) : -1) << i << ", " << j;
  }
  const hetscalapack_call call = Call::last();
  EXPECT_EQ(call.taken, expected_taken) << call.reason;
  EXPECT_GT(call.total, 0);
  EXPECT_EQ(call.nprow, expected_taken ? 2 : 0);
}

TEST(Gemr2d, ArgumentsOfProcessesOutsideAreNotRead) { move_and_expect(1); }

TEST(Gemr2d, ModeNeverLeavesItToScalapack) {
  setenv("HETSCALAPACK_MODE", "never", 1);
  move_and_expect(0);
  unsetenv("HETSCALAPACK_MODE");
}

TEST(Gemr2d, SizesThatDifferBetweenProcessesGoToScalapackOnAllOfThem) {
  const test::BlacsGrid three(std::vector<int>{0, 1, 2}, 1, 3), first(std::vector<int>{0}, 1, 1),
      second(std::vector<int>{1}, 1, 1);
  if (!three.inside()) return;
  int p = 0, q = 0, row = 0, col = 0;
  Cblacs_gridinfo(three.context(), &p, &q, &row, &col);
  // From one process to another, beside a third one that is outside both grids, each with its own number of rows.
  const auto taken = [&](const std::array<int, 3>& m) {
    Matrix a(first, 20, 2, 3, true), b(second, 20, 2, 4, false);
    const int n = 2, i = 12, j = 1, context = three.context();
    pgemr2d<double>(&m.at(static_cast<std::size_t>(col)), &n, a.local.data(), &i, &j, a.desc.data(),
                    b.local.data(), &i, &j, b.desc.data(), &context);
    return Call::last().taken;
  };
  EXPECT_EQ(taken({3, 3, 3}), 1);
  EXPECT_EQ(taken({3, 4, 4}), 0);
  EXPECT_EQ(taken({3, 3, 2}), 0);
  EXPECT_EQ(taken({3, 3, -1}), 0);
}

}  // namespace
}  // namespace het
