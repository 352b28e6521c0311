#include "src/algorithm/factor/lu/lu.hpp"

#include <algorithm>

#include "src/base/watch.hpp"
#include "src/bindings/charge.hpp"

namespace het {
namespace {

// Panels have three tags.
enum Tag { pivot_tag = 20, exchange_tag, panel_tag, rest_tag = panel_tag + 3 };

// Columns whose pivot rows travel, and that are multiplied, together. Their next pivot rows are taken while they are still
// in the cache. The model (our_lu in src/model/factor/algorithm.cpp) counts the same pieces.
constexpr Extent piece_cols = 512;
Extent widest(const std::vector<Panel>& panels) {
  Extent width = 0;
  for (const Panel& panel : panels) width = std::max(width, panel.width());
  return width;
}

}  // namespace

template <Scalar T>
Lu<T>::Lu(const Communicator& comm, const FactorProblem<T>& problem, FactorOptions options)
    : a_(comm, problem.a, problem.m, problem.n),
      moves_(*options.moves),
      row_(Line::row_of(a_.grid())),
      column_(Line::column_of(a_.grid())),
      panels_(cut_panels(a_.cols(), std::min(problem.m, problem.n), options.panel_width)),
      audience_(a_.cols(), panels_),
      width_(widest(panels_)),
      slicing_(options.slicing),
      slots_{LuPanel<T>(a_, width_, panel_tag), LuPanel<T>(a_, width_, panel_tag + 1),
             LuPanel<T>(a_, width_, panel_tag + 2)},
      exchanges_{TrailingExchange<T>(a_, column_, width_, std::min(piece_cols, slicing_.most), exchange_tag),
                 TrailingExchange<T>(a_, column_, width_, std::min(piece_cols, slicing_.most), exchange_tag)},
      factorization_(a_, column_, width_, pivot_tag),
      pivots_(a_.grid().inside() ? static_cast<std::size_t>(std::min(problem.m, problem.n)) : 0) {}

template <Scalar T>
ComputeStatistics Lu<T>::run() {
  if (!a_.grid().inside()) return {};
  const std::size_t steps = audience_.panels(a_.grid().col());
  if (steps > 0) {
    await(panels_[0].end);
    open(0);
  }
  for (std::size_t k = 0; k < steps; ++k) {
    receive(k);
    if (k + 1 < steps && !mine(k + 1)) open(k + 1);
    start_exchange(k, columns_here());
    for (std::size_t j = 0; j < exchange(k).pieces(); ++j) {
      // A(k+1:m, j) -= L(k+1:m, k) L(k, k)^-1 P A(k, j), panel k+1 first
      await_piece(k, j);
      const Extent updated_to = update(k, exchange(k).piece(j));
      if (j == 0 && mine(k + 1)) open(k + 1);
      if (k + 1 < steps && panel(k + 1).broadcast().arrived() && exchange(k).all_started())
        start_exchange(k + 1, updated_to);
    }
    if (k == 0) await(a_.n());
    exchange(k).clear();
    moves_.done(panels_[k].end);
  }
  await(a_.n());
  moves_.done(std::min(a_.m(), a_.n()));
  finish();
  statistics_.steps = std::ssize(panels_);
  return statistics_;
}

// Local columns below this one are here.
template <Scalar T>
Extent Lu<T>::columns_here() const {
  return a_.local_col(std::min(moves_.here(), a_.n()));
}

template <Scalar T>
void Lu<T>::await(Extent col) {
  if (moves_.here() >= col) return;
  const double begin = MPI_Wtime();
  while (moves_.here() < col) progress();
  statistics_.move_in += booked(Activity::move_in, begin, MPI_Wtime());
}

// Piece j of step k, if it could not be started yet: in the first step, whose columns arrive meanwhile.
template <Scalar T>
void Lu<T>::await_piece(std::size_t k, std::size_t j) {
  if (exchange(k).started(j)) return;
  const double begin = MPI_Wtime(), exchanged = statistics_.exchange;
  while (!exchange(k).started(j)) {
    progress();
    start_exchange(k, columns_here());
  }
  statistics_.move_in += booked(Activity::move_in, begin, MPI_Wtime()) - (statistics_.exchange - exchanged);
}

// Factors panel k if it is on this process column, and sends it or begins to receive it.
template <Scalar T>
void Lu<T>::open(std::size_t k) {
  LuPanel<T>& next = panel(k);
  const double called = MPI_Wtime();
  next.broadcast().finish();
  statistics_.broadcast += booked(Activity::broadcast, called, MPI_Wtime());
  next.reset(panels_[k]);
  if (mine(k)) {
    const double begin = MPI_Wtime(), waited = factorization_.waited();
    factorization_.run(next);
    const double seconds = booked(Activity::panel, begin, MPI_Wtime());
    statistics_.panel += seconds;
    statistics_.busy += seconds - (factorization_.waited() - waited);
  }
  next.start_broadcast(ring(k));
  progress();
}

// The order in which the processes of a row get panel k: after its owner the owner of the next panel, whom all others will
// wait for, then those with the most columns, which are the fast ones: they pass it on without delay.
template <Scalar T>
Line Lu<T>::ring(std::size_t k) const {
  const int next = k + 1 < panels_.size() ? panels_[k + 1].col : panels_[k].col;
  std::vector<int> cols = audience_.columns(k);
  const auto urgency = [&](int col) {
    return col == next ? a_.n() + 1 : a_.cols().local_size(ProcessCoord(col));
  };
  std::stable_sort(cols.begin() + 1, cols.end(), [&](int a, int b) { return urgency(a) > urgency(b); });
  return row_.among(cols);
}

template <Scalar T>
void Lu<T>::receive(std::size_t k) {
  reached(static_cast<Extent>(k), std::ssize(panels_), panels_[k].begin);
  const double begin = MPI_Wtime();
  if (moves_.arrive())
    panel(k).broadcast().wait([this] { progress(); });
  else
    panel(k).broadcast().wait();
  statistics_.broadcast += booked(Activity::broadcast, begin, MPI_Wtime());
  if (!mine(k)) panel(k).place_top();
  std::ranges::copy(panel(k).pivots(), pivots_.begin() + panels_[k].begin);
  if (info_ == 0) info_ = panel(k).info();
  const Extent columns = a_.local_col(a_.n()) - a_.local_col(panels_[k].end);
  slicing_.step_flops = static_cast<double>(flops_per_multiply_add<T> * panels_[k].width()) *
                        static_cast<double>(panel(k).rows_below() * columns);
}

// The interchanges of panel k, which has arrived, in the local columns that the panel before has updated. All pieces of
// the panel before have been started, so the ranks of a process column agree on the order.
template <Scalar T>
void Lu<T>::start_exchange(std::size_t k, Extent updated_to) {
  if (!exchange(k).planned()) exchange(k).plan(panel(k), mine(k + 1) ? &panels_[k + 1] : nullptr);
  const double seconds = exchange(k).start(updated_to);
  statistics_.exchange += seconds;
  statistics_.busy += seconds;
}

// Returns where the piece ends.
template <Scalar T>
Extent Lu<T>::update(std::size_t k, RowExchange<T>& piece) {
  const double begin = MPI_Wtime();
  while (!piece.progress()) progress();
  const double arrived = MPI_Wtime();
  statistics_.exchange += booked(Activity::exchange, begin, arrived);

  const LuPanel<T>& l = panel(k);
  const Extent width = l.width(), cols = piece.cols(), jl = piece.first_col();
  T* u = piece.pivot_rows();
  // U(k, j) = L(k, k)^-1 A(k, j), kept by the owners of these rows
  blas::trsm('L', 'L', 'N', 'U', width, cols, T(1), l.top(), width, u, width);
  for (Extent j = 0; j < cols; ++j)
    for (const auto& target : exchange(k).rows().targets())
      *a_.at(target.row, jl + j) = u[target.pivot + j * width];
  charge::copy(std::ssize(exchange(k).rows().targets()) * cols * Extent{sizeof(T)});
  double seconds = booked(Activity::update, arrived, MPI_Wtime());
  // A(k+1:m, j) -= L(k+1:m, k) U(k, j)
  if (l.rows_below() > 0)
    seconds +=
        sliced_gemm('N', 'N', l.rows_below(), cols, width, T(-1), l.below(), l.lld(), u, width, T(1),
                    a_.at(a_.local_row(panels_[k].end), jl), a_.lld(), slicing_, [this] { progress(); });
  statistics_.update += seconds;
  statistics_.busy += seconds;
  return jl + cols;
}

template <Scalar T>
void Lu<T>::progress() {
  look_while_busy([this] {
    std::size_t completed = moves_.progress();
    for (auto& each : slots_) completed += each.broadcast().progress();
    for (auto& each : exchanges_) each.progress();
    return completed;
  });
  // On the ring, or for columns that this rank has to send.
  slicing_.awaited = moves_.here() < a_.n() ||
                     std::ranges::any_of(slots_, [](auto& each) { return each.broadcast().passing_on(); });
}

// What processes have not heard that had no columns left.
template <Scalar T>
void Lu<T>::share_pivots() {
  if (panels_.empty() || audience_.common() == panels_.size()) return;
  const double called = MPI_Wtime();
  const auto begin = pivots_.begin() + panels_[audience_.common()].begin;
  std::vector<Extent> said{info_};
  said.insert(said.end(), begin, pivots_.end());
  statistics_.bytes_sent +=
      audience_.tell_rest(a_.grid().comm(), row_, said.data(), std::ssize(said) * Extent{sizeof(Extent)},
                          rest_tag, [this] { progress(); });
  info_ = said.front();
  std::copy(said.begin() + 1, said.end(), begin);
  statistics_.broadcast += booked(Activity::broadcast, called, MPI_Wtime());
}

template <Scalar T>
void Lu<T>::finish() {
  for (auto& each : slots_) each.broadcast().finish();
  share_pivots();
  statistics_.bytes_sent += factorization_.bytes_sent();
  for (auto& each : slots_) statistics_.bytes_sent += each.broadcast().bytes_sent();
  for (auto& each : exchanges_) statistics_.bytes_sent += each.bytes_sent();
}

#define HET_INSTANTIATE(LETTER, TYPE) template class Lu<TYPE>;
HET_FOR_EACH_PRECISION(HET_INSTANTIATE)
#undef HET_INSTANTIATE

}  // namespace het
