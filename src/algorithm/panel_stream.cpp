#include "src/algorithm/panel_stream.hpp"

#include <algorithm>

namespace het {
namespace {

// Open MPI hands over an eager part and three fragments of 32 KiB before it wants to hear of the other side
// again: longer messages would need as many looks at them as they have such pieces.
constexpr Extent chunk_bytes = Extent{96} << 10;

// The ranks that get a panel, by the coordinate of the dimension that it shares with C.
Placement targets(const Placement& grid, InnerPanel::Side side, bool k_along_columns) {
  const auto placement =
      side == InnerPanel::a ? Placement::along_rows(grid) : Placement::along_cols(grid).transposed();
  return k_along_columns ? placement : placement.transposed();
}

}  // namespace

template <Scalar T>
PanelStream<T>::PanelStream(const Communicator& comm, const Operand<const T>& operand, InnerPanel::Side side,
                            char trans, bool aligned, const AxisMap& fixed, const Placement& grid,
                            const PanelStreamShape& shape, Extent least_in_place, int tag)
    : comm_(comm),
      operand_(operand),
      axes_(operand.part, k_runs_along_columns(side, trans)),
      side_(side),
      k_along_columns_(k_runs_along_columns(side, trans)),
      panel_k_along_columns_(k_along_columns_ || (aligned && axes_.inner.map->processes() > 1)),
      op_(panel_k_along_columns_ == k_along_columns_ ? trans : 'T'),
      sources_(k_along_columns_ == panel_k_along_columns_ ? *operand.part.placement
                                                          : operand.part.placement->transposed()),
      targets_(targets(grid, side, panel_k_along_columns_)),
      panel_k_(shape.width),
      least_in_place_(comm.size() > 1 ? least_in_place : 0),
      tag_(tag),
      slots_(static_cast<std::size_t>(shape.depth)) {
  const auto at = grid[comm.rank()], from = (*operand.part.placement)[comm.rank()];
  if (at.on_grid()) fixed_size_ = fixed.local_size(ProcessCoord(side == InnerPanel::a ? at.row : at.col));
  if (from.on_grid()) own_k_ = k_along_columns_ ? from.col : from.row;
  AxisOverlap overlap(axes_.fixed, AxisPart{&fixed, GlobalIndex(0)}, fixed.extent());
  if (at.on_grid() && from.on_grid()) {
    const ProcessCoord source(k_along_columns_ ? from.row : from.col),
        target(side == InnerPanel::a ? at.row : at.col);
    const auto& runs = overlap.runs(source, target);
    if (runs.size() == 1 && runs[0].length == fixed_size_) own_fixed_ = runs[0].source;
  }
  through_panel_ =
      panel_k_along_columns_ != k_along_columns_ ||
      (aligned && own_fixed_ && axes_.inner.map->processes() > 1 && operand.local.lld != fixed_size_);
  const AxisPart all{&fixed, GlobalIndex(0)};
  fixed_overlap_ = std::make_shared<AxisOverlap>(through_panel_ ? AxisOverlap(all, all, fixed.extent())
                                                                : std::move(overlap));
  if (comm.size() > 1)
    for (Slot& each : slots_) each.panel = Buffer<T>(fixed_size_ * panel_k_);
}

template <Scalar T>
bool PanelStream<T>::own_in_place(const InnerPanel& panel) const {
  return own_fixed_ && !through_panel_ &&
         std::ranges::all_of(panel.pieces, [&](const InnerPanel::Piece& piece) {
           return !own(piece) || (piece.consecutive[side_] && piece.length >= least_in_place_);
         });
}

// Into this rank's panel, transposed where panels lie otherwise than the operand.
template <Scalar T>
void PanelStream<T>::copy_own(const InnerPanel& panel, T* to) const {
  if (own_k_ < 0 || fixed_size_ == 0) return;
  const std::vector<Run> fixed{{*own_fixed_, LocalIndex(0), fixed_size_}};
  const auto& k = panel.overlap[side_]->runs(ProcessCoord(own_k_), ProcessCoord(0));
  PartTarget<T>{to, panel_lld(), panel_k_along_columns_ != k_along_columns_}.copy(
      k_along_columns_ ? fixed : k, k_along_columns_ ? k : fixed, operand_.local.data, operand_.local.lld);
}

template <Scalar T>
void PanelStream<T>::start(Extent s, const InnerPanel& panel) {
  Slot& to = slot(s);
  if (to.exchange) to.exchange->finish();
  to.exchange.reset();
  const auto k_overlap = through_panel_ ? panel.from_positions(side_) : panel.overlap[side_];
  Schedule schedule(panel_k_along_columns_ ? fixed_overlap_ : k_overlap,
                    panel_k_along_columns_ ? k_overlap : fixed_overlap_, sources_, targets_);
  to.exchange.emplace(std::move(schedule), comm_, tag_ + static_cast<int>(index(s)), Arrival<T>{},
                      ExchangeLimits{chunk_bytes, 0});
  to.own_in_place = own_in_place(panel);
  T* const arriving = to.panel.data();
  if (through_panel_) {
    copy_own(panel, arriving);
    to.exchange->start_messages(arriving, panel_lld(), arriving, panel_lld());
  } else if (to.own_in_place) {
    to.exchange->start_messages(operand_.local.data, operand_.local.lld, arriving, panel_lld());
  } else {
    to.exchange->start(operand_.local.data, operand_.local.lld, arriving, panel_lld());
  }
  bytes_sent_ += to.exchange->bytes_sent();
}

template <Scalar T>
typename PanelStream<T>::Block PanelStream<T>::block(Extent s, const InnerPanel::Piece& piece) const {
  const Slot& from = slots_[index(s)];
  if (from.own_in_place && own(piece)) {
    const Extent lld = operand_.local.lld;
    return {operand_.local.data + at(own_fixed_->value(), piece.begin[side_].value(), lld), lld};
  }
  return {from.panel.data() + at(0, piece.position, panel_lld()), panel_lld()};
}

template <Scalar T>
std::size_t PanelStream<T>::progress() {
  std::size_t completed = 0;
  for (Slot& each : slots_)
    if (each.exchange) completed += each.exchange->progress();
  return completed;
}

template <Scalar T>
void PanelStream<T>::finish() {
  for (Slot& each : slots_)
    if (each.exchange) each.exchange->finish();
}

#define HET_INSTANTIATE(LETTER, TYPE) template class PanelStream<TYPE>;
HET_FOR_EACH_PRECISION(HET_INSTANTIATE)
#undef HET_INSTANTIATE

}  // namespace het
