#include "src/algorithm/factor/qr/qr_run.hpp"

#include <algorithm>

#include "src/base/watch.hpp"
#include "src/bindings/tags.hpp"
#include "src/distribution/panels/column_pieces.hpp"

namespace het {
namespace {

// Two groups are under way at a time, each message with a tag of its own.
constexpr std::size_t most_panels = most_panels_in_group;
static_assert(tags::qr_panels + 2 * int{most_panels} <= tags::qr_panels_end);

}  // namespace

template <Scalar T>
QrRun<T>::QrRun(const GridMatrix<T>& a, const FactorOptions& options)
    : a_(a),
      moves_(*options.moves),
      panels_(cut_panels(a_.cols(), std::min(a_.m(), a_.n()), options.panel_width)),
      groups_(groups_of(panels_, options.panel_width, options.half_speed_k.value())),
      audience_(a_.cols(), panels_, qr_route),
      row_(ProcessLine::row_of(a_.grid())),
      factorization_(a_, widest(groups_)),
      update_(a_, widest(groups_), options.slicing) {
  for (auto& memory : reflectors_)
    memory = Buffer<T>(BlockReflector<T>::elements(a_.local_row(a_.m()), widest(groups_)));
  for (std::size_t i = 0; i < 2 * most_panels; ++i)
    broadcasts_.emplace_back(a_.grid().comm(), tags::qr_panels + static_cast<int>(i));
}

template <Scalar T>
ComputeStatistics QrRun<T>::run(std::vector<T>& tau) {
  factor_first_group();
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    reached(static_cast<Extent>(g), std::ssize(groups_), groups_[g].begin());
    wait(g, groups_[g].panels.size());
    put_tau(g, tau);
    step(g);
    if (g == 0) await(a_.n());
    moves_.done(groups_[g].end());
  }
  for (auto& each : broadcasts_) each.finish();
  share_tau(tau);
  statistics_.exchange = update_.waited();
  statistics_.update = update_.busy();
  statistics_.busy = statistics_.update + statistics_.panel - factorization_.waited();
  for (const auto& each : broadcasts_) statistics_.bytes_sent += each.bytes_sent();
  statistics_.bytes_sent += factorization_.bytes_sent() + update_.bytes_sent();
  return statistics_;
}

template <Scalar T>
void QrRun<T>::factor_first_group() {
  receive(0);
  for (std::size_t i = 0; i < groups_[0].panels.size(); ++i)
    if (const Panel& panel = groups_[0].panels[i]; mine(panel)) {
      await(panel.end);
      factor(0, i);
    }
}

// T's diagonal; of panels that have not come here something else, which is replaced in the end.
template <Scalar T>
void QrRun<T>::put_tau(std::size_t g, std::vector<T>& tau) const {
  const auto h = reflector(g);
  for (Extent i = 0; i < h.width; ++i)
    tau[static_cast<std::size_t>(groups_[g].begin() + i)] = h.t()[i + i * h.ld];
}

// A(k:m, right of group g) := Q^H A(k:m, right of group g), with group g+1 factored meanwhile: its first panel before
// all else, the others when their turn has come in the order of the panels, and a part of the rest before
// (PanelGroup::rest_updated_before).
template <Scalar T>
void QrRun<T>::step(std::size_t g) {
  const Extent width = groups_[g].width(), end = a_.local_col(a_.n());
  update_.set_step(reflector(g).rows * (end - a_.local_col(groups_[g].end())), width);
  if (g + 1 == groups_.size()) return apply_arriving(g, a_.local_col(groups_[g].end()), end);
  const PanelGroup& next = groups_[g + 1];
  receive(g + 1);
  const Extent rest = a_.local_col(next.end());
  Extent done = rest;
  for (std::size_t i = 0; i < next.panels.size(); ++i) {
    const Panel& panel = next.panels[i];
    if (!mine(panel)) continue;
    if (const Extent part = next.rest_updated_before(i, rest, end); part > done) {
      apply_arriving(g, done, part);
      done = part;
    }
    await(panel.end);
    apply(g, width, panel.begin, panel.end);
    factor(g + 1, i);
  }
  apply_arriving(g, done, end);
}

// Panel i of group g, which is mine: what the group's panels before it do to it, its factors, and off they go.
template <Scalar T>
void QrRun<T>::factor(std::size_t g, std::size_t i) {
  const Panel& which = groups_[g].panels[i];
  wait(g, i);
  if (i > 0) apply(g, which.begin - groups_[g].begin(), which.begin, which.end);
  const double begin = MPI_Wtime();
  factorization_.factor(which, reflector(g), groups_[g].begin(), idle_);
  start(g, i);
  statistics_.panel += booked(Activity::panel, begin, MPI_Wtime());
}

