#include "src/algorithm/factor/qr/qr.hpp"

#include <algorithm>
#include <cmath>

#include "src/algorithm/factor/qr/panel_factorization.hpp"
#include "src/algorithm/factor/qr/panel_group.hpp"
#include "src/algorithm/factor/qr/update.hpp"
#include "src/base/watch.hpp"
#include "src/bindings/tags.hpp"
#include "src/distribution/panels/audience.hpp"
#include "src/distribution/panels/column_pieces.hpp"

namespace het {
namespace {

// Two groups of panels are under way at a time, each message with a tag of its own.
constexpr std::size_t most_panels = 8;
static_assert(tags::qr_panels + 2 * int{most_panels} <= tags::qr_panels_end);
// More columns would gain little speed.
constexpr Extent widest_group = 128;

// Inner dimension of the update, that of the least c n^3 (1 + h / k) (1 + k / n): short products are slow, and with k
// grow the part of the zeros above V's diagonal that is multiplied too, the products with T, and the wait for the
// panels that must be there before the first of the next group is factored. At least a panel's width.
Extent good_width(Extent n, const FactorOptions& options) {
  const double best = std::sqrt(options.half_speed_k * static_cast<double>(n));
  return std::max(options.panel_width, std::min(static_cast<Extent>(best), widest_group));
}

std::vector<PanelGroup> groups_of(const std::vector<Panel>& panels, const FactorOptions& options) {
  const Extent count = panels.empty() ? 0 : panels.back().end;
  return group_panels(panels, std::min(2 * options.panel_width, good_width(count, options)), most_panels);
}

Extent widest(const std::vector<PanelGroup>& groups) {
  Extent width = 0;
  for (const auto& group : groups) width = std::max(width, group.width());
  return width;
}

}  // namespace

// What a rank of the grid works with. Group g's block reflector and messages are in places g mod 2.
template <Scalar T>
struct QrState {
  QrState(const GridMatrix<T>& matrix, const FactorOptions& options)
      : a(matrix),
        moves(*options.moves),
        panels(cut_panels(a.cols(), std::min(a.m(), a.n()), options.panel_width)),
        groups(groups_of(panels, options)),
        audience(a.cols(), panels, qr_route),
        row(ProcessLine::row_of(a.grid())),
        factorization(a, widest(groups)),
        update(a, widest(groups), options.slicing) {
    for (auto& memory : reflectors)
      memory = Buffer<T>(BlockReflector<T>::elements(a.local_row(a.m()), widest(groups)));
    for (std::size_t i = 0; i < 2 * most_panels; ++i)
      broadcasts.emplace_back(a.grid().comm(), tags::qr_panels + static_cast<int>(i));
  }

  BlockReflector<T> reflector(std::size_t g) const {
    const Extent rows = a.local_row(a.m()) - a.local_row(groups[g].begin());
    return BlockReflector<T>::in(reflectors[g % 2].data(), rows, groups[g].width());
  }
  LineBroadcast& broadcast(std::size_t g, std::size_t i) { return broadcasts[g % 2 * most_panels + i]; }
  bool mine(const Panel& which) const { return which.col == a.grid().col(); }

  void progress() {
    look_while_busy([this] {
      std::size_t completed = moves.progress();
      for (auto& each : broadcasts) completed += each.progress();
      return completed;
    });
    update.set_awaited(moves.here() < a.n() ||
                       std::ranges::any_of(broadcasts, [](auto& each) { return each.passing_on(); }));
  }

  // Starts sending or receiving the columns of V and T that panel i of group g has, if this process needs them.
  void start(std::size_t g, std::size_t i) {
    const Panel& which = groups[g].panels[i];
    const auto h = reflector(g);
    const ProcessLine line = row.among(audience.ring(groups[g].first + i));
    if (!line.has_me()) return;
    broadcast(g, i).start(line, 0, h.column(which.begin - groups[g].begin()),
                          which.width() * h.ld * Extent{sizeof(T)});
  }
  // Group g's panels that come from other process columns; when group g-2, whose place they take, has been passed on.
  void receive(std::size_t g) {
    for (std::size_t i = 0; i < most_panels; ++i) broadcast(g, i).finish();
    for (std::size_t i = 0; i < groups[g].panels.size(); ++i)
      if (!mine(groups[g].panels[i])) start(g, i);
  }
  // The first `count` panels of group g are here.
  void wait(std::size_t g, std::size_t count) {
    const double begin = MPI_Wtime();
    for (std::size_t i = 0; i < count; ++i) broadcast(g, i).wait(idle);
    waited += booked(Activity::broadcast, begin, MPI_Wtime());
  }

  // A(k:m, begin:end) := (I - V T V^H)^H A(k:m, begin:end) for this rank's part of these columns, with the first
  // `width` reflectors of group g.
  void apply(std::size_t g, Extent width, Extent begin, Extent end) {
    apply_local(g, width, a.local_col(begin), a.local_col(end));
  }
  void apply_local(std::size_t g, Extent width, Extent begin, Extent end) {
    update.apply(reflector(g).first(width), groups[g].begin(), begin, end, idle);
  }

  // Panel i of group g, which is mine: what the group's panels before it do to it, its factors, and off they go.
  void factor(std::size_t g, std::size_t i) {
    const Panel& which = groups[g].panels[i];
    wait(g, i);
    if (i > 0) apply(g, which.begin - groups[g].begin(), which.begin, which.end);
    const double begin = MPI_Wtime();
    factorization.factor(which, reflector(g), groups[g].begin(), idle);
    start(g, i);
    factoring += booked(Activity::panel, begin, MPI_Wtime());
  }

