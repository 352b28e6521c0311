#pragma once
#include "src/algorithm/factor/cholesky/update.hpp"
#include "src/algorithm/factor/cholesky/window/carried_info.hpp"
#include "src/algorithm/factor/cholesky/window/transpose_plan.hpp"
#include "src/algorithm/factor/factor.hpp"

namespace het {

// Where the columns of a panel lie on a rank, twice: a column of m + info_elements rows from local row `first_row` on,
// and one of n rows from local column `first_col` on.
template <Scalar T>
struct PanelRoom {
  T *rows, *cols;
  Extent row_ld, col_ld, first_row, first_col;
};

// The columns of L of one panel [k0, k1) on one rank: L(k1 : n-1, k0 : k1-1) in the rows of this process row, and once
// more in the rows that have the numbers of this process column's columns. Both come straight from the panel's process
// column: the first along the process rows, the second from the rank that has the rows to one rank of each process
// column, which passes them on along its column. Nothing that travels waits for something else to arrive.
//
// INFO travels with the panel, behind the last row of its first column.
template <Scalar T>
class PanelSlot {
 public:
  // Takes the memory for messages with panels of up to `width` columns that end at column `end` or behind; uses the
  // tags from `tag` on, one and one for each process row. `plans` are those of all process columns. No communication.
  PanelSlot(const LowerView<T>& a, const std::vector<TransposePlan>& plans, Extent end, Extent width,
            int tag);

  // Makes room for a panel; the last one has been passed on. Its columns are put where `room` says.
  void reset(const Panel& panel, const PanelRoom<T>& room);
  // This rank's rows of the panel, to be filled before start() on the panel's process column, and their INFO.
  T* rows() const { return row(first_needed(a_.row())); }
  Extent row_ld() const { return room_.row_ld; }
  void set_info(Extent info);
  Extent info() const;

  // Sends the panel, or begins to receive it.
  void start();
  bool arrived() const;
  // Puts in place what has arrived.
  void take();
  FactorColumns<T> columns() const;

  // Passes on what has arrived. Returns how many messages have completed.
  std::size_t progress();
  bool passed_on() const;
  void finish();
  Extent bytes_sent() const;

 private:
  T* row(Extent il) const { return room_.rows + (il - room_.first_row); }
  T* carried_info() const { return room_.rows + room_.row_ld - info_elements<T>; }
  Extent first_needed(int source) const { return a_.local_row(panel_.end, source); }
  Line line(int row, int from, int to) const;
  void send_rows();
  void send_parts();
  template <class F>
  void for_each_part(F f) const;

  const LowerView<T>& a_;
  const std::vector<TransposePlan>& plans_;  // by process column
  const TransposePlan& plan_;                // of this one
  Line across_;
  Buffer<T> sent_, received_;
  // Rows of the panel; those for columns, to each process column and from each process row.
  LineBroadcast panel_rows_;
  std::vector<LineBroadcast> to_, from_;
  Panel panel_{0, 0, 0};
  PanelRoom<T> room_{};
};

}  // namespace het
