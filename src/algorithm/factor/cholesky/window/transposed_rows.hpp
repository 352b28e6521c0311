#pragma once
#include "src/algorithm/factor/cholesky/lower_view.hpp"
#include "src/algorithm/factor/cholesky/window/transpose_plan.hpp"
#include "src/algorithm/factor/factor.hpp"

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

  // Uses `tags` tags from `tag` on. `plans` are those of all process columns. No communication.
  TransposedRows(const LowerView<T>& a, const std::vector<TransposePlan>& plans, int tag);
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
  TransposePlan::Rows rows_of(int row) const {
    return {a_.local_row(numbers_.begin, row), a_.local_row(numbers_.end, row)};
  }
  ProcessLine line(int row, int to) const;
  Extent bytes(Extent elements) const { return elements * panel_.width() * Extent{sizeof(T)}; }

  const LowerView<T>& a_;
  const std::vector<TransposePlan>& plans_;  // by process column
  const TransposePlan& plan_;                // of this one
  const T* received_ = nullptr;
  std::vector<LineBroadcast> to_, from_;  // to each process column, from each process row
  Panel panel_{0, 0, 0};
  Numbers numbers_{0, 0};
};

}  // namespace het
