// xhetchol: times and checks A = L L^H or U^H U, ScaLAPACK's own routine beside the library's, in one run.
#include "testing_drivers/support/factor/cholesky.hpp"
#include "testing_drivers/xhet/factor_problem.hpp"

int main(int argc, char** argv) {
  using namespace het::testing;
  const DriverSpec spec{
      .name = "xhetchol",
      .purpose =
          "Cholesky factorization: ScaLAPACK's and the balanced one in the same run, with times and "
          "residuals",
      .sizes = "n",
      .factors = true,
      .words = {{"uplo", "UPLO", "triangles", "triangles that hold the matrix, out of L,U", {"L", "U"}},
                matrix_option(3)}};
  return run_factor_driver<Cholesky>(spec, {"potrf", 0.5, 3}, argc, argv);
}
