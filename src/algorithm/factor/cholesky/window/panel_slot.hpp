#pragma once
#include "src/algorithm/factor/cholesky/update.hpp"
#include "src/algorithm/factor/cholesky/window/carried_info.hpp"
#include "src/algorithm/factor/cholesky/window/transposed_rows.hpp"

namespace het {

// Where the columns of a panel lie on a rank, twice: a column of m + info_elements rows from local row `first_row` on,
// and one of n rows from local column `first_col` on. Beside them the memory for the messages of TransposedRows.
template <Scalar T>
struct PanelRoom {
  T *rows, *cols;
  Extent row_ld, col_ld, first_row, first_col;
  T *sent, *received;
};

// The columns of L of one panel [k0, k1) on one rank: L(k1 : n-1, k0 : k1-1) in the rows of this process row, and once
// more in the rows that have the numbers of this process column's columns. Both come straight from the panel's process
// column: the first along the process rows, that of the next panel first, the second as TransposedRows. Of these the
// head, the rows with the numbers of the next panel's columns, goes ahead: with it and its own rows the next process
// column can go on. The rest follows when the rows have left, so that they have the links for themselves.
//
// INFO travels with the panel, behind the last row of its first column.
template <Scalar T>
class PanelSlot {
 public:
  // Uses `tags` tags from `tag` on. `rows_of_cols` as for TransposedRows. No communication.
  PanelSlot(const LowerView<T>& a, const AxisOverlap& rows_of_cols, int tag);
  static constexpr int tags(int process_rows) { return 1 + 2 * TransposedRows<T>::tags(process_rows); }

  // Makes room for a panel, with the one behind it (the same for the last one); the panel before has been passed on. It
  // goes along `across`, a line of the process row with its owner first. Its columns are put where `room` says, whose
  // memory for messages is free again when the panel has been passed on (what is sent) and taken as well (received).
  void reset(const Panel& panel, const Panel& next, ProcessLine across, const PanelRoom<T>& room);
  // This rank's rows of the panel, to be filled before start() on the panel's process column, and their INFO.
  T* rows() const { return row(first_needed(a_.row())); }
  Extent row_ld() const { return room_.row_ld; }
  void set_info(Extent info);
  Extent info() const;

  // Sends the panel, or begins to receive it.
  void start();
  // This rank's rows are here, and INFO; beside them the head; all.
  bool rows_arrived() const { return panel_rows_.arrived(); }
  bool head_arrived() const { return rows_arrived() && head_.arrived(); }
  bool arrived() const { return head_arrived() && rest_.arrived(); }
  // Puts in place what has arrived: the head, or all.
  void take_head();
  void take();
  FactorColumns<T> columns() const;

  // Shows the messages to a look and passes on what has arrived. Returns how many have completed.
  std::size_t progress(JointLook& look);
  bool passed_on() const;
  Extent bytes_sent() const { return panel_rows_.bytes_sent() + head_.bytes_sent() + rest_.bytes_sent(); }

 private:
  T* row(Extent il) const { return room_.rows + (il - room_.first_row); }
  T* carried_info() const { return room_.rows + room_.row_ld - info_elements<T>; }
  Extent first_needed(int source) const { return a_.local_row(panel_.end, source); }
  void send_rows();
  T* send(TransposedRows<T>& part, T* from) {
    return part.send(room_.rows, room_.row_ld, room_.first_row, from);
  }
  void send_rest_if_due();
  void put(const TransposedRows<T>& part);

  const LowerView<T>& a_;
  ProcessLine across_{{}, -1};
  LineBroadcast panel_rows_;
  TransposedRows<T> head_, rest_;
  bool head_taken_ = false, rest_due_ = false;
  T* rest_sent_ = nullptr;  // behind the head in the room
  Panel panel_{0, 0, 0}, next_{0, 0, 0};
  PanelRoom<T> room_{};
};

}  // namespace het
