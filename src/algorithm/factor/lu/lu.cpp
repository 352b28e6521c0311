#include "src/algorithm/factor/lu/lu.hpp"

#include <algorithm>

#include "src/base/watch.hpp"
#include "src/bindings/charge.hpp"
#include "src/bindings/tags.hpp"
#include "src/distribution/panels/column_pieces.hpp"

namespace het {
namespace {

// The panels that are alive at a time, and the rows of U of two steps.
static_assert(tags::lu_panels + static_cast<int>(lu_panels_alive) <= tags::lu_panels_end &&
              tags::lu_solved + 2 <= tags::lu_solved_end);

}  // namespace

template <Scalar T>
Lu<T>::Lu(const Communicator& comm, const FactorProblem<T>& problem, FactorOptions options)
    : a_(comm, problem.a, problem.m, problem.n),
      moves_(*options.moves),
      row_(ProcessLine::row_of(a_.grid())),
      column_(ProcessLine::column_of(a_.grid())),
      panels_(cut_panels(a_.cols(), std::min(problem.m, problem.n), options.panel_width)),
      audience_(a_.cols(), panels_, lu_route),
      width_(widest(panels_)),
      slicing_(options.slicing),
      filling_(options.filling),
      slots_{LuPanel<T>(a_, width_, tags::lu_panels), LuPanel<T>(a_, width_, tags::lu_panels + 1),
             LuPanel<T>(a_, width_, tags::lu_panels + 2)},
      exchanges_{exchange_with(tags::lu_solved, options.shared_solve, moves_.arrive()),
                 exchange_with(tags::lu_solved + 1, options.shared_solve, false)},
      factorization_(a_, column_, width_, tags::lu_pivots),
      pivots_(a_.grid().inside() ? static_cast<std::size_t>(std::min(problem.m, problem.n)) : 0) {}

template <Scalar T>
TrailingExchange<T> Lu<T>::exchange_with(int tag_of_u, bool shared_solve, bool arriving) const {
  const PieceCut cut{.panel_width = width_,
                     .piece_cols = std::clamp<Extent>(slicing_.most, 1, widest_piece),
                     .arriving_pieces = arriving ? first_lu_pieces(column_.size()) : 1,
                     .shared_solve = shared_solve};
  return {a_, column_, cut, {tags::lu_exchange, tag_of_u}};
}

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
    prepared_ = 0;
    for (std::size_t j = 0; j < exchange(k).pieces(); ++j) {
      // A(k+1:m, j) -= L(k+1:m, k) L(k, k)^-1 P A(k, j), panel k+1 first
      await_piece(k, j);
      const Extent updated_to = update(k, j);
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
  return statistics_;
}

// Local columns below this one are here.
template <Scalar T>
Extent Lu<T>::columns_here() const {
  return a_.local_col(std::min(moves_.here(), a_.n()));
}

template <Scalar T>
void Lu<T>::await(Extent col) {
  statistics_.move_in += await_columns(
      moves_, col, [this] { progress(); }, [this] { return meanwhile_; });
}

// Since begin, but for what has been updated meanwhile.
template <Scalar T>
double Lu<T>::waited(Activity what, double begin, double meanwhile) const {
  return booked(what, begin, MPI_Wtime()) - (meanwhile_ - meanwhile);
}

// Piece j of step k, if it could not be started yet: in the first step, whose columns arrive meanwhile.
template <Scalar T>
void Lu<T>::await_piece(std::size_t k, std::size_t j) {
  if (exchange(k).started(j)) return;
  const double begin = MPI_Wtime(), exchanged = statistics_.exchange, meanwhile = meanwhile_;
  while (!exchange(k).started(j)) {
    progress();
    start_exchange(k, columns_here());
  }
  statistics_.move_in += waited(Activity::move_in, begin, meanwhile) - (statistics_.exchange - exchanged);
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
    const double begin = MPI_Wtime(), before = factorization_.waited(), meanwhile = meanwhile_;
    const bool fills = k > 0 && fills_waits(k - 1);
    factorization_.run(next, fills ? [this, k] { update_a_tile(k - 1); } : Idle());
    const double seconds = waited(Activity::panel, begin, meanwhile),
                 waits = factorization_.waited() - before - (meanwhile_ - meanwhile),
                 width = static_cast<double>(next.width());
    statistics_.panel += seconds;
    statistics_.busy += seconds - waits;
    if (!fills) last_panel_.round = factorization_.shortest_round();
    last_panel_.seconds = seconds - waits + width * last_panel_.round;
  }
  next.start_broadcast(ring(k));
  progress();
}

// Those who get panel k along this process row, in the order in which they get it.
template <Scalar T>
ProcessLine Lu<T>::ring(std::size_t k) const {
  return row_.among(audience_.ring(k));
}

template <Scalar T>
void Lu<T>::receive(std::size_t k) {
  reached(static_cast<Extent>(k), std::ssize(panels_), panels_[k].begin);
  const double begin = MPI_Wtime(), meanwhile = meanwhile_;
  if (moves_.arrive())
    panel(k).broadcast().wait([this] { progress(); });
  else
    panel(k).broadcast().wait();
  statistics_.broadcast += waited(Activity::broadcast, begin, meanwhile);
  std::ranges::copy(panel(k).pivots(), pivots_.begin() + panels_[k].begin);
  if (info_ == 0) info_ = panel(k).info();
  slicing_.step_flops = update_flops(k, panels_[k].end);
}

// Of A(k+1:m, col:n) -= L(k+1:m, k) U(k, col:n) on this process.
template <Scalar T>
double Lu<T>::update_flops(std::size_t k, Extent col) {
  const Extent columns = a_.local_col(a_.n()) - a_.local_col(col);
  return static_cast<double>(flops_per_multiply_add<T> * panels_[k].width()) *
         static_cast<double>(panel(k).rows_below() * columns);
}

