#include "src/algorithm/factor/cholesky/cholesky.hpp"

#include "src/algorithm/factor/cholesky/panel_pipeline.hpp"
#include "src/base/error.hpp"
#include "src/base/watch.hpp"
#include "src/bindings/tags.hpp"
#include "src/distribution/panels/panel_ends.hpp"
#include "src/distribution/panels/triangle/cholesky_cuts.hpp"

namespace het {
namespace {

constexpr Extent used_end(int process_rows) {
  return tags::cholesky_panels + most_panels_in_window * PanelSlot<double>::tags(process_rows);
}
static_assert(used_end(1) == tags::cholesky_end(1));
static_assert(used_end(tags::most_rows_everywhere) == tags::cholesky_end(tags::most_rows_everywhere));

}  // namespace

template <Scalar T>
struct Cholesky<T>::Parts {
  Parts(const LowerView<T>& view, const FactorOptions& options)
      : a(view),
        rows_of_cols({&a.rows(), GlobalIndex(0)}, {&a.cols(), GlobalIndex(0)}, a.n()),
        moves(*options.moves),
        window(a, rows_of_cols, options.panel_width, tags::cholesky_panels, moves),
        trailing(a, window, near_piece_width(options.half_speed_narrow), options.slicing),
        panels(a, window, trailing, tags::cholesky_diagonal, moves) {}

  const LowerView<T> a;
  const AxisOverlap rows_of_cols;  // the rows with the numbers of columns
  Moves& moves;
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
ComputeStatistics Cholesky<T>::run() {
  if (!parts_) return {};
  const PanelWindow<T>& window = parts_->window;
  TrailingMatrix<T>& trailing = parts_->trailing;
  PanelPipeline<T>& panels = parts_->panels;
  const Idle advance = [&] { panels.advance(); };
  for (std::size_t k = 0; k < window.panels(); k = trailing.swept()) {
    reached(static_cast<Extent>(k), static_cast<Extent>(window.panels()), window.panel(k).begin);
    panels.wait(k);
    if (panels.info() > 0) break;
    // A(j:n, j) -= L(j:n, k:last) L(j, k:last)^H for all columns j behind.
    trailing.sweep(sweep_end(k, panels.arrived(), window.slots()), advance,
                   [&](Extent col) { panels.await_columns(col); });
    if (k == 0) panels.await_columns(parts_->a.n());
  }
  panels.finish();
  ComputeStatistics statistics = panels.statistics();
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
