#include "src/algorithm/factor/lu/lu.hpp"

namespace het {
namespace {

enum Tag { pivot_tag = 20, panel_tag, next_panel_tag, exchange_tag, left_tag };

Extent widest(const std::vector<Panel>& panels) {
  Extent width = 0;
  for (const Panel& panel : panels) width = std::max(width, panel.width());
  return width;
}

// A rank outside the grid has no lines.
Line line(const ProcessGrid& grid, Line (*of)(const ProcessGrid&)) {
  return grid.inside() ? of(grid) : Line{{}, 0};
}

// The most columns whose pivot rows travel together: as many as are multiplied between two looks at the messages, and
// at least a panel's.
template <Scalar T>
Extent largest_piece(const GridMatrix<T>& a, const Slicing& slicing, Extent width) {
  return a.grid().inside() ? std::min(std::max(slicing.most, width), a.local_col(a.n())) : 0;
}

}  // namespace

template <Scalar T>
Lu<T>::Lu(const Communicator& comm, const FactorProblem<T>& problem, FactorOptions options)
    : a_(comm, problem.a, problem.m, problem.n),
      row_(line(a_.grid(), Line::row_of)),
      column_(line(a_.grid(), Line::column_of)),
      panels_(cut_panels(a_.cols(), std::min(problem.m, problem.n), options.panel_width)),
      width_(widest(panels_)),
      slicing_(options.slicing),
      slots_{LuPanel<T>(a_, width_, panel_tag), LuPanel<T>(a_, width_, next_panel_tag)},
      exchanges_{RowExchange<T>(a_, column_, width_, largest_piece(a_, slicing_, width_), exchange_tag),
                 RowExchange<T>(a_, column_, width_, largest_piece(a_, slicing_, width_), exchange_tag)},
      factorization_(a_, column_, width_, pivot_tag),
      left_(a_, column_, left_tag),
      pivots_(a_.grid().inside() ? static_cast<std::size_t>(std::min(problem.m, problem.n)) : 0) {}

template <Scalar T>
FactorStatistics Lu<T>::run() {
  if (!a_.grid().inside()) return {};
  if (!panels_.empty()) {
    slot(0).reset(panels_[0]);
    if (panels_[0].col == a_.grid().col()) factor(slot(0));
    slot(0).start_broadcast(row_);
  }
  for (std::size_t k = 0; k < panels_.size(); ++k) {
    LuPanel<T>& panel = slot(k);
    receive(panel);
    const bool more = k + 1 < panels_.size();
    LuPanel<T>& next = slot(k + 1);
    if (more) {
      next.broadcast().finish();
      next.reset(panels_[k + 1]);
    }
    const bool mine = more && next.panel().col == a_.grid().col();
    if (more && !mine) next.start_broadcast(row_);

    const Interchange rows(a_.rows(), panel.panel().begin, panel.pivots(), a_.grid().row());
    const auto parts = pieces(panel.panel(), mine ? &next.panel() : nullptr);
    const auto start = [&](std::size_t j) {
      if (j < parts.size()) exchange(j).start(rows, parts[j].begin, parts[j].end - parts[j].begin);
    };
    start(0);
    for (std::size_t j = 0; j < parts.size(); ++j) {
      start(j + 1);
      // A(k+1:m, j) -= L(k+1:m, k) L(k, k)^-1 P A(k, j)
      update(panel, rows, exchange(j));
      if (j == 0 && mine) {
        factor(next);
        next.start_broadcast(row_);
      }
    }
  }
  finish();
  return statistics_;
}

template <Scalar T>
void Lu<T>::factor(LuPanel<T>& panel) {
  const double begin = MPI_Wtime(), waited = factorization_.waited();
  factorization_.run(panel);
  const double seconds = MPI_Wtime() - begin;
  statistics_.panel += seconds;
  statistics_.busy += seconds - (factorization_.waited() - waited);
}

template <Scalar T>
void Lu<T>::receive(LuPanel<T>& panel) {
  const double begin = MPI_Wtime();
  panel.broadcast().wait();
  statistics_.broadcast += MPI_Wtime() - begin;
  std::ranges::copy(panel.pivots(), pivots_.begin() + panel.panel().begin);
  if (info_ == 0) info_ = panel.info();
  ++statistics_.steps;
}

// The local columns to update by a panel: those of the next panel first, if they are here, then equal pieces.
template <Scalar T>
std::vector<typename Lu<T>::Piece> Lu<T>::pieces(const Panel& panel, const Panel* next) const {
  std::vector<Piece> parts;
  Extent begin = a_.local_col(panel.end);
  if (next) {
    parts.push_back({begin, a_.local_col(next->end)});
    begin = parts.back().end;
  }
  const Extent cols = a_.local_col(a_.n()) - begin, count = (cols + slicing_.most - 1) / slicing_.most;
  for (Extent i = 0; i < count; ++i)
    parts.push_back({begin + cols * i / count, begin + cols * (i + 1) / count});
  return parts;
}

template <Scalar T>
void Lu<T>::update(const LuPanel<T>& panel, const Interchange& rows, RowExchange<T>& piece) {
  const double begin = MPI_Wtime();
  while (!piece.progress()) progress();
  const double arrived = MPI_Wtime();
  statistics_.exchange += arrived - begin;

  const Extent width = panel.width(), cols = piece.cols(), jl = piece.first_col();
  T* u = piece.pivot_rows();
  // U(k, j) = L(k, k)^-1 A(k, j), kept by the owners of these rows
  blas::trsm('L', 'L', 'N', 'U', width, cols, T(1), panel.top(), width, u, width);
  for (Extent j = 0; j < cols; ++j)
    for (const auto& target : rows.targets()) *a_.at(target.row, jl + j) = u[target.pivot + j * width];
  double seconds = MPI_Wtime() - arrived;
  // A(k+1:m, j) -= L(k+1:m, k) U(k, j)
  if (panel.rows_below() > 0)
    seconds += sliced_gemm('N', 'N', panel.rows_below(), cols, width, T(-1), panel.below(), panel.lld(), u,
                           width, T(1), a_.at(a_.local_row(panel.panel().end), jl), a_.lld(), slicing_,
                           [this] { progress(); });
  statistics_.update += seconds;
  statistics_.busy += seconds;
}

// MPI does a bounded part of its work at each look: looks until two in a row bring nothing.
template <Scalar T>
void Lu<T>::progress() {
  for (int idle = 0; idle < 2;) {
    std::size_t completed = 0;
    for (auto& each : slots_) completed += each.broadcast().progress();
    for (auto& each : exchanges_) each.progress();
    idle = completed > 0 ? 0 : idle + 1;
  }
}

template <Scalar T>
void Lu<T>::finish() {
  for (auto& each : slots_) each.broadcast().finish();
  const double begin = MPI_Wtime();
  left_.run(panels_, pivots_, slots_[0].workspace(), slots_[1].workspace());
  statistics_.exchange += MPI_Wtime() - begin;
  statistics_.bytes_sent = factorization_.bytes_sent() + left_.bytes_sent();
  for (auto& each : slots_) statistics_.bytes_sent += each.broadcast().bytes_sent();
  for (auto& each : exchanges_) statistics_.bytes_sent += each.bytes_sent();
}

#define HET_INSTANTIATE(LETTER, TYPE) template class Lu<TYPE>;
HET_FOR_EACH_PRECISION(HET_INSTANTIATE)
#undef HET_INSTANTIATE

}  // namespace het
