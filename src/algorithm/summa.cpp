#include "src/algorithm/summa.hpp"

#include <algorithm>
#include <deque>

#include "src/algorithm/looks.hpp"
#include "src/algorithm/panel_stream.hpp"
#include "src/base/error.hpp"
#include "src/bindings/tags.hpp"
#include "src/distribution/panels/product/last_pieces.hpp"

namespace het {
namespace {

static_assert(tags::product_panels + 2 * PanelStreamLimits{}.depth <= tags::product_panels_end);

template <Scalar T>
OperandAxes axes_of(const StreamedOperand<T>& operand) {
  return {operand.fixed(), operand.inner(), *operand.x.part.placement, operand.trans != 'N'};
}

}  // namespace

template <Scalar T>
ProductPanels panels_of(const GemmProblem<T>& problem, const PanelStreamLimits& limits) {
  const auto& [c, placement, i, j] = problem.c.part;
  const AxisMap rows = c->rows.part(i, problem.m), cols = c->cols.part(j, problem.n);
  const StreamedOperand<T> a{problem.a, InnerPanel::a, problem.trans_a},
      b{problem.b, InnerPanel::b, problem.trans_b};
  return product_panels(limits, {axes_of(a), axes_of(b), rows, cols, *placement, problem.k},
                        Extent{sizeof(T)});
}

template <Scalar T>
Summa<T>::Summa(const Communicator& comm, const GemmProblem<T>& problem, SummaOptions options)
    : problem_(problem),
      c_rows_(problem.c.part.distribution->rows.part(problem.c.part.i, problem.m)),
      c_cols_(problem.c.part.distribution->cols.part(problem.c.part.j, problem.n)),
      options_(options),
      panels_(panels_of(problem, options.panels)) {
  require(tags::product_panels + 2 * panels_.shape.depth <= tags::product_panels_end,
          "{} panels of each operand at a time: there are tags for {}", panels_.shape.depth,
          (tags::product_panels_end - tags::product_panels) / 2);
  const Placement& grid = *problem.c.part.placement;
  const auto at = grid[comm.rank()];
  if (at.on_grid()) {
    const ProcessCoord pi(at.row), pj(at.col);
    col_ = at.col;
    local_m_ = c_rows_.local_size(pi);
    local_n_ = c_cols_.local_size(pj);
    const Distribution& c = *problem.c.part.distribution;
    c_ = problem.c.local.at(c.rows.local_begin(problem.c.part.i, pi).value(),
                            c.cols.local_begin(problem.c.part.j, pj).value());
  }
  const StreamedOperand<T> a{problem.a, InnerPanel::a, problem.trans_a},
      b{problem.b, InnerPanel::b, problem.trans_b, panels_.pieces.kept_by_owner()};
  const StreamCut cut{panels_.shape, options_.least_in_place};
  a_ = std::make_unique<PanelStream<T>>(comm, a, c_rows_, grid, cut, tags::product_panels);
  b_ = std::make_unique<PanelStream<T>>(comm, b, c_cols_, grid, cut,
                                        tags::product_panels + panels_.shape.depth);
}

template <Scalar T>
Summa<T>::~Summa() = default;

template <Scalar T>
void Summa<T>::progress() {
  look_while_busy(look_, [this](JointLook& look) {
    return a_->progress(look) + b_->progress(look) + options_.moves->progress(look);
  });
}

// C := alpha op(A)(:, s) op(B)(s, :) + beta C for the local columns [begin, end) of C; pieces of the panel that follow
// each other in memory at once.
template <Scalar T>
double Summa<T>::multiply(Extent s, const InnerPanel& panel, T beta, Extent begin, Extent end,
                          Slicing& slicing) {
  double seconds = 0;
  for (std::size_t i = 0; i < panel.pieces.size();) {
    const auto a = a_->block(s, panel.pieces[i]), b = b_->block(s, panel.pieces[i]);
    Extent width = panel.pieces[i].length;
    for (++i; i < panel.pieces.size() && a_->continues(a, width, a_->block(s, panel.pieces[i])) &&
              b_->continues(b, width, b_->block(s, panel.pieces[i]));
         ++i)
      width += panel.pieces[i].length;
    seconds += sliced_gemm(problem_.trans_a, problem_.trans_b, local_m_, end - begin, width, problem_.alpha,
                           a, problem_.trans_b == 'N' ? b.at(0, begin) : b.at(begin, 0), beta,
                           c_.at(0, begin), slicing, [&] { progress(); });
    beta = T(1);
  }
  return seconds;
}

// The product of panel s, the last one piece by piece, so that columns that are finished can leave. Adds the seconds.
template <Scalar T>
void Summa<T>::multiply(Extent s, const InnerPanel& panel, Slicing& slicing, double& seconds) {
  if (local_m_ == 0 || local_n_ == 0) return;
  const bool last = s + 1 == panels_.shape.steps;
  Extent begin = 0;
  for (const auto& [col, end] :
       last_product_pieces(c_cols_, ProcessCoord(col_), last ? options_.last_pieces : 1)) {
    seconds += multiply(s, panel, s == 0 ? problem_.beta : T(1), begin, end, slicing);
    if (last) options_.moves->done(col);
    begin = end;
  }
}

template <Scalar T>
ComputeStatistics Summa<T>::run() {
  ComputeStatistics statistics;
  Slicing slicing = options_.slicing;
  const Extent count = panels_.shape.steps;
  std::deque<InnerPanel> alive;  // from the one that is multiplied to the last one that has been started
  Extent started = 0;
  const auto start_up_to = [&](Extent last) {
    for (; started < last; ++started) {
      const Extent begin = panels_.shape.begin(started);
      const InnerPanel& panel = alive.emplace_back(
          make_inner_panel(a_->inner(begin), b_->inner(begin), panels_.shape.length(started)));
      a_->start(started, panel);
      b_->start(started, panel);
    }
  };
  start_up_to(panels_.shape.started(0));
  for (Extent s = 0; s < count; ++s) {
    reached(s, count, panels_.shape.begin(s));
    a_->wait(s);
    b_->wait(s);
    start_up_to(panels_.shape.started(s + 1));
    multiply(s, alive.front(), slicing, statistics.busy);
    alive.pop_front();
  }
  a_->finish();
  b_->finish();
  statistics.update = statistics.busy;
  statistics.broadcast = a_->waited() + b_->waited();
  statistics.bytes_sent = a_->bytes_sent() + b_->bytes_sent();
  return statistics;
}

#define HET_INSTANTIATE(LETTER, TYPE) \
  template class Summa<TYPE>;         \
  template ProductPanels panels_of(const GemmProblem<TYPE>&, const PanelStreamLimits&);
HET_FOR_EACH_PRECISION(HET_INSTANTIATE)
#undef HET_INSTANTIATE

}  // namespace het
