#include "src/algorithm/summa.hpp"

#include <algorithm>

#include "src/algorithm/looks.hpp"
#include "src/algorithm/panel_stream.hpp"
#include "src/base/error.hpp"
#include "src/bindings/tags.hpp"

namespace het {
namespace {

constexpr Extent least_piece = 128;  // columns of a piece of the last product

static_assert(tags::product_panels + 2 * PanelStreamLimits{}.depth <= tags::product_panels_end);

bool same_part(AxisPart part, const AxisMap& whole) {
  return part.map->part(part.begin, whole.extent()) == whole;
}

// Pieces of a long panel, where ranks may multiply their own ones where they lie: those of an operand whose rows
// (or columns) are on the same ranks as C's. Else one.
template <Scalar T>
PanelPieces pieces_in_place(const GemmProblem<T>& problem, const AxisMap& rows, const AxisMap& cols) {
  const StreamedOperand<T> a{problem.a, InnerPanel::a, problem.trans_a},
      b{problem.b, InnerPanel::b, problem.trans_b};
  const auto& grid = *problem.c.part.placement;
  bool aligned[2];
  aligned[InnerPanel::a] =
      problem.trans_a == 'N' && *problem.a.part.placement == grid && same_part(a.fixed(), rows);
  aligned[InnerPanel::b] =
      problem.trans_b == 'N' && *problem.b.part.placement == grid && same_part(b.fixed(), cols);
  const auto pieces = make_inner_panel(a.inner(), b.inner(), problem.k).pieces;
  const auto in_place = [&](InnerPanel::Side side) {
    return aligned[side] &&
           std::ranges::all_of(pieces, [&](const auto& piece) { return piece.consecutive[side]; });
  };
  const bool of_a = in_place(InnerPanel::a), of_b = in_place(InnerPanel::b);
  if (!of_a && !of_b) return {};
  const Extent count = std::ssize(pieces), nb = a.inner().map->nb();
  return {count, nb == b.inner().map->nb() ? count * nb : 1, of_a && of_b};
}

// Width and number of the panels, by the bound on memory on the rank with the largest part of C. The same on every
// rank.
template <Scalar T>
PanelStreamShape shape_of(const Communicator& comm, const GemmProblem<T>& problem, const AxisMap& rows,
                          const AxisMap& cols, const PanelPieces& pieces, const PanelStreamLimits& limits) {
  if (comm.size() == 1) return {.width = problem.k, .steps = 1, .depth = 1};  // nothing travels: one product
  const Extent per_k = (rows.largest_part() + cols.largest_part()) * Extent{sizeof(T)};
  return panel_stream_shape(limits, problem.k, pieces, per_k);
}

}  // namespace

template <Scalar T>
Summa<T>::Summa(const Communicator& comm, const GemmProblem<T>& problem, SummaOptions options)
    : problem_(problem),
      c_rows_(problem.c.part.distribution->rows.part(problem.c.part.i, problem.m)),
      c_cols_(problem.c.part.distribution->cols.part(problem.c.part.j, problem.n)),
      options_(options),
      pieces_(pieces_in_place(problem, c_rows_, c_cols_)),
      shape_(shape_of(comm, problem, c_rows_, c_cols_, pieces_, options.panels)) {
  require(tags::product_panels + 2 * shape_.depth <= tags::product_panels_end,
          "{} panels of each operand at a time: there are tags for {}", shape_.depth,
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
      b{problem.b, InnerPanel::b, problem.trans_b, pieces_.kept_by_owner()};
  const StreamCut cut{shape_, options_.least_in_place};
  a_ = std::make_unique<PanelStream<T>>(comm, a, c_rows_, grid, cut, tags::product_panels);
  b_ = std::make_unique<PanelStream<T>>(comm, b, c_cols_, grid, cut, tags::product_panels + shape_.depth);
}

template <Scalar T>
Summa<T>::~Summa() = default;

template <Scalar T>
void Summa<T>::progress() {
  look_while_busy([this] { return a_->progress() + b_->progress() + options_.moves->progress(); });
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

template <Scalar T>
ComputeStatistics Summa<T>::run() {
  ComputeStatistics statistics;
  Slicing slicing = options_.slicing;
  const Extent count = shape_.steps;
  std::vector<InnerPanel> panels;
  const auto start_up_to = [&](Extent last) {
    for (auto s = static_cast<Extent>(panels.size()); s < last; ++s) {
      const Extent begin = shape_.begin(s);
      panels.push_back(make_inner_panel(a_->inner(begin), b_->inner(begin), shape_.length(s)));
      a_->start(s, panels.back());
      b_->start(s, panels.back());
    }
  };
  start_up_to(shape_.started(0));
  for (Extent s = 0; s < count; ++s) {
    const InnerPanel panel = panels[static_cast<std::size_t>(s)];
    reached(s, count, shape_.begin(s));
    a_->wait(s);
    b_->wait(s);
    start_up_to(shape_.started(s + 1));
    // The last product is made piece by piece, so that columns that are finished can leave.
    const Extent pieces = s + 1 == count ? options_.last_pieces : 1;
    Extent begin = 0;
    for (Extent i = 1; i <= pieces && local_m_ > 0 && local_n_ > 0; ++i) {
      const Extent col = problem_.n * i / pieces, end = local_col(col);
      if (i < pieces && end - begin < least_piece) continue;
      statistics.busy += multiply(s, panel, s == 0 ? problem_.beta : T(1), begin, end, slicing);
      if (s + 1 == count) options_.moves->done(col);
      begin = end;
    }
  }
  a_->finish();
  b_->finish();
  statistics.update = statistics.busy;
  statistics.bytes_sent = a_->bytes_sent() + b_->bytes_sent();
  return statistics;
}

#define HET_INSTANTIATE(LETTER, TYPE) template class Summa<TYPE>;
HET_FOR_EACH_PRECISION(HET_INSTANTIATE)
#undef HET_INSTANTIATE

}  // namespace het
