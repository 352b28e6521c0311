#include "src/algorithm/factor/cholesky/window/transposed_rows.hpp"

namespace het {

template <Scalar T>
TransposedRows<T>::TransposedRows(const LowerView<T>& a, const std::vector<TransposePlan>& plans, int tag)
    : a_(a), plans_(plans), plan_(plans[static_cast<std::size_t>(a.col())]) {
  if (plan_.sources() == 1) return;  // which has all rows
  for (int row = 0; row < plan_.sources(); ++row) from_.emplace_back(a.comm(), tag + row);
  for (std::size_t col = 0; col < plans.size(); ++col) to_.emplace_back(a.comm(), tag + a.row());
}

// From process row `row` of the panel's process column to those of process column `to`, less the one that has the rows
// itself.
template <Scalar T>
ProcessLine TransposedRows<T>::line(int row, int to) const {
  const int p = plan_.sources();
  ProcessLine line{{a_.rank(row, panel_.col)}, a_.col() == to ? (a_.row() - row + p) % p : 0};
  for (int step = 1; step < p; ++step) line.ranks.push_back(a_.rank((row + step) % p, to));
  return line;
}

// What comes from one process row lies behind what comes from those before it.
template <Scalar T>
T* TransposedRows<T>::receive(const Panel& panel, const Numbers& numbers, T* room) {
  panel_ = panel;
  numbers_ = numbers;
  received_ = room;
  T* part = room;
  for (int row = 0; row < static_cast<int>(from_.size()); ++row) {
    if (row == a_.row()) continue;
    const Extent count = plan_.count(row, rows_of(row));
    from_[static_cast<std::size_t>(row)].start(line(row, a_.col()), 0, part, bytes(count));
    part += count * panel_.width();
  }
  return part;
}

template <Scalar T>
T* TransposedRows<T>::send(const T* x, Extent ldx, Extent first_row, T* room) {
  T* part = room;
  for (std::size_t col = 0; col < to_.size(); ++col) {
    const Extent count = plans_[col].count(a_.row(), rows_of(a_.row()));
    T* y = part;
    plans_[col].for_each(a_.row(), rows_of(a_.row()), [&](const TransposePlan::Run& run) {
      copy_block(run.length, panel_.width(), x + (run.row - first_row), ldx, y, count);
      y += run.length;
    });
    to_[col].start(line(a_.row(), static_cast<int>(col)), 0, part, bytes(count));
    part += count * panel_.width();
  }
  return part;
}

template <Scalar T>
bool TransposedRows<T>::arrived() const {
  return std::ranges::all_of(from_, [](const LineBroadcast& part) { return part.arrived(); });
}

template <Scalar T>
void TransposedRows<T>::put(const T* x, Extent ldx, Extent first_row, T* y, Extent ldy,
                            Extent first_col) const {
  const auto copy = [&](const TransposePlan::Run& run, const T* from, Extent ld) {
    copy_block(run.length, panel_.width(), from, ld, y + (run.col - first_col), ldy);
  };
  plan_.for_each(a_.row(), rows_of(a_.row()),
                 [&](const TransposePlan::Run& run) { copy(run, x + (run.row - first_row), ldx); });
  const T* part = received_;
  for (int row = 0; row < static_cast<int>(from_.size()); ++row) {
    if (row == a_.row()) continue;
    const Extent count = plan_.count(row, rows_of(row));
    const T* next = part;
    plan_.for_each(row, rows_of(row), [&](const TransposePlan::Run& run) {
      copy(run, next, count);
      next += run.length;
    });
    part += count * panel_.width();
  }
}

template <Scalar T>
std::size_t TransposedRows<T>::progress(JointLook& look) {
  std::size_t completed = 0;
  for (LineBroadcast& part : to_) completed += part.progress(look);
  for (LineBroadcast& part : from_) completed += part.progress(look);
  return completed;
}

template <Scalar T>
bool TransposedRows<T>::passed_on() const {
  const auto finished = [](const LineBroadcast& part) { return part.finished(); };
  return std::ranges::all_of(to_, finished) && std::ranges::all_of(from_, finished);
}

template <Scalar T>
Extent TransposedRows<T>::bytes_sent() const {
  Extent sum = 0;
  for (const LineBroadcast& part : to_) sum += part.bytes_sent();
  for (const LineBroadcast& part : from_) sum += part.bytes_sent();
  return sum;
}

#define HET_INSTANTIATE(LETTER, TYPE) template class TransposedRows<TYPE>;
HET_FOR_EACH_PRECISION(HET_INSTANTIATE)
#undef HET_INSTANTIATE

}  // namespace het
