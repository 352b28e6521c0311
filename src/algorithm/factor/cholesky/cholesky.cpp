#include "src/algorithm/factor/cholesky/cholesky.hpp"

#include "src/algorithm/factor/cholesky/panel_pipeline.hpp"
#include "src/base/error.hpp"

namespace het {
namespace {

// Columns of L in one product, in widths of a panel.
constexpr Extent panels_in_product = 4;

}  // namespace

template <Scalar T>
struct Cholesky<T>::Parts {
  Parts(const LowerView<T>& view, const FactorOptions& options)
      : a(view),
        plan(a.rows(), a.cols(), a.col()),
        batches(cut_batches(cut_panels(a.cols(), a.n(), options.panel_width),
                            panels_in_product * options.panel_width)),
        update(a, options.slicing),
        panels(a, plan, batches, options.slicing) {}

  const LowerView<T> a;
  const TransposePlan plan;
  const std::vector<Batch> batches;
  TriangularUpdate<T> update;
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
  double seconds = 0;
  const LowerView<T>& a = parts_->a;
  const std::vector<Batch>& batches = parts_->batches;
  TriangularUpdate<T>& update = parts_->update;
  PanelPipeline<T>& panels = parts_->panels;
  const Idle advance = [&] { panels.advance(); };
  // The elements that this rank has of the diagonal are those whose row and column it has.
  parts_->plan.for_each(a.row(), 0,
                        [&](const TransposePlan::Run& run) { a.make_real(run.row, run.col, run.length); });
  panels.begin(batches.front());
  panels.wait();
  for (std::size_t b = 0; b + 1 < batches.size() && panels.info() == 0; ++b) {
    const FactorColumns<T> l = panels.columns();
    const Extent next = a.local_col(batches[b + 1].begin()), rest = a.local_col(batches[b + 1].end());
    // A(j:n, j) -= L(j:n, batch) L(j, batch)^H for the columns j of the next batch
    seconds += update.run(l, next, rest, advance);
    panels.begin(batches[b + 1]);
    // The same for all columns behind them, while the next batch is factored.
    seconds += update.run(l, rest, a.local_col(a.n()), advance);
    panels.wait();
  }
  panels.finish();
  FactorStatistics statistics = panels.statistics();
  statistics.update = seconds;
  statistics.busy += seconds;
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
