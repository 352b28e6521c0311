// xhetlu: times and checks A = P L U, ScaLAPACK's own routine beside the library's, in one run.
#include "testing_drivers/support/factor/lu.hpp"
#include "testing_drivers/xhet/factor_problem.hpp"

int main(int argc, char** argv) {
  using namespace het::testing;
  const DriverSpec spec{
      .name = "xhetlu",
      .purpose =
          "LU factorization: ScaLAPACK's and the balanced one in the same run, with times and residuals",
      .sizes = "mn",
      .factors = true,
      .words = {matrix_option(4)}};
  return run_factor_driver<Lu>(spec, {"getrf", 1, 1}, argc, argv);
}
