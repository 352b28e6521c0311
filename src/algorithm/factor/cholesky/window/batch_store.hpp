#pragma once
#include "src/algorithm/factor/cholesky/update.hpp"
#include "src/algorithm/factor/cholesky/window/batch.hpp"
#include "src/algorithm/factor/cholesky/window/transpose_plan.hpp"

namespace het {

// The columns of L of one batch on one rank: L(base : n-1, :) in the rows of this process row, which come along it,
// and L(base : n-1, :) in the rows that have the numbers of this process column's columns, which come down it from the
// ranks that had them first. Local arrays side by side, panel after panel, so that any consecutive panels make one
// local product.
//
// Panels are named by their numbers among all. A panel travels with its INFO: behind the last row of its first column.
template <Scalar T>
class BatchStore {
 public:
  // Takes the memory for batches of up to `width` columns and `panels` panels, all with base `base` or more; uses
  // the tags from `tag` on, two and one for each process row. No communication.
  BatchStore(const LowerView<T>& a, const TransposePlan& plan, Extent base, Extent width, std::size_t panels,
             int tag);

  // Makes room for a batch; the last one has been passed on.
  void reset(const Batch& batch);
  const Batch* batch() const { return batch_; }
  // The columns of the panels [first, last).
  FactorColumns<T> columns(std::size_t first, std::size_t last) const;

  // Rows of the panel from local row il on, to be filled; those from the base to there become zero.
  T* fill_rows(std::size_t panel, Extent il, Extent info);
  Extent row_ld() const { return row_ld_; }
  // Sends or receives the panel along the process row.
  void start_across(std::size_t panel);
  bool arrived_across(std::size_t panel) const { return slot(panel).across.arrived(); }
  Extent info(std::size_t panel) const;

  // Sends and receives the panel down the process column; the panel has arrived across. Then take_down() puts in place
  // what arrived. Both return the seconds spent copying.
  double start_down(std::size_t panel);
  bool arrived_down(std::size_t panel) const;
  double take_down(std::size_t panel);

  // Passes on what has arrived. Returns how many messages have completed.
  std::size_t progress();
  bool passed_on() const;
  void finish();
  Extent bytes_sent() const;

 private:
  struct Slot {
    LineBroadcast across;
    std::vector<LineBroadcast> down;  // one from each process row
  };
  const Panel& panel(std::size_t k) const { return batch_->panel(k); }
  Slot& slot(std::size_t k) { return slots_[k - batch_->first]; }
  const Slot& slot(std::size_t k) const { return slots_[k - batch_->first]; }
  Extent column(std::size_t k) const { return panel(k).begin - batch_->begin(); }
  T* rows_of(std::size_t k) const { return rows_.data() + column(k) * row_ld_; }
  T* cols_of(std::size_t k) const { return cols_.data() + column(k) * col_ld_; }
  Extent first_needed(std::size_t k, int source) const { return a_.local_row(panel(k).end, source); }
  template <class F>
  void for_each_part(std::size_t k, F f) const;

  const LowerView<T>& a_;
  const TransposePlan& plan_;
  Line across_, down_;
  Buffer<T> rows_, cols_, packed_;
  std::vector<Slot> slots_;
  const Batch* batch_ = nullptr;
  Extent first_row_ = 0, first_col_ = 0, row_ld_ = 0, col_ld_ = 0;
};

}  // namespace het
