#include "src/algorithm/factor/cholesky/window/panel_slot.hpp"

namespace het {

template <Scalar T>
PanelSlot<T>::PanelSlot(const LowerView<T>& a, const std::vector<TransposePlan>& plans, Extent end,
                        Extent width, int tag)
    : a_(a),
      plans_(plans),
      plan_(plans[static_cast<std::size_t>(a.col())]),
      across_(a.across()),
      panel_rows_(a.comm(), tag) {
  const Extent m = a.local_row(a.n()) - a.local_row(end), n = a.local_col(a.n()) - a.local_col(end);
  if (plan_.sources() == 1) return;
  sent_ = Buffer<T>(m * width);
  received_ = Buffer<T>(n * width);
  for (int row = 0; row < plan_.sources(); ++row) from_.emplace_back(a.comm(), tag + 1 + row);
  for (int col = 0; col < across_.size(); ++col) to_.emplace_back(a.comm(), tag + 1 + a.row());
}

template <Scalar T>
void PanelSlot<T>::reset(const Panel& panel, const PanelRoom<T>& room) {
  panel_ = panel;
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

// From process (row, from) to those of process column `to`, less the one that has the row itself.
template <Scalar T>
Line PanelSlot<T>::line(int row, int from, int to) const {
  const int p = plan_.sources();
  Line line{{a_.rank(row, from)}, a_.col() == to ? (a_.row() - row + p) % p : 0};
  for (int step = 1; step < p; ++step) line.ranks.push_back(a_.rank((row + step) % p, to));
  return line;
}

// f(process row, where its part lies when it arrives, its rows); the parts follow each other.
template <Scalar T>
template <class F>
void PanelSlot<T>::for_each_part(F f) const {
  T* part = received_.data();
  for (int source = 0; source < plan_.sources(); ++source) {
    if (source == a_.row()) continue;
    const Extent count = plan_.count(source, first_needed(source));
    f(source, part, count);
    part += count * panel_.width();
  }
}

template <Scalar T>
void PanelSlot<T>::start() {
  send_rows();
  if (plan_.sources() == 1) return;
  if (panel_.col == a_.col()) send_parts();
  for_each_part([&](int source, T* part, Extent count) {
    from_[static_cast<std::size_t>(source)].start(line(source, panel_.col, a_.col()), 0, part,
                                                  count * panel_.width() * Extent{sizeof(T)});
  });
}

// In one piece, with the rows above that other panels of the round have, unless these are many.
template <Scalar T>
void PanelSlot<T>::send_rows() {
  const Extent above = first_needed(a_.row()) - room_.first_row, needed = room_.row_ld - above;
  const Extent column = room_.row_ld * Extent{sizeof(T)}, width = panel_.width();
  if (2 * above > needed)
    panel_rows_.start(across_, panel_.col, rows(), {needed * Extent{sizeof(T)}, width, column});
  else
    panel_rows_.start(across_, panel_.col, room_.rows, column * width);
}

// Of this rank's rows those that have the numbers of its columns, to each process column.
template <Scalar T>
void PanelSlot<T>::send_parts() {
  const Extent from_row = first_needed(a_.row());
  T* part = sent_.data();
  for (int col = 0; col < across_.size(); ++col) {
    const TransposePlan& plan = plans_[static_cast<std::size_t>(col)];
    const Extent count = plan.count(a_.row(), from_row);
    T* to = part;
    plan.for_each(a_.row(), from_row, [&](const TransposePlan::Run& run) {
      copy_block(run.length, panel_.width(), row(run.row), room_.row_ld, to, count);
      to += run.length;
    });
    to_[static_cast<std::size_t>(col)].start(line(a_.row(), a_.col(), col), 0, part,
                                             count * panel_.width() * Extent{sizeof(T)});
    part += count * panel_.width();
  }
}

template <Scalar T>
bool PanelSlot<T>::arrived() const {
  return panel_rows_.arrived() &&
         std::ranges::all_of(from_, [](const LineBroadcast& part) { return part.arrived(); });
}

template <Scalar T>
void PanelSlot<T>::take() {
  const auto put = [&](const TransposePlan::Run& run, const T* x, Extent ld) {
    copy_block(run.length, panel_.width(), x, ld, room_.cols + (run.col - room_.first_col), room_.col_ld);
  };
  // What this rank has itself takes no message.
  plan_.for_each(a_.row(), first_needed(a_.row()),
                 [&](const TransposePlan::Run& run) { put(run, row(run.row), room_.row_ld); });
  for_each_part([&](int source, const T* part, Extent count) {
    plan_.for_each(source, first_needed(source), [&](const TransposePlan::Run& run) {
      put(run, part, count);
      part += run.length;
    });
  });
}

template <Scalar T>
std::size_t PanelSlot<T>::progress() {
  std::size_t completed = panel_rows_.progress();
  for (LineBroadcast& part : to_) completed += part.progress();
  for (LineBroadcast& part : from_) completed += part.progress();
  return completed;
}

template <Scalar T>
bool PanelSlot<T>::passed_on() const {
  const auto finished = [](const LineBroadcast& part) { return part.finished(); };
  return panel_rows_.finished() && std::ranges::all_of(to_, finished) && std::ranges::all_of(from_, finished);
}

template <Scalar T>
void PanelSlot<T>::finish() {
  panel_rows_.finish();
  for (LineBroadcast& part : to_) part.finish();
  for (LineBroadcast& part : from_) part.finish();
}

template <Scalar T>
Extent PanelSlot<T>::bytes_sent() const {
  Extent sum = panel_rows_.bytes_sent();
  for (const LineBroadcast& part : to_) sum += part.bytes_sent();
  for (const LineBroadcast& part : from_) sum += part.bytes_sent();
  return sum;
}

#define HET_INSTANTIATE(LETTER, TYPE) template class PanelSlot<TYPE>;
HET_FOR_EACH_PRECISION(HET_INSTANTIATE)
#undef HET_INSTANTIATE

}  // namespace het
