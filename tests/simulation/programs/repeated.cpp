// The same product over and over, of order 1024 on P x Q processes; its report tells the rest.
#include <mpi.h>

#include <cstdlib>

#include "testing_drivers/support/hetscalapack.hpp"
#include "testing_drivers/support/matrix.hpp"

namespace het::testing {
namespace {

constexpr int order = 1024, nb = 32, one = 1;

void repeat(int calls, int p, int q) {
  const ProcessGrid grid({p, q}, 'R');
  const MatrixLayout layout{order, order, nb, nb};
  DistributedMatrix<double> a(grid, layout), b(grid, layout), c(grid, layout);
  const auto da = a.descriptor(), db = b.descriptor(), dc = c.descriptor();
  const double alpha = 1, beta = 0;
  for (int call = 0; call < calls; ++call)
    het_pgemm("N", "N", &order, &order, &order, &alpha, a.data(), &one, &one, da.data(), b.data(), &one, &one,
              db.data(), &beta, c.data(), &one, &one, dc.data());
}

}  // namespace
}  // namespace het::testing

// repeated CALLS REPORT P Q
int main(int, char** argv) {
  setenv("HETSCALAPACK_MODE", "always", 1);
  setenv("HETSCALAPACK_REPORT", argv[2], 1);
  MPI_Init(nullptr, nullptr);
  het::testing::repeat(std::atoi(argv[1]), std::atoi(argv[3]), std::atoi(argv[4]));
  MPI_Finalize();
  return 0;
}
