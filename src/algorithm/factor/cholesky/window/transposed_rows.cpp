#include "src/algorithm/factor/cholesky/window/transposed_rows.hpp"

namespace het {

template <Scalar T>
TransposedRows<T>::TransposedRows(const LowerView<T>& a, const AxisOverlap& rows_of_cols, int tag)
    : a_(a), rows_of_cols_(rows_of_cols) {
  if (rows_of_cols.sources() == 1) return;  // which has all rows
  for (int row = 0; row < rows_of_cols.sources(); ++row) from_.emplace_back(a.comm(), tag + row);
  for (int col = 0; col < rows_of_cols.targets(); ++col) to_.emplace_back(a.comm(), tag + a.row());
}

// From process row `row` of the panel's process column to those of process column `to`, less the one that has the rows
// itself.
template <Scalar T>
ProcessLine TransposedRows<T>::line(int row, int to) const {
  const int p = rows_of_cols_.sources();
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
    const Extent rows = count(row, a_.col());
    from_[static_cast<std::size_t>(row)].start(line(row, a_.col()), part, bytes(rows));
    part += rows * panel_.width();
  }
  return part;
}

template <Scalar T>
T* TransposedRows<T>::send(const T* x, Extent ldx, Extent first_row, T* room) {
  T* part = room;
  for (int col = 0; col < static_cast<int>(to_.size()); ++col) {
    const Extent rows = count(a_.row(), col);
    T* y = part;
    for_each_run(a_.row(), col, [&](const Run& run) {
      copy_block(run.length, panel_.width(), x + (run.source.value() - first_row), ldx, y, rows);
      y += run.length;
    });
    to_[static_cast<std::size_t>(col)].start(line(a_.row(), col), part, bytes(rows));
    part += rows * panel_.width();
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
  const auto copy = [&](const Run& run, const T* from, Extent ld) {
    copy_block(run.length, panel_.width(), from, ld, y + (run.target.value() - first_col), ldy);
  };
  for_each_run(a_.row(), a_.col(),
               [&](const Run& run) { copy(run, x + (run.source.value() - first_row), ldx); });
  const T* part = received_;
  for (int row = 0; row < static_cast<int>(from_.size()); ++row) {
    if (row == a_.row()) continue;
    const Extent rows = count(row, a_.col());
    const T* next = part;
    for_each_run(row, a_.col(), [&](const Run& run) {
      copy(run, next, rows);
      next += run.length;
    });
    part += rows * panel_.width();
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
