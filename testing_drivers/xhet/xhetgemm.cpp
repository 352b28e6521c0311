// xhetgemm: times and checks C := alpha op(A) op(B) + beta C, ScaLAPACK's own routine beside the library's,
// in one run.
#include "testing_drivers/support/hetscalapack.hpp"
#include "testing_drivers/xhet/gemm_problem.hpp"

namespace het::testing {
namespace {

std::unique_ptr<Problem> make_problem(const Case& one, const DriverOptions& options,
                                      const ProcessGrid& grid) {
  return with_type(one.type, [&](auto type) -> std::unique_ptr<Problem> {
    using T = typename decltype(type)::type;
    typename GemmProblem<T>::Product* const product = het_pgemm;
    return std::make_unique<GemmProblem<T>>(one, options, grid, product);
  });
}

}  // namespace
}  // namespace het::testing

int main(int argc, char** argv) {
  const het::testing::DriverSpec spec{
      .name = "xhetgemm",
      .purpose = "Matrix product: ScaLAPACK's and the balanced one in the same run, with times and residuals",
      .sizes = "mnk",
      .scaled = true,
      .words = {{"trans",
                 "OP",
                 "transposes",
                 "op(A)op(B), e.g. NN,TN,CT",
                 {"NN", "NT", "NC", "TN", "TT", "TC", "CN", "CT", "CC"}}}};
  return het::testing::run_driver(spec, argc, argv, het::testing::make_problem);
}