  // The columns below `col` are here.
  void await(Extent col) {
    if (moves.here() >= col) return;
    const double begin = MPI_Wtime();
    while (moves.here() < col) progress();
    arriving += booked(Activity::move_in, begin, MPI_Wtime());
  }
  // What processes have not heard that had no columns left. Returns the bytes sent.
  Extent share_tau(std::vector<T>& tau) {
    const auto columns = audience.rest();
    if (columns.empty()) return 0;
    const double called = MPI_Wtime();
    const Extent begin = panels[audience.common()].begin,
                 bytes = (std::ssize(tau) - begin) * Extent{sizeof(T)};
    const Extent sent =
        tell_all(a.grid().comm(), row.among(columns), tau.data() + begin, bytes, tags::qr_rest, idle);
    waited += booked(Activity::broadcast, called, MPI_Wtime());
    return sent;
  }

  void apply_arriving(std::size_t g, Extent begin, Extent end);
  void step(std::size_t g);

  const GridMatrix<T> a;
  Moves& moves;
  const std::vector<Panel> panels;
  const std::vector<PanelGroup> groups;
  const Audience audience;
  const ProcessLine row;
  QrPanelFactorization<T> factorization;
  QrUpdate<T> update;
  Buffer<T> reflectors[2];
  std::vector<LineBroadcast> broadcasts;
  const Idle idle = [this] { progress(); };
  double arriving = 0, factoring = 0, waited = 0;  // seconds
};

// The reflectors of group g to local columns, some of which may still be on their way: in the same pieces on all
// ranks of the process column.
template <Scalar T>
void QrState<T>::apply_arriving(std::size_t g, Extent begin, Extent end) {
  const Extent pieces = g == 0 && moves.arrive() ? first_qr_pieces(a.grid().p()) : 1, columns = end - begin;
  for (Extent i = 0; i < pieces && columns > 0; ++i) {
    const Extent piece = begin + columns * i / pieces, piece_end = begin + columns * (i + 1) / pieces;
    if (piece_end == piece) continue;
    if (g == 0) await(a.global_col(piece_end - 1) + 1);
    apply_local(g, groups[g].width(), piece, piece_end);
  }
}

// A(k:m, right of group g) := Q^H A(k:m, right of group g), with group g+1 factored meanwhile: its first panel before
// all else, the others when their turn has come in the order of the panels. Those from another process column than
// the one before are on their way for a while: a part of the rest is updated first.
template <Scalar T>
void QrState<T>::step(std::size_t g) {
  const Extent width = groups[g].width(), end = a.local_col(a.n());
  update.set_step(reflector(g).rows * (end - a.local_col(groups[g].end())), width);
  if (g + 1 == groups.size()) return apply_arriving(g, a.local_col(groups[g].end()), end);
  const auto& next = groups[g + 1].panels;
  receive(g + 1);
  const Extent rest = a.local_col(next.back().end), count = static_cast<Extent>(next.size());
  Extent done = rest;
  for (std::size_t i = 0; i < next.size(); ++i) {
    if (!mine(next[i])) continue;
    if (i > 0 && !mine(next[i - 1])) {
      const Extent part = rest + (end - rest) * static_cast<Extent>(i) / count;
      apply_arriving(g, done, part);
      done = part;
    }
    await(next[i].end);
    apply(g, width, next[i].begin, next[i].end);
    factor(g + 1, i);
  }
  apply_arriving(g, done, end);
}

template <Scalar T>
Qr<T>::Qr(const Communicator& comm, const FactorProblem<T>& problem, FactorOptions options) {
  const GridMatrix<T> a(comm, problem.a, problem.m, problem.n);
  if (!a.grid().inside()) return;
  tau_.resize(static_cast<std::size_t>(std::min(problem.m, problem.n)));
  state_ = std::make_unique<QrState<T>>(a, options);
}

template <Scalar T>
Qr<T>::~Qr() = default;

template <Scalar T>
ComputeStatistics Qr<T>::run() {
  ComputeStatistics statistics;
  if (tau_.empty()) return statistics;
  auto& s = *state_;
  s.receive(0);
  for (std::size_t i = 0; i < s.groups[0].panels.size(); ++i)
    if (const Panel& panel = s.groups[0].panels[i]; s.mine(panel)) {
      s.await(panel.end);
      s.factor(0, i);
    }
  for (std::size_t g = 0; g < s.groups.size(); ++g) {
    reached(static_cast<Extent>(g), std::ssize(s.groups), s.groups[g].begin());
    s.wait(g, s.groups[g].panels.size());
    const auto h = s.reflector(g);
    for (Extent i = 0; i < h.width; ++i)  // of panels that have not come here: replaced in the end
      tau_[static_cast<std::size_t>(s.groups[g].begin() + i)] = h.t()[i + i * h.ld];
    s.step(g);
    if (g == 0) s.await(s.a.n());
    s.moves.done(s.groups[g].end());
  }
  for (auto& broadcast : s.broadcasts) {
    broadcast.finish();
    statistics.bytes_sent += broadcast.bytes_sent();
  }
  statistics.bytes_sent += s.share_tau(tau_);
  statistics.move_in = s.arriving;
  statistics.panel = s.factoring;
  statistics.broadcast = s.waited;
  statistics.exchange = s.update.waited();
  statistics.update = s.update.busy();
  statistics.busy = statistics.update + statistics.panel - s.factorization.waited();
  statistics.bytes_sent += s.factorization.bytes_sent() + s.update.bytes_sent();
  return statistics;
}

#define HET_INSTANTIATE(LETTER, TYPE) template class Qr<TYPE>;
HET_FOR_EACH_PRECISION(HET_INSTANTIATE)
#undef HET_INSTANTIATE

}  // namespace het
