#include "src/algorithm/factor/lu/lu.hpp"

#include <algorithm>

#include "src/base/watch.hpp"
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
      slots_{LuPanel<T>(a_, width_, tags::lu_panels), LuPanel<T>(a_, width_, tags::lu_panels + 1),
             LuPanel<T>(a_, width_, tags::lu_panels + 2)},
      exchanges_{exchange_with(tags::lu_solved, options, moves_.columns_arrive()),
                 exchange_with(tags::lu_solved + 1, options, false)},
      update_(a_, options.slicing, options.filling),
      factorization_(a_, column_, width_, tags::lu_pivots),
      pivots_(a_.grid().inside() ? static_cast<std::size_t>(std::min(problem.m, problem.n)) : 0) {}

template <Scalar T>
TrailingExchange<T> Lu<T>::exchange_with(int tag_of_u, const FactorOptions& options, bool arriving) const {
  const PieceCut cut{.panel_width = width_,
                     .piece_cols = std::clamp<Extent>(options.slicing.most, 1, widest_piece),
                     .arriving_pieces = arriving ? first_lu_pieces(column_.size()) : 1,
                     .shared_solve = options.shared_solve};
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
    update_.begin(panel(k), exchange(k));
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
  return a_.local_col(std::min(moves_.columns_here(), a_.n()));
}

template <Scalar T>
void Lu<T>::await(Extent col) {
  statistics_.move_in += await_columns(
      moves_, col, [this] { progress(); }, [this] { return update_.meanwhile(); });
}

// Piece j of step k, if it could not be started yet: in the first step, whose columns arrive meanwhile.
template <Scalar T>
void Lu<T>::await_piece(std::size_t k, std::size_t j) {
  if (exchange(k).started(j)) return;
  const auto wait = update_.wait();
  const double exchanged = statistics_.exchange;
  while (!exchange(k).started(j)) {
    progress();
    start_exchange(k, columns_here());
  }
  statistics_.move_in += update_.waited(Activity::move_in, wait) - (statistics_.exchange - exchanged);
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
    const auto whole = update_.wait();
    const double before = factorization_.waited();
    const bool fills = k > 0 && update_.fills_waits(panels_[k]);
    factorization_.run(next, fills ? fill_wait() : Idle());
    const double seconds = update_.waited(Activity::panel, whole),
                 computing = seconds - (factorization_.waited() - before - update_.meanwhile(whole));
    statistics_.panel += seconds;
    statistics_.busy += computing;
    update_.factored(next.width(), computing, factorization_.shortest_round(), fills);
  }
  next.start_broadcast(ring(k));
  progress();
}

// While panel k+1 waits for messages: a little of step k in the pieces behind the panel.
template <Scalar T>
Idle Lu<T>::fill_wait() {
  return [this] {
    progress();
    update_.fill_wait();
  };
}

// Those who get panel k along this process row, in the order in which they get it.
template <Scalar T>
ProcessLine Lu<T>::ring(std::size_t k) const {
  return row_.among(audience_.ring(k));
}

template <Scalar T>
void Lu<T>::receive(std::size_t k) {
  reached(static_cast<Extent>(k), std::ssize(panels_), panels_[k].begin);
  const auto wait = update_.wait();
  if (moves_.columns_arrive())
    panel(k).broadcast().wait([this] { progress(); });
  else
    panel(k).broadcast().wait();
  statistics_.broadcast += update_.waited(Activity::broadcast, wait);
  std::ranges::copy(panel(k).pivots(), pivots_.begin() + panels_[k].begin);
  if (info_ == 0) info_ = panel(k).info();
}

// The interchanges of panel k, which has arrived, in the local columns that the panel before has updated. All pieces of
// the panel before have been started, so the ranks of a process column agree on the order.
template <Scalar T>
void Lu<T>::start_exchange(std::size_t k, Extent updated_to) {
  if (!exchange(k).planned()) {
    if (!mine(k)) panel(k).place_top();
    exchange(k).plan(panel(k), mine(k + 1) ? &panels_[k + 1] : nullptr, k == 0 && moves_.columns_arrive());
  }
  const double seconds = exchange(k).start(updated_to);
  statistics_.exchange += seconds;
  statistics_.busy += seconds;
}

// A(k+1:m, j) -= L(k+1:m, k) U(k, j) for piece j, or what of it is not done. Returns where the piece ends.
template <Scalar T>
Extent Lu<T>::update(std::size_t k, std::size_t j) {
  RowExchange<T>& piece = exchange(k).piece(j);
  if (!update_.laid_out(j)) {
    const auto wait = update_.wait();
    while (!piece.done()) progress();
    statistics_.exchange += update_.waited(Activity::exchange, wait);
  }
  const double seconds = update_.finish(j, [this] { progress(); });
  statistics_.update += seconds;
  statistics_.busy += seconds;
  return piece.first_col() + piece.cols();
}

template <Scalar T>
void Lu<T>::progress() {
  look_while_busy(look_, [this](JointLook& look) {
    std::size_t completed = moves_.progress(look);
    for (auto& each : slots_) completed += each.broadcast().progress(look);
    for (auto& each : exchanges_) update_.add_meanwhile(each.progress(look));
    return completed;
  });
  // On the ring, for columns that this rank has to send, or its part of the rows of U.
  update_.set_awaited(moves_.columns_here() < a_.n() ||
                      std::ranges::any_of(slots_, [](auto& each) { return each.broadcast().passing_on(); }) ||
                      std::ranges::any_of(exchanges_, [](auto& each) { return each.owes(); }));
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
  statistics_.update += update_.meanwhile();
  statistics_.busy += update_.meanwhile();
  statistics_.bytes_sent += factorization_.bytes_sent();
  for (auto& each : slots_) statistics_.bytes_sent += each.broadcast().bytes_sent();
  for (auto& each : exchanges_) statistics_.bytes_sent += each.bytes_sent();
}

#define HET_INSTANTIATE(LETTER, TYPE) template class Lu<TYPE>;
HET_FOR_EACH_PRECISION(HET_INSTANTIATE)
#undef HET_INSTANTIATE

}  // namespace het
