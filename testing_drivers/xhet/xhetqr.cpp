// xhetqr: times and checks A = Q R, ScaLAPACK's own routine beside the library's, in one run.
#include "testing_drivers/support/factor/qr.hpp"
#include "testing_drivers/xhet/factor_problem.hpp"

int main(int argc, char** argv) {
  using namespace het::testing;
  const DriverSpec spec{
      .name = "xhetqr",
      .purpose =
          "QR factorization: ScaLAPACK's and the balanced one in the same run, with times and residuals",
      .sizes = "mn",
      .factors = true,
      .words = {matrix_option(4)}};
  return run_factor_driver<Qr>(spec, {"geqrf", 2, 5}, argc, argv);
}