// A(k:m, begin:end) := (I - V T V^H)^H A(k:m, begin:end) for this rank's part of these columns, with the first
// `width` reflectors of group g.
template <Scalar T>
void QrRun<T>::apply(std::size_t g, Extent width, Extent begin, Extent end) {
  apply_local(g, width, a_.local_col(begin), a_.local_col(end));
}

template <Scalar T>
void QrRun<T>::apply_local(std::size_t g, Extent width, Extent begin, Extent end) {
  update_.apply(reflector(g).first(width), groups_[g].begin(), begin, end, idle_);
}

// The reflectors of group g to local columns, some of which may still be on their way: in the same pieces on all
// ranks of the process column.
template <Scalar T>
void QrRun<T>::apply_arriving(std::size_t g, Extent begin, Extent end) {
  for (const Extent piece_end : qr_piece_ends(begin, end, g == 0 && moves_.columns_arrive())) {
    if (g == 0) await(a_.global_col(piece_end - 1) + 1);
    apply_local(g, groups_[g].width(), begin, piece_end);
    begin = piece_end;
  }
}

template <Scalar T>
BlockReflector<T> QrRun<T>::reflector(std::size_t g) const {
  const Extent rows = a_.local_row(a_.m()) - a_.local_row(groups_[g].begin());
  return BlockReflector<T>::in(reflectors_[g % 2].data(), rows, groups_[g].width());
}

template <Scalar T>
LineBroadcast& QrRun<T>::broadcast(std::size_t g, std::size_t i) {
  return broadcasts_[g % 2 * most_panels + i];
}

// Starts sending or receiving the columns of V and T that panel i of group g has, if this process needs them.
template <Scalar T>
void QrRun<T>::start(std::size_t g, std::size_t i) {
  const Panel& which = groups_[g].panels[i];
  const auto h = reflector(g);
  const ProcessLine line = row_.among(audience_.ring(groups_[g].first + i));
  if (!line.has_me()) return;
  broadcast(g, i).start(line, h.column(which.begin - groups_[g].begin()),
                        which.width() * h.ld * Extent{sizeof(T)});
}

// Group g's panels that come from other process columns; when group g-2, whose place they take, has been passed on.
template <Scalar T>
void QrRun<T>::receive(std::size_t g) {
  for (std::size_t i = 0; i < most_panels; ++i) broadcast(g, i).finish();
  for (std::size_t i = 0; i < groups_[g].panels.size(); ++i)
    if (!mine(groups_[g].panels[i])) start(g, i);
}

// The first `count` panels of group g are here.
template <Scalar T>
void QrRun<T>::wait(std::size_t g, std::size_t count) {
  const double begin = MPI_Wtime();
  for (std::size_t i = 0; i < count; ++i) broadcast(g, i).wait(idle_);
  statistics_.broadcast += booked(Activity::broadcast, begin, MPI_Wtime());
}

// The columns below `col` are here.
template <Scalar T>
void QrRun<T>::await(Extent col) {
  statistics_.move_in += await_columns(moves_, col, idle_, [] { return 0.0; });
}

template <Scalar T>
void QrRun<T>::progress() {
  look_while_busy(look_, [this](JointLook& look) {
    std::size_t completed = moves_.progress(look);
    for (auto& each : broadcasts_) completed += each.progress(look);
    return completed;
  });
  update_.set_awaited(moves_.columns_here() < a_.n() ||
                      std::ranges::any_of(broadcasts_, [](auto& each) { return each.passing_on(); }));
}

// What processes have not heard that had no columns left.
template <Scalar T>
void QrRun<T>::share_tau(std::vector<T>& tau) {
  const auto columns = audience_.rest();
  if (columns.empty()) return;
  const double called = MPI_Wtime();
  const Extent begin = panels_[audience_.common()].begin,
               bytes = (std::ssize(tau) - begin) * Extent{sizeof(T)};
  statistics_.bytes_sent +=
      tell_all(a_.grid().comm(), row_.among(columns), tau.data() + begin, bytes, tags::qr_rest, idle_);
  statistics_.broadcast += booked(Activity::broadcast, called, MPI_Wtime());
}

#define HET_INSTANTIATE(LETTER, TYPE) template class QrRun<TYPE>;
HET_FOR_EACH_PRECISION(HET_INSTANTIATE)
#undef HET_INSTANTIATE

}  // namespace het
