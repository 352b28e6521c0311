#include "src/algorithm/panel_stream.hpp"

#include <algorithm>

#include "src/distribution/panels/ring.hpp"

namespace het {
namespace {

// The same elements, at the owners' local indices and an offset of each owner's. (Meaningless for the rank itself,
// which only sends.)
AxisOverlap moved(const AxisOverlap& overlap, const std::vector<Extent>& offset) {
  std::vector<std::vector<Run>> runs(offset.size());
  for (std::size_t owner = 0; owner < offset.size(); ++owner)
    for (const Run& run : overlap.runs(ProcessCoord(static_cast<int>(owner)), ProcessCoord(0)))
      runs[owner].push_back({run.source, LocalIndex(run.source.value() + offset[owner]), run.length});
  return AxisOverlap::onto_one(std::move(runs));
}

// Where panels go: the coordinate of C's grid that owns `fixed` is that of the panel's rows or columns.
Placement targets(const Placement& of_c, InnerPanel::Side side, bool k_along_columns) {
  const bool rows = side == InnerPanel::a;
  const Placement along = rows ? Placement::along_rows(of_c) : Placement::along_cols(of_c);
  return rows == k_along_columns ? along : along.transposed();
}

}  // namespace

template <Scalar T>
PanelStream<T>::PanelStream(const Communicator& comm, const StreamedOperand<T>& operand, const AxisMap& fixed,
                            const Placement& of_c, const StreamCut& cut, int tag)
    : comm_(comm),
      operand_(operand),
      side_(operand.side),
      k_along_columns_(operand.k_along_columns()),
      targets_(targets(of_c, side_, k_along_columns_)),
      panel_k_(cut.shape.width),
      least_in_place_(comm.size() > 1 ? cut.least_in_place : 0),
      tag_(tag),
      fixed_overlap_(
          std::make_shared<AxisOverlap>(operand.fixed(), AxisPart{&fixed, GlobalIndex(0)}, fixed.extent())),
      slots_(static_cast<std::size_t>(cut.shape.depth)) {
  const auto to = targets_[comm.rank()], from = (*operand.x.part.placement)[comm.rank()];
  if (to.on_grid()) fixed_size_ = fixed.local_size(ProcessCoord(k_along_columns_ ? to.row : to.col));
  if (from.on_grid()) own_k_ = k_along_columns_ ? from.col : from.row;
  if (to.on_grid() && from.on_grid()) {
    const ProcessCoord source(k_along_columns_ ? from.row : from.col),
        target(k_along_columns_ ? to.row : to.col);
    const auto& runs = fixed_overlap_->runs(source, target);
    if (runs.size() == 1 && runs[0].length == fixed_size_) own_fixed_ = runs[0].source;
  }
  if (comm.size() > 1)
    for (Slot& each : slots_) each.panel = Buffer<T>(fixed_size_ * panel_k_);
}

template <Scalar T>
bool PanelStream<T>::own_in_place(const InnerPanel& panel) const {
  return own_fixed_ && std::ranges::all_of(panel.pieces, [&](const InnerPanel::Piece& piece) {
           return !own(piece) || (piece.consecutive[side_] && piece.length >= least_in_place_);
         });
}

// None where there is nothing to gain, or no room. One column comes in one piece as it is.
template <Scalar T>
std::optional<typename PanelStream<T>::ByOwner> PanelStream<T>::by_owner(const InnerPanel& panel) const {
  const auto whole = [&](const auto& piece) {
    return piece.consecutive[side_] && piece.length >= least_in_place_;
  };
  if (!operand_.kept_by_owner || k_along_columns_ || fixed_size_ < 2 ||
      !std::ranges::all_of(panel.pieces, whole))
    return {};
  const AxisOverlap& k = *panel.overlap[side_];
  ByOwner parts;
  std::vector<Extent> first(static_cast<std::size_t>(k.sources()), 0);
  Extent others = 0;
  for (int owner = 0; owner < k.sources(); ++owner) {
    const auto& runs = k.runs(ProcessCoord(owner), ProcessCoord(0));
    if (owner == own_k_ || runs.empty()) continue;
    ++others;
    parts.width = std::max(parts.width, k.volume(ProcessCoord(owner), ProcessCoord(0)));
    first[static_cast<std::size_t>(owner)] = std::ranges::min(runs, {}, &Run::source).source.value();
  }
  if (others == 0 || others * parts.width > panel_k_) return {};
  Extent before = 0;
  for (int owner = 0; owner < k.sources(); ++owner) {
    parts.offset.push_back(before - first[static_cast<std::size_t>(owner)]);
    if (owner != own_k_ && k.volume(ProcessCoord(owner), ProcessCoord(0)) > 0)
      before += parts.width * fixed_size_;
  }
  return parts;
}

template <Scalar T>
void PanelStream<T>::start(Extent s, const InnerPanel& panel) {
  Slot& to = slot(s);
  if (to.exchange) await([&] { to.exchange->finish(); });
  to.exchange.reset();
  auto k = panel.overlap[side_];
  to.own_in_place = own_in_place(panel);
  to.by_owner = to.own_in_place ? by_owner(panel) : std::nullopt;
  to.lld = to.by_owner ? to.by_owner->width : panel_lld();
  if (to.by_owner) k = std::make_shared<AxisOverlap>(moved(*k, to.by_owner->offset));
  Schedule schedule(k_along_columns_ ? fixed_overlap_ : k, k_along_columns_ ? k : fixed_overlap_,
                    *operand_.x.part.placement, targets_);
  to.exchange.emplace(std::move(schedule), comm_, tag_ + static_cast<int>(index(s)), Arrival<T>{},
                      ExchangeLimits{usual_chunk, 0});
  if (to.own_in_place)
    to.exchange->start_messages(operand_.x.local, {to.panel.data(), to.lld});
  else
    to.exchange->start(operand_.x.local, {to.panel.data(), to.lld});
  bytes_sent_ += to.exchange->bytes_sent();
}

template <Scalar T>
LocalArray<const T> PanelStream<T>::block(Extent s, const InnerPanel::Piece& piece) const {
  const Slot& from = slots_[index(s)];
  if (from.own_in_place && own(piece)) {
    const Extent lld = operand_.x.local.lld;
    return {operand_.x.local.data + at(own_fixed_->value(), piece.begin[side_].value(), lld), lld};
  }
  const Extent first = from.by_owner
                           ? from.by_owner->offset[piece.owner[side_].at()] + piece.begin[side_].value()
                           : at(0, piece.position, from.lld);
  return {from.panel.data() + first, from.lld};
}

template <Scalar T>
std::size_t PanelStream<T>::progress(JointLook& look) {
  std::size_t completed = 0;
  for (Slot& each : slots_)
    if (each.exchange) completed += each.exchange->progress(look);
  return completed;
}

template <Scalar T>
void PanelStream<T>::finish() {
  await([&] {
    for (Slot& each : slots_)
      if (each.exchange) each.exchange->finish();
  });
}

#define HET_INSTANTIATE(LETTER, TYPE) template class PanelStream<TYPE>;
HET_FOR_EACH_PRECISION(HET_INSTANTIATE)
#undef HET_INSTANTIATE

}  // namespace het