// The interchanges of panel k, which has arrived, in the local columns that the panel before has updated. All pieces of
// the panel before have been started, so the ranks of a process column agree on the order.
template <Scalar T>
void Lu<T>::start_exchange(std::size_t k, Extent updated_to) {
  if (!exchange(k).planned()) {
    if (!mine(k)) panel(k).place_top();
    exchange(k).plan(panel(k), mine(k + 1) ? &panels_[k + 1] : nullptr, k == 0 && moves_.arrive());
  }
  const double seconds = exchange(k).start(updated_to);
  statistics_.exchange += seconds;
  statistics_.busy += seconds;
}

// U(k, j) = L(k, k)^-1 A(k, j), which has come in part from other process rows, goes to the owners of these rows, and
// what is to be done with it is laid out.
template <Scalar T>
double Lu<T>::prepare(std::size_t k, std::size_t j) {
  RowExchange<T>& piece = exchange(k).piece(j);
  double seconds = piece.solve();
  const double begin = MPI_Wtime();
  const LuPanel<T>& l = panel(k);
  const Extent width = l.width(), cols = piece.cols(), jl = piece.first_col();
  const T* u = piece.pivot_rows();
  for (Extent col = 0; col < cols; ++col)
    for (const auto& target : exchange(k).rows().targets())
      *a_.at(target.row, jl + col) = u[target.pivot + col * width];
  charge::copy(std::ssize(exchange(k).rows().targets()) * cols * Extent{sizeof(T)});
  seconds += booked(Activity::update, begin, MPI_Wtime());
  piece_ = PieceUpdate<T>(l.rows_below(), cols, width, {l.below(), l.lld()}, {u, width},
                          {a_.at(a_.local_row(panels_[k].end), jl), a_.lld()});
  prepared_ = j + 1;
  return seconds;
}

// A(k+1:m, j) -= L(k+1:m, k) U(k, j) for piece j, or what of it is not done. Returns where the piece ends.
template <Scalar T>
Extent Lu<T>::update(std::size_t k, std::size_t j) {
  RowExchange<T>& piece = exchange(k).piece(j);
  double seconds = 0;
  if (j >= prepared_) {
    const double begin = MPI_Wtime(), meanwhile = meanwhile_;
    while (!piece.done()) progress();
    statistics_.exchange += waited(Activity::exchange, begin, meanwhile);
    seconds = prepare(k, j);
  }
  if (j + 1 == prepared_) seconds += piece_.finish(slicing_, [this] { progress(); });
  statistics_.update += seconds;
  statistics_.busy += seconds;
  return piece.first_col() + piece.cols();
}

// While panel k+1 waits for messages: a little of step k in the pieces behind the panel. Laying out a piece takes
// longer where its rows of U are not solved for by others, once a piece.
template <Scalar T>
void Lu<T>::update_a_tile(std::size_t k) {
  progress();
  if (piece_.done()) {
    TrailingExchange<T>& all = exchange(k);
    if (prepared_ == all.pieces() || !all.started(prepared_) || !all.piece(prepared_).done()) return;
    meanwhile_ += prepare(k, prepared_);
  }
  meanwhile_ += piece_.tile(filling_.tile(last_panel_), slicing_);
}

// Whether the waits of panel k+1 are to be filled with the update by panel k, by the panel that was factored here
// before.
template <Scalar T>
bool Lu<T>::fills_waits(std::size_t k) {
  return filling_.pays(last_panel_, update_flops(k, panels_[k + 1].end) * slicing_.seconds_per_flop);
}

template <Scalar T>
void Lu<T>::progress() {
  look_while_busy(look_, [this](JointLook& look) {
    std::size_t completed = moves_.progress(look);
    for (auto& each : slots_) completed += each.broadcast().progress(look);
    for (auto& each : exchanges_) meanwhile_ += each.progress(look);
    return completed;
  });
  // On the ring, for columns that this rank has to send, or its part of the rows of U.
  slicing_.awaited = moves_.here() < a_.n() ||
                     std::ranges::any_of(slots_, [](auto& each) { return each.broadcast().passing_on(); }) ||
                     std::ranges::any_of(exchanges_, [](auto& each) { return each.owes(); });
}

// What processes have not heard that had no columns left.
template <Scalar T>
void Lu<T>::share_pivots() {
  const auto columns = audience_.rest();
  if (columns.empty()) return;
  const double called = MPI_Wtime();
  const auto begin = pivots_.begin() + panels_[audience_.common()].begin;
  std::vector<Extent> said{info_};
  said.insert(said.end(), begin, pivots_.end());
  statistics_.bytes_sent +=
      tell_all(a_.grid().comm(), row_.among(columns), said.data(), std::ssize(said) * Extent{sizeof(Extent)},
               tags::lu_rest, [this] { progress(); });
  info_ = said.front();
  std::copy(said.begin() + 1, said.end(), begin);
  statistics_.broadcast += booked(Activity::broadcast, called, MPI_Wtime());
}

template <Scalar T>
void Lu<T>::finish() {
  for (auto& each : slots_) each.broadcast().finish();
  share_pivots();
  statistics_.update += meanwhile_;
  statistics_.busy += meanwhile_;
  statistics_.bytes_sent += factorization_.bytes_sent();
  for (auto& each : slots_) statistics_.bytes_sent += each.broadcast().bytes_sent();
  for (auto& each : exchanges_) statistics_.bytes_sent += each.bytes_sent();
}

#define HET_INSTANTIATE(LETTER, TYPE) template class Lu<TYPE>;
HET_FOR_EACH_PRECISION(HET_INSTANTIATE)
#undef HET_INSTANTIATE

}  // namespace het
