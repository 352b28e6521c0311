#include "src/algorithm/panel_stream.hpp"

#include <algorithm>

namespace het {
namespace {

// Open MPI hands over an eager part and three fragments of 32 KiB before it wants to hear of the other side
// again: longer messages would need as many looks at them as they have such pieces.
constexpr Extent chunk_bytes = Extent{96} << 10;

const AxisMap& fixed_axis(const MatrixPart& part, bool k_along_columns) {
  return k_along_columns ? part.distribution->rows : part.distribution->cols;
}
const AxisMap& k_axis(const MatrixPart& part, bool k_along_columns) {
  return k_along_columns ? part.distribution->cols : part.distribution->rows;
}
GlobalIndex fixed_begin(const MatrixPart& part, bool k_along_columns) {
  return k_along_columns ? part.i : part.j;
}
GlobalIndex k_begin(const MatrixPart& part, bool k_along_columns) {
  return k_along_columns ? part.j : part.i;
}

}  // namespace

template <Scalar T>
PanelStream<T>::PanelStream(const Communicator& comm, const Operand<const T>& operand, bool k_along_columns,
                            const AxisMap& fixed, Placement targets, Extent k, Extent panel_k, int tag)
    : comm_(comm),
      operand_(operand),
      k_along_columns_(k_along_columns),
      targets_(std::move(targets)),
      k_(k),
      panel_k_(panel_k),
      tag_(tag),
      panel_axis_(AxisMap::whole(panel_k)),
      fixed_overlap_(std::make_shared<AxisOverlap>(
          AxisPart{&fixed_axis(operand.part, k_along_columns), fixed_begin(operand.part, k_along_columns)},
          AxisPart{&fixed, GlobalIndex(0)}, fixed.extent())) {
  const auto at = targets_[comm.rank()], from = (*operand.part.placement)[comm.rank()];
  if (at.on_grid()) fixed_size_ = fixed.local_size(ProcessCoord(k_along_columns ? at.row : at.col));
  Extent sent_per_k = 0, most_k = 0;
  if (from.on_grid()) {
    const ProcessCoord fixed_from(k_along_columns ? from.row : from.col),
        k_from(k_along_columns ? from.col : from.row);
    for (int t = 0; t < fixed_overlap_->targets(); ++t)
      sent_per_k += fixed_overlap_->volume(fixed_from, ProcessCoord(t));
    const GlobalIndex first = k_begin(operand.part, k_along_columns);
    for (Extent done = 0; done < k; done += panel_k)
      most_k = std::max(most_k, k_axis(operand.part, k_along_columns)
                                    .local_size(k_from, first + done, first + std::min(done + panel_k, k)));
  }
  for (Extent s = 0; s < std::min<Extent>(2, (k + panel_k - 1) / panel_k); ++s) {
    slot(s).panel = Buffer<T>(fixed_size_ * panel_k);
    slot(s).buffers.receive = Buffer<T>(fixed_size_ * panel_k);
    slot(s).buffers.send = Buffer<T>(sent_per_k * most_k);
  }
}

template <Scalar T>
std::shared_ptr<const AxisOverlap> PanelStream<T>::k_overlap(Extent s) const {
  const Extent begin = s * panel_k_;
  return std::make_shared<AxisOverlap>(
      AxisPart{&k_axis(operand_.part, k_along_columns_), k_begin(operand_.part, k_along_columns_) + begin},
      AxisPart{&panel_axis_, GlobalIndex(0)}, std::min(panel_k_, k_ - begin));
}

template <Scalar T>
void PanelStream<T>::start(Extent s) {
  Slot& to = slot(s);
  if (to.exchange) to.exchange->finish();
  to.exchange.reset();
  Schedule schedule(k_along_columns_ ? fixed_overlap_ : k_overlap(s),
                    k_along_columns_ ? k_overlap(s) : fixed_overlap_, *operand_.part.placement, targets_);
  to.exchange.emplace(std::move(schedule), comm_, tag_ + static_cast<int>(s % 2), to.buffers,
                      ExchangeLimits{chunk_bytes, 0});
  if (to.exchange->in_place(operand_.local.data, operand_.local.lld))
    to.exchange->start_sends(operand_.local.data, operand_.local.lld);
  else
    to.exchange->start(operand_.local.data, operand_.local.lld, to.panel.data(),
                       k_along_columns_ ? fixed_size_ : panel_k_);
  bytes_sent_ += to.exchange->bytes_sent();
}

template <Scalar T>
typename PanelStream<T>::Panel PanelStream<T>::wait(Extent s) {
  Slot& from = slot(s);
  from.exchange->finish_receives();
  if (const T* in_place = from.exchange->in_place(operand_.local.data, operand_.local.lld))
    return {in_place, operand_.local.lld};
  return {from.panel.data(), std::max<Extent>(k_along_columns_ ? fixed_size_ : panel_k_, 1)};
}

template <Scalar T>
void PanelStream<T>::progress() {
  for (Slot& each : slots_)
    if (each.exchange) each.exchange->progress();
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
