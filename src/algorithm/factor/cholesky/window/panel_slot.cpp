#include "src/algorithm/factor/cholesky/window/panel_slot.hpp"

#include <utility>

#include "src/distribution/panels/triangle/cholesky_cuts.hpp"

namespace het {

template <Scalar T>
PanelSlot<T>::PanelSlot(const LowerView<T>& a, const AxisOverlap& rows_of_cols, int tag)
    : a_(a),
      panel_rows_(a.comm(), tag, SendMode::synchronous),
      head_(a, rows_of_cols, tag + 1),
      rest_(a, rows_of_cols, tag + 1 + TransposedRows<T>::tags(a.rows().processes())) {}

template <Scalar T>
void PanelSlot<T>::reset(const Panel& panel, const Panel& next, ProcessLine across,
                         const PanelRoom<T>& room) {
  panel_ = panel;
  next_ = next;
  across_ = std::move(across);
  room_ = room;
}

template <Scalar T>
FactorColumns<T> PanelSlot<T>::columns() const {
  return {room_.rows,      room_.cols,      room_.row_ld,  room_.col_ld,
          room_.first_row, room_.first_col, panel_.width()};
}

template <Scalar T>
void PanelSlot<T>::set_info(Extent info) {
  put_info(info, carried_info());
}

template <Scalar T>
Extent PanelSlot<T>::info() const {
  return get_info(carried_info());
}

template <Scalar T>
void PanelSlot<T>::start() {
  send_rows();
  T* const rest_received = head_.receive(panel_, {panel_.end, next_.end}, room_.received);
  rest_.receive(panel_, {next_.end, a_.n()}, rest_received);
  head_taken_ = false;
  rest_due_ = panel_.col == a_.col();
  if (rest_due_) rest_sent_ = send(head_, room_.sent);
}

// In one piece, with the rows above that other panels of the round have, unless these are many.
template <Scalar T>
void PanelSlot<T>::send_rows() {
  const Extent above = first_needed(a_.row()) - room_.first_row,
               below = room_.row_ld - above - info_elements<T>, column = room_.row_ld * Extent{sizeof(T)},
               width = panel_.width();
  const SentColumn sent = sent_column(above, below, sizeof(T));
  if (sent.with_round)
    panel_rows_.start(across_, room_.rows, column * width);
  else
    panel_rows_.start(across_, rows(), {sent.elements * Extent{sizeof(T)}, width, column});
}

template <Scalar T>
void PanelSlot<T>::send_rest_if_due() {
  if (!rest_due_ || !panel_rows_.finished()) return;
  send(rest_, rest_sent_);
  rest_due_ = false;
}

template <Scalar T>
void PanelSlot<T>::put(const TransposedRows<T>& part) {
  part.put(room_.rows, room_.row_ld, room_.first_row, room_.cols, room_.col_ld, room_.first_col);
}

template <Scalar T>
void PanelSlot<T>::take_head() {
  if (!head_taken_) put(head_);
  head_taken_ = true;
}

template <Scalar T>
void PanelSlot<T>::take() {
  take_head();
  put(rest_);
}

template <Scalar T>
std::size_t PanelSlot<T>::progress(JointLook& look) {
  std::size_t completed = panel_rows_.progress(look);
  send_rest_if_due();
  completed += head_.progress(look);
  return completed + rest_.progress(look);
}

template <Scalar T>
bool PanelSlot<T>::passed_on() const {
  return panel_rows_.finished() && !rest_due_ && head_.passed_on() && rest_.passed_on();
}

#define HET_INSTANTIATE(LETTER, TYPE) template class PanelSlot<TYPE>;
HET_FOR_EACH_PRECISION(HET_INSTANTIATE)
#undef HET_INSTANTIATE

}  // namespace het
