#pragma once
#include "src/algorithm/factor/cholesky/lower_view.hpp"
#include "src/algorithm/factor/factor.hpp"
#include "src/distribution/overlap.hpp"

namespace het {

// Rows of a panel of L on their second way: to the process columns that have columns of these numbers. From the rank
// of the panel's process column that has them to one rank of each such column, which passes them on along its column;
// a rank that has rows itself gets no message with them.
template <Scalar T>
class TransposedRows {
 public:
  // Global row numbers.
  struct Numbers {
    Extent begin, end;
  };

  // Uses `tags` tags from `tag` on. `rows_of_cols`, which must outlive it: from the axis of A's rows onto that of its columns.
  // No communication.
  TransposedRows(const LowerView<T>& a, const AxisOverlap& rows_of_cols, int tag);
  static constexpr int tags(int process_rows) { return process_rows; }

  // Begins to receive the rows of these numbers, at `room`; those before have been passed on. What is received must
  // stay until it has been put and passed on. Returns the end of it.
  T* receive(const Panel& panel, const Numbers& numbers, T* room);
  // On the panel's process column: sends this rank's, from `room`, where they must stay until they have been passed on.
  // x: its local rows from `first_row` on, in columns of ldx. Returns the end of what is sent.
  T* send(const T* x, Extent ldx, Extent first_row, T* room);
  bool arrived() const;
  // Once all have arrived: puts them into y, where local column `first_col` is the first row. x as above, on all ranks.
  void put(const T* x, Extent ldx, Extent first_row, T* y, Extent ldy, Extent first_col) const;

  // Shows the messages to a look and passes on what has arrived. Returns how many have completed.
  std::size_t progress(JointLook& look);
  bool passed_on() const;
  Extent bytes_sent() const;

 private:
  // Of process row `row`.
  LocalRange rows_of(int row) const {
    return {LocalIndex(a_.local_row(numbers_.begin, row)), LocalIndex(a_.local_row(numbers_.end, row))};
  }
  // The rows of these numbers that process row `row` has and process column `col` needs: f(run), and how many.
  const std::vector<Run>& runs(int row, int col) const {
    return rows_of_cols_.runs(ProcessCoord(row), ProcessCoord(col));
  }
  template <class F>
  void for_each_run(int row, int col, F f) const {
    for_each_run_in(runs(row, col), rows_of(row), f);
  }
  Extent count(int row, int col) const { return elements_in(runs(row, col), rows_of(row)); }
  ProcessLine line(int row, int to) const;
  Extent bytes(Extent elements) const { return elements * panel_.width() * Extent{sizeof(T)}; }

  const LowerView<T>& a_;
  const AxisOverlap& rows_of_cols_;
  const T* received_ = nullptr;
  std::vector<LineBroadcast> to_, from_;  // to each process column, from each process row
  Panel panel_{0, 0, 0};
  Numbers numbers_{0, 0};
};

}  // namespace het
