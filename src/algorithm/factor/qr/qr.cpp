#include "src/algorithm/factor/qr/qr.hpp"

#include "src/algorithm/factor/qr/panel.hpp"
#include "src/algorithm/factor/qr/update.hpp"

namespace het {
namespace {

constexpr int tag_panels = 40;  // and the next one: two panels are under way at once

Extent widest(const std::vector<Panel>& panels) {
  Extent width = 0;
  for (const auto& panel : panels) width = std::max(width, panel.width());
  return width;
}

}  // namespace

// What a rank of the grid works with. Panel k's block reflector is in place k mod 2.
template <Scalar T>
struct QrState {
  QrState(const GridMatrix<T>& matrix, const FactorOptions& options)
      : a(matrix),
        panels(cut_panels(a.cols(), std::min(a.m(), a.n()), options.panel_width)),
        row(Line::row_of(a.grid())),
        panel(a, widest(panels)),
        update(a, widest(panels), options.slicing),
        broadcasts{{a.grid().comm(), tag_panels}, {a.grid().comm(), tag_panels + 1}} {
    for (auto& reflector : reflectors)
      reflector = Buffer<T>(BlockReflector<T>::elements(a.local_row(a.m()), widest(panels)));
  }

  const Panel& at(std::size_t k) const { return panels[k]; }
  BlockReflector<T> reflector(std::size_t k) const {
    return {reflectors[k % 2].data(), a.local_row(a.m()) - a.local_row(at(k).begin), at(k).width()};
  }
  bool mine(std::size_t k) const { return at(k).col == a.grid().col(); }

  // Looks at the messages until two looks in a row bring nothing: MPI does a bounded part of its work at each.
  void progress() {
    for (int in_vain = 0; in_vain < 2;)
      in_vain = broadcasts[0].progress() + broadcasts[1].progress() > 0 ? 0 : in_vain + 1;
  }

  // Factors panel k, if it is mine, and starts it on its way along the process rows.
  void start(std::size_t k) {
    broadcasts[k % 2].finish();
    const auto h = reflector(k);
    if (mine(k)) panel.factor(at(k), h, idle);
    broadcasts[k % 2].start(row, at(k).col, h.v, h.elements() * Extent{sizeof(T)});
  }

  // A(k:m, begin:end) := (I - V T V^H)^H A(k:m, begin:end), for this rank's part of these columns.
  void apply(std::size_t k, Extent begin, Extent end) {
    update.apply(reflector(k), a.local_row(at(k).begin), a.local_col(begin), a.local_col(end), idle);
  }

  const GridMatrix<T> a;
  const std::vector<Panel> panels;
  const Line row;
  QrPanel<T> panel;
  QrUpdate<T> update;
  Buffer<T> reflectors[2];
  LineBroadcast broadcasts[2];
  const Idle idle = [this] { progress(); };
};

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
FactorStatistics Qr<T>::run() {
  FactorStatistics statistics;
  if (tau_.empty()) return statistics;
  auto& s = *state_;
  const auto timed = [](double& seconds, const auto& work) {
    const double start = MPI_Wtime();
    work();
    seconds += MPI_Wtime() - start;
  };
  timed(statistics.panel, [&] { s.start(0); });
  for (std::size_t k = 0; k < s.panels.size(); ++k) {
    timed(statistics.broadcast, [&] { s.broadcasts[k % 2].wait(s.idle); });
    const auto h = s.reflector(k);
    for (Extent i = 0; i < h.width; ++i)
      tau_[static_cast<std::size_t>(s.at(k).begin + i)] = h.t()[i + i * h.ldt()];
    Extent done = s.at(k).end;
    if (k + 1 < s.panels.size()) {
      // A(k:m, panel k+1) := Q^H A(k:m, panel k+1), and V, T of panel k+1 while the rest of step k follows.
      if (s.mine(k + 1)) s.apply(k, done, s.at(k + 1).end);
      timed(statistics.panel, [&] { s.start(k + 1); });
      done = s.at(k + 1).end;
    }
    s.apply(k, done, s.a.n());  // A(k:m, k+2:n) := Q^H A(k:m, k+2:n)
  }
  for (auto& broadcast : s.broadcasts) {
    timed(statistics.broadcast, [&] { broadcast.finish(); });
    statistics.bytes_sent += broadcast.bytes_sent();
  }
  statistics.exchange = s.update.waited();
  statistics.update = s.update.busy();
  statistics.busy = statistics.update + statistics.panel - s.panel.waited();
  statistics.bytes_sent += s.panel.bytes_sent() + s.update.bytes_sent();
  statistics.steps = static_cast<Extent>(s.panels.size());
  return statistics;
}

#define HET_INSTANTIATE(LETTER, TYPE) template class Qr<TYPE>;
HET_FOR_EACH_PRECISION(HET_INSTANTIATE)
#undef HET_INSTANTIATE

}  // namespace het
