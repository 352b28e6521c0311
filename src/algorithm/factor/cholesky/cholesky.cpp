#include "src/algorithm/factor/cholesky/cholesky.hpp"

#include "src/algorithm/factor/cholesky/panel_pipeline.hpp"
#include "src/base/error.hpp"

namespace het {
namespace {

// Tags 60 to 79, and beyond with more than 17 process rows.
constexpr int tag_diagonal = 60, tag_window = 62;

}  // namespace

template <Scalar T>
struct Cholesky<T>::Parts {
  Parts(const LowerView<T>& view, const FactorOptions& options)
      : a(view),
        plan(a.rows(), a.cols(), a.col()),
        window(a, plan, options, tag_window),
        trailing(a, window, options.slicing),
        panels(a, window, trailing, tag_diagonal) {}

  const LowerView<T> a;
  const TransposePlan plan;
  PanelWindow<T> window;
  TrailingMatrix<T> trailing;
  PanelPipeline<T> panels;
};

template <Scalar T>
Cholesky<T>::Cholesky(const Communicator& comm, char uplo, const FactorProblem<T>& problem,
                      FactorOptions options) {
  require(uplo == 'L' || uplo == 'U', "uplo '{}' is neither 'L' nor 'U'", uplo);
  require(problem.m == problem.n, "a {} x {} matrix has no Cholesky factor", problem.m, problem.n);
  const LowerView<T> a(GridMatrix<T>(comm, problem.a, problem.n, problem.n), uplo == 'U');
  if (a.inside() && a.n() > 0) parts_ = std::make_unique<Parts>(a, options);
}

template <Scalar T>
Cholesky<T>::~Cholesky() = default;

template <Scalar T>
FactorStatistics Cholesky<T>::run() {
  if (!parts_) return {};
  const LowerView<T>& a = parts_->a;
  const PanelWindow<T>& window = parts_->window;
  TrailingMatrix<T>& trailing = parts_->trailing;
  PanelPipeline<T>& panels = parts_->panels;
  // The elements that this rank has of the diagonal are those whose row and column it has.
  parts_->plan.for_each(a.row(), 0, [&](const auto& run) { a.make_real(run.row, run.col, run.length); });
  const Idle advance = [&] { panels.advance(); };
  for (std::size_t k = 0; k < window.panels(); k = trailing.swept()) {
    panels.wait(k);
    if (panels.info() > 0) break;
    // A(j:n, j) -= L(j:n, k:last) L(j, k:last)^H for all columns j behind
    trailing.sweep(panels.arrived(), advance);
  }
  panels.finish();
  FactorStatistics statistics = panels.statistics();
  statistics.update = trailing.seconds();
  statistics.busy += statistics.update;
  return statistics;
}

template <Scalar T>
Extent Cholesky<T>::info() const {
  return parts_ ? parts_->panels.info() : 0;
}

#define HET_INSTANTIATE(LETTER, TYPE) template class Cholesky<TYPE>;
HET_FOR_EACH_PRECISION(HET_INSTANTIATE)
#undef HET_INSTANTIATE

}  // namespace het
