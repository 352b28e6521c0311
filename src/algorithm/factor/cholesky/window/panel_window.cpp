#include "src/algorithm/factor/cholesky/window/panel_window.hpp"

#include "src/distribution/panels/panel_ends.hpp"
#include "src/distribution/panels/triangle/cholesky_cuts.hpp"

namespace het {

template <Scalar T>
PanelWindow<T>::PanelWindow(const LowerView<T>& a, const AxisOverlap& rows_of_cols, Extent panel_width,
                            int tag, Moves& moves)
    : a_(a),
      moves_(moves),
      panels_(cut_panels(a.cols(), a.n(), panel_width)),
      own_before_{0},
      audience_(a.cols(), panels_, cholesky_route),
      widest_(widest(panels_)) {
  for (const Panel& panel : panels_)
    own_before_.push_back(own_before_.back() + (panel.col == a.col() ? 1 : 0));
  const Extent slots = panels_in_window(widest_);
  const int p = a.rows().processes();
  for (std::size_t k = 0; k < std::min(panels_.size(), static_cast<std::size_t>(slots)); ++k)
    slots_.emplace_back(a, rows_of_cols, tag + static_cast<int>(k) * PanelSlot<T>::tags(p));
  // The first round has the most rows.
  const PanelRoom<T> first = room(0);
  rows_ = Buffer<T>(first.row_ld * widest_ * slots);
  cols_ = Buffer<T>(first.col_ld * widest_ * slots);
  if (p == 1) return;  // each rank has all rows of its columns
  sent_ = rooms_to_send();
  received_ = rooms_to_receive(rows_of_cols);
}

// As many as the most panels of this process column among any that follow each other in the window. The one whose room
// a panel takes is then behind the window, and has been passed on.
template <Scalar T>
MessageRooms<T> PanelWindow<T>::rooms_to_send() const {
  std::size_t rooms = 0;
  for (std::size_t k = 0; k < panels_.size(); ++k)
    rooms = std::max(rooms, own_before(k + slots_.size()) - own_before(k));
  const auto own = std::ranges::find(panels_, a_.col(), &Panel::col);
  if (own == panels_.end()) return {};
  return {rooms, (a_.local_row(a_.n()) - a_.local_row(own->end)) * widest_};
}

// Between two process rows nothing is passed on, and all panels but the last one that was started have been taken.
template <Scalar T>
MessageRooms<T> PanelWindow<T>::rooms_to_receive(const AxisOverlap& rows_of_cols) const {
  constexpr std::size_t travelling = 2;
  const int p = rows_of_cols.sources();
  const std::size_t rooms = p == 2 ? std::min(travelling, slots_.size()) : slots_.size();
  Extent elements = 0;
  for (int row = 0; row < p; ++row)
    if (row != a_.row())
      elements +=
          elements_in(rows_of_cols.runs(ProcessCoord(row), ProcessCoord(a_.col())),
                      {LocalIndex(a_.local_row(panels_[0].end, row)), LocalIndex(a_.local_row(a_.n(), row))});
  return {rooms, elements * widest_};
}

template <Scalar T>
PanelRoom<T> PanelWindow<T>::room(std::size_t k) const {
  const std::size_t slot = k % slots_.size();
  const Extent end = panels_[k - slot].end, column = static_cast<Extent>(slot) * widest_;
  const Extent il = a_.local_row(end), jl = a_.local_col(end);
  // The rows for INFO also keep columns off powers of two.
  const Extent row_ld = a_.local_row(a_.n()) - il + info_elements<T>,
               col_ld = std::max<Extent>(a_.local_col(a_.n()) - jl, 1);
  return {rows_.data() + column * row_ld,
          cols_.data() + column * col_ld,
          row_ld,
          col_ld,
          il,
          jl,
          sent_.of(own_before(k)),
          received_.of(k)};
}

template <Scalar T>
bool PanelWindow<T>::open(std::size_t k, std::size_t needed) {
  if (!slot_opens(k, slots_.size(), needed, [&] { return slot(k).passed_on(); })) return false;
  slot(k).reset(panels_[k], panels_[std::min(k + 1, panels_.size() - 1)],
                a_.across().among(audience_.ring(k)), room(k));
  return true;
}

template <Scalar T>
std::vector<FactorColumns<T>> PanelWindow<T>::columns(std::size_t first, std::size_t last) {
  std::vector<FactorColumns<T>> columns;
  for (std::size_t k = first; k < last; ++k) {
    const FactorColumns<T> next = slot(k).columns();
    if (k > first && joins_product(panels_, k, slots_.size(), widest_))
      columns.back().k += next.k;
    else
      columns.push_back(next);
  }
  return columns;
}

template <Scalar T>
void PanelWindow<T>::progress() {
  look_while_busy(look_, [this](JointLook& look) { return moves_.progress(look) + show_slots(look); });
}

template <Scalar T>
std::size_t PanelWindow<T>::show_slots(JointLook& look) {
  std::size_t completed = 0;
  for (auto& slot : slots_) completed += slot.progress(look);
  return completed;
}

// All slots together: what one of them waits for may be another one's rest, which its rank has yet to send.
template <Scalar T>
void PanelWindow<T>::finish() {
  const auto passed_on = [](const PanelSlot<T>& slot) { return slot.passed_on(); };
  for (int looks = 0; !std::ranges::all_of(slots_, passed_on);) {
    if (look_.at_all([this](JointLook& look) { return show_slots(look); }) == 0) rest_after(++looks);
  }
}

template <Scalar T>
Extent PanelWindow<T>::bytes_sent() const {
  Extent sum = 0;
  for (const auto& slot : slots_) sum += slot.bytes_sent();
  return sum;
}

#define HET_INSTANTIATE(LETTER, TYPE) template class PanelWindow<TYPE>;
HET_FOR_EACH_PRECISION(HET_INSTANTIATE)
#undef HET_INSTANTIATE

}  // namespace het
