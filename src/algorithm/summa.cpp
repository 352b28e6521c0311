#include "src/algorithm/summa.hpp"

#include <algorithm>

#include "src/algorithm/panel_stream.hpp"

namespace het {
namespace {

constexpr int tag_a = 2, tag_b = 4;

Extent largest_part(const AxisMap& axis) {
  Extent largest = 0;
  for (int p = 0; p < axis.processes(); ++p) largest = std::max(largest, axis.local_size(ProcessCoord(p)));
  return largest;
}

// Width of the panels: as wished, narrower where two panels of each operand with their messages (three times
// a panel: gathered, sent, received) would exceed the bound on the rank with the largest part of C. The same
// on every rank.
template <Scalar T>
Extent choose_panel_k(const Communicator& comm, const GemmProblem<T>& problem, const AxisMap& rows,
                      const AxisMap& cols, const SummaOptions& options) {
  if (comm.size() == 1) return problem.k;  // nothing travels: one product
  const Extent per_k = 2 * 3 * (largest_part(rows) + largest_part(cols)) * Extent{sizeof(T)};
  const Extent most = std::max<Extent>(options.panel_bytes / std::max<Extent>(per_k, 1), 1);
  const Extent panel_k = std::min({options.panel_k, most, problem.k});
  // Equal panels rather than a thin last one.
  const Extent panels = (problem.k + panel_k - 1) / panel_k;
  return (problem.k + panels - 1) / panels;
}

}  // namespace

template <Scalar T>
Summa<T>::Summa(const Communicator& comm, const GemmProblem<T>& problem, SummaOptions options)
    : problem_(problem),
      options_(options),
      c_rows_(problem.c.part.distribution->rows.part(problem.c.part.i, problem.m)),
      c_cols_(problem.c.part.distribution->cols.part(problem.c.part.j, problem.n)),
      panel_k_(choose_panel_k(comm, problem, c_rows_, c_cols_, options)) {
  const Placement& grid = *problem.c.part.placement;
  const auto at = grid[comm.rank()];
  if (at.on_grid()) {
    const ProcessCoord pi(at.row), pj(at.col);
    local_m_ = c_rows_.local_size(pi);
    local_n_ = c_cols_.local_size(pj);
    c_ = problem.c.local.data + problem.c.part.distribution->rows.local_begin(problem.c.part.i, pi).value() +
         problem.c.part.distribution->cols.local_begin(problem.c.part.j, pj).value() * problem.c.local.lld;
  }
  const bool a_k_along_columns = problem.trans_a == 'N', b_k_along_columns = problem.trans_b != 'N';
  const Placement rows = Placement::along_rows(grid), cols = Placement::along_cols(grid);
  a_ = std::make_unique<PanelStream<T>>(comm, problem.a, a_k_along_columns, c_rows_,
                                        a_k_along_columns ? rows : rows.transposed(), problem.k, panel_k_,
                                        tag_a);
  b_ = std::make_unique<PanelStream<T>>(comm, problem.b, b_k_along_columns, c_cols_,
                                        b_k_along_columns ? cols.transposed() : cols, problem.k, panel_k_,
                                        tag_b);
}

template <Scalar T>
Summa<T>::~Summa() = default;

template <Scalar T>
ComputeStatistics Summa<T>::run() {
  ComputeStatistics statistics;
  Slicing slicing = options_.slicing;
  const Extent panels = (problem_.k + panel_k_ - 1) / panel_k_;
  const auto start = [&](Extent s) {
    a_->start(s);
    b_->start(s);
  };
  const auto progress = [&] {
    a_->progress();
    b_->progress();
  };
  start(0);
  for (Extent s = 0; s < panels; ++s) {
    const auto a = a_->wait(s);
    const auto b = b_->wait(s);
    if (s + 1 < panels) start(s + 1);
    // C := alpha op(A)(:, s) op(B)(s, :) + beta C, beta once
    const Extent width = std::min(panel_k_, problem_.k - s * panel_k_);
    if (local_m_ > 0 && local_n_ > 0)
      statistics.busy += sliced_gemm(
          problem_.trans_a, problem_.trans_b, local_m_, local_n_, width, problem_.alpha, a.data, a.lld,
          b.data, b.lld, s == 0 ? problem_.beta : T(1), c_, problem_.c.local.lld, slicing, progress);
  }
  a_->finish();
  b_->finish();
  statistics.bytes_sent = a_->bytes_sent() + b_->bytes_sent();
  statistics.steps = panels;
  return statistics;
}

#define HET_INSTANTIATE(LETTER, TYPE) template class Summa<TYPE>;
HET_FOR_EACH_PRECISION(HET_INSTANTIATE)
#undef HET_INSTANTIATE

}  // namespace het
