#include "src/algorithm/factor/cholesky/panel_pipeline.hpp"

#include "src/base/watch.hpp"
#include "src/bindings/solves.hpp"
#include "src/distribution/panels/panel_ends.hpp"
#include "src/distribution/panels/triangle/cholesky_cuts.hpp"

namespace het {

template <Scalar T>
PanelPipeline<T>::PanelPipeline(const LowerView<T>& a, PanelWindow<T>& window, TrailingMatrix<T>& trailing,
                                int tag, Moves& moves)
    : a_(a), window_(window), trailing_(trailing), moves_(moves), diagonal_(a, window.widest_panel(), tag) {}

template <Scalar T>
void PanelPipeline<T>::advance() {
  window_.progress();
  while (info_ == 0 && (take_next() || start_next())) {
  }
  trailing_.set_arrived(arrived_);
  // Told before while the matrix was still arriving, it was not heard.
  if (arrived_ > 0) moves_.done(window_.panel(arrived_ - 1).end);
}

// put() brings in place what has arrived.
template <Scalar T>
template <class Put>
void PanelPipeline<T>::take(Put put) {
  const double begin = MPI_Wtime();
  put();
  statistics_.exchange += booked(Activity::exchange, begin, MPI_Wtime());
}

// Of panel k, whose rows are here, the INFO that came with them; true if all is well so far.
template <Scalar T>
bool PanelPipeline<T>::take_info(std::size_t k) {
  const Extent info = window_.slot(k).info();
  if (info > 0) info_ = window_.panel(k).begin + info;
  return info == 0;
}

// Starts the next panel, if that can be done without waiting: while the one before it is on its way, of which rows
// and, on the next one's process column, the head are enough, and all before that one are here.
template <Scalar T>
bool PanelPipeline<T>::start_next() {
  if (next_ == window_.panels() || next_ > arrived_ + 1) return false;
  const bool mine = panel().col == a_.col();
  if (next_ > arrived_) {
    PanelSlot<T>& before = window_.slot(arrived_);
    if (!before.rows_arrived() || !take_info(arrived_) || (mine && !before.head_arrived())) return false;
    if (mine) take([&] { before.take_head(); });
  }
  if (!window_.open(next_, trailing_.swept()) || (mine && !factor())) return false;
  slot().start();
  ++next_;
  return true;
}

template <Scalar T>
bool PanelPipeline<T>::take_next() {
  if (arrived_ == next_ || !window_.slot(arrived_).arrived() || !take_info(arrived_)) return false;
  take([&] { window_.slot(arrived_).take(); });
  // Several may follow each other without waiting: the first ones leave meanwhile.
  moves_.done(window_.panel(arrived_).end);
  ++arrived_;
  return true;
}

// From stage to stage, as far as that can be done without waiting; true when the panel is ready to leave. Where other
// process columns wait for the rows, the factor of the block on the diagonal has the link to itself before: all ranks
// of the panel's process column wait for it.
template <Scalar T>
bool PanelPipeline<T>::factor() {
  if (stage_ == Stage::waiting && expect()) stage_ = Stage::expecting;
  if (stage_ == Stage::expecting && bring_up_to_date()) stage_ = Stage::up_to_date;
  if (stage_ == Stage::up_to_date && solve_with_factor()) stage_ = Stage::solved;
  if (stage_ != Stage::solved || (a_.cols().processes() > 1 && !diagonal_.passed_on())) return false;
  stage_ = Stage::waiting;
  return true;
}

template <Scalar T>
bool PanelPipeline<T>::expect() {
  if (moves_.columns_here() < panel().end || !diagonal_.passed_on()) return false;
  diagonal_.expect(panel());
  return true;
}

// A(k0:n, k0:k1) -= L(k0:n, 0:k0) L(k0:k1, 0:k0)^H. If the process that has the block on the diagonal is at work,
// this one goes on with its own.
template <Scalar T>
bool PanelPipeline<T>::bring_up_to_date() {
  if (!trailing_.bring_up_to_date(next_, [this] { window_.progress(); })) return false;
  const double updated = MPI_Wtime(), until = updated + diagonal_patience(a_.cols().processes());
  diagonal_.start();
  while (!diagonal_.advance() && MPI_Wtime() < until) window_.progress();
  statistics_.panel += booked(Activity::panel, updated, MPI_Wtime());
  return true;
}

template <Scalar T>
bool PanelPipeline<T>::solve_with_factor() {
  const double called = MPI_Wtime();
  if (!diagonal_.advance()) return false;
  const double solving = MPI_Wtime();
  solve();
  const double end = MPI_Wtime();
  statistics_.panel += booked(Activity::panel, called, end);
  statistics_.busy += end - solving;
  return true;
}

// L(k1:n, k0:k1) = A(k1:n, k0:k1) L(k0:k1, k0:k1)^-H
template <Scalar T>
void PanelPipeline<T>::solve() {
  const Extent first = a_.local_row(panel().end), end = a_.local_row(a_.n()),
               jl = a_.local_col(panel().begin);
  const Extent width = panel().width(), ld = slot().row_ld(), info = diagonal_.info();
  slot().set_info(info);
  for (Extent il = first; il < end; il += solved_rows) {
    const Extent m = std::min(solved_rows, end - il);
    T* rows = slot().rows() + (il - first);
    a_.load(il, jl, m, width, rows, ld);
    if (info == 0) {
      solve_from_right(m, width, diagonal_.data(), diagonal_.ld(), rows, ld);
      a_.store(il, jl, m, width, rows, ld);
    }
    diagonal_.advance();
    window_.progress();
  }
}

// What passes without computing is booked on what is waited for.
template <Scalar T>
void PanelPipeline<T>::wait(std::size_t k) {
  const double begin = MPI_Wtime(), before = computed();
  while (arrived_ <= k && info_ == 0) advance();
  statistics_.broadcast += booked(Activity::broadcast, begin, MPI_Wtime()) - (computed() - before);
}

template <Scalar T>
void PanelPipeline<T>::await_columns(Extent col) {
  statistics_.move_in += het::await_columns(
      moves_, col, [this] { advance(); }, [this] { return computed(); });
}

template <Scalar T>
ComputeStatistics PanelPipeline<T>::statistics() const {
  ComputeStatistics all = statistics_;
  all.bytes_sent = diagonal_.bytes_sent() + window_.bytes_sent();
  return all;
}

#define HET_INSTANTIATE(LETTER, TYPE) template class PanelPipeline<TYPE>;
HET_FOR_EACH_PRECISION(HET_INSTANTIATE)
#undef HET_INSTANTIATE

}  // namespace het
