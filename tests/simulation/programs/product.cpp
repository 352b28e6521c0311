// A product of matrices of ones, of order 128 on 1 x 2 processes: ends with 0 when every entry is the order, with 4
// when none is, as in a dry run, and with 5 otherwise.
#include <mpi.h>

#include <cstdlib>

#include "testing_drivers/support/hetscalapack.hpp"
#include "testing_drivers/support/matrix.hpp"

namespace het::testing {
namespace {

constexpr int order = 128, nb = 32, one = 1;

int code_of_product() {
  const ProcessGrid grid({1, 2}, 'R');
  const MatrixLayout layout{order, order, nb, nb};
  DistributedMatrix<double> a(grid, layout), b(grid, layout), c(grid, layout);
  a.fill([](int, int) { return 1.0; });
  b.fill([](int, int) { return 1.0; });
  const auto da = a.descriptor(), db = b.descriptor(), dc = c.descriptor();
  const double alpha = 1, beta = 0;
  het_pgemm("N", "N", &order, &order, &order, &alpha, a.data(), &one, &one, da.data(), b.data(), &one, &one,
            db.data(), &beta, c.data(), &one, &one, dc.data());
  int right = 0, all = 0;
  c.for_each([&](int, int, double value) { right += value == order, ++all; });
  MPI_Allreduce(MPI_IN_PLACE, &right, 1, MPI_INT, MPI_SUM, grid.comm());
  MPI_Allreduce(MPI_IN_PLACE, &all, 1, MPI_INT, MPI_SUM, grid.comm());
  return right == all ? 0 : right == 0 ? 4 : 5;
}

}  // namespace
}  // namespace het::testing

int main(int argc, char** argv) {
  setenv("HETSCALAPACK_MODE", "always", 1);
  setenv("HETSCALAPACK_GRID", "caller", 1);
  setenv("HETSCALAPACK_CYCLE_TIMES", "2*1", 1);
  MPI_Init(&argc, &argv);
  const int code = het::testing::code_of_product();
  MPI_Finalize();
  return code;
}
