#include "testing_drivers/replay/operations/operations.hpp"

#include "testing_drivers/replay/operations/eigen.hpp"
#include "testing_drivers/replay/operations/inverse.hpp"
#include "testing_drivers/replay/operations/reduction.hpp"
#include "testing_drivers/replay/operations/solve.hpp"
#include "testing_drivers/support/factor/cholesky.hpp"
#include "testing_drivers/support/factor/lu.hpp"
#include "testing_drivers/support/factor/qr.hpp"
#include "testing_drivers/xhet/factor_problem.hpp"
#include "testing_drivers/xhet/gemm_problem.hpp"

namespace het::testing {
namespace {

// A grid is made, one small product computed on it, and the grid ended.
class ShortContext : public Problem {
 public:
  ShortContext(GridShape shape, std::unique_ptr<Problem> product)
      : shape_(shape), product_(std::move(product)) {}

  std::string routine() const override { return "context"; }
  double flops() const override { return 0; }
  void reset() override {
    if (product_) product_->reset();
  }
  void run(int) override {
    const int ignored = 0, default_system_context = 0;
    int context = -1;
    blacs_get_(&ignored, &default_system_context, &context);
    blacs_gridinit_(&context, "R", &shape_.nprow, &shape_.npcol);
    if (!product_) return;
    product_->run(context);
    blacs_gridexit_(&context);
  }
  // Outside the grid there is nothing to be wrong.
  Findings check() override { return product_ ? product_->check() : Findings{}; }
  bool surroundings_intact() const override { return !product_ || product_->surroundings_intact(); }
  double threshold() const override { return product_ ? product_->threshold() : 0; }

 private:
  GridShape shape_;
  std::unique_ptr<Problem> product_;
};

template <class T>
std::unique_ptr<Problem> make(const std::string& routine, const Case& one, const ProcessGrid& grid) {
  const DriverOptions options;
  using Kind = typename Solve<T>::Kind;
  typename GemmProblem<T>::Product* const product = pgemm;
  if (routine == "gemm") return std::make_unique<GemmProblem<T>>(one, options, grid, product);
  const auto factor = [&](auto type, const FactorRoutine& what) {
    return std::make_unique<typename decltype(type)::type>(what, one, options, grid);
  };
  if (routine == "getrf") return factor(std::type_identity<FactorProblem<Lu, T>>{}, {"getrf", 1, 1});
  if (routine == "geqrf") return factor(std::type_identity<FactorProblem<Qr, T>>{}, {"geqrf", 2, 5});
  if (routine == "potrf") return factor(std::type_identity<FactorProblem<Cholesky, T>>{}, {"potrf", 0.5, 3});
  if (routine == "gesv") return std::make_unique<Solve<T>>(one, grid, Kind::gesv);
  if (routine == "posv") return std::make_unique<Solve<T>>(one, grid, Kind::posv);
  if (routine == "gels") return std::make_unique<Solve<T>>(one, grid, Kind::gels);
  if (routine == "getri") return std::make_unique<Inverse<T>>(one, grid);
  if (routine == "syevd") return std::make_unique<Eigen<T>>(one, grid);
  if (routine == "sygst") return std::make_unique<Reduction<T>>(one, grid);
  std::abort();
}

}  // namespace

std::unique_ptr<Problem> make_operation(const SequenceLine& line, char type, const ProcessGrid& home) {
  const bool context = line.routine == "context";
  std::unique_ptr<Problem> inside;
  if (home.inside())
    inside = with_type(type, [&](auto of_type) {
      using T = typename decltype(of_type)::type;
      Case one{type, {{"trans", "NN"}, {"matrix", "random"}}, line.nb, home.shape(), line.size};
      if (context) one.size.k = one.size.n;
      return make<T>(context ? "gemm" : line.routine, one, home);
    });
  if (context) return std::make_unique<ShortContext>(home.shape(), std::move(inside));
  return inside;
}

MPI_Comm participants(const SequenceLine& line, const ProcessGrid& home) {
  return line.routine == "context" ? MPI_COMM_WORLD : home.comm();
}

}  // namespace het::testing
