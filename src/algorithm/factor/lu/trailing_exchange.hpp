#pragma once
#include <optional>

#include "src/algorithm/factor/lu/lu_panel.hpp"
#include "src/algorithm/factor/lu/row_exchange.hpp"

namespace het {

// The row interchanges of one panel in all columns that it updates, in pieces of columns: each starts as soon as its
// columns have been updated by the panel before, while they are in the cache and others are still to be multiplied.
template <Scalar T>
class TrailingExchange {
 public:
  // Takes the memory for all local columns in pieces of `piece_cols`, and panels of up to `width`.
  TrailingExchange(const GridMatrix<T>& a, const Line& column, Extent width, Extent piece_cols, int tag);

  // Plans the exchange by the pivots of a panel that has arrived. `next`: the panel to factor next if it is on this
  // process column, whose columns then are the first piece. The last exchange must be complete.
  void plan(const LuPanel<T>& panel, const Panel* next);
  // Starts, in order, all pieces that end at or before a local column. Returns the seconds spent.
  double start(Extent updated_to);
  // Ends the plan.
  void clear() { rows_.reset(); }

  bool planned() const { return rows_.has_value(); }
  const Interchange& rows() const { return *rows_; }
  std::size_t pieces() const { return ends_.size(); }
  bool all_started() const { return started_ == ends_.size(); }
  bool started(std::size_t piece) const { return piece < started_; }
  RowExchange<T>& piece(std::size_t i) { return exchanges_[i]; }
  void progress();
  Extent bytes_sent() const;

 private:
  const GridMatrix<T>* a_;
  const Extent piece_cols_;
  std::optional<Interchange> rows_;
  Extent begin_ = 0;          // local column of the first piece
  std::vector<Extent> ends_;  // of the pieces
  std::size_t started_ = 0;
  std::vector<RowExchange<T>> exchanges_;
};

}  // namespace het
