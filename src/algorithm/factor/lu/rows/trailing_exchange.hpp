#pragma once
#include <optional>

#include "src/algorithm/factor/lu/lu_panel.hpp"
#include "src/algorithm/factor/lu/rows/row_exchange.hpp"

namespace het {

// The row interchanges of one panel in all columns that it updates, in pieces of columns: each starts as soon as its
// columns have been updated by the panel before, while they are in the cache and others are still to be multiplied.
template <Scalar T>
class TrailingExchange {
 public:
  // Takes the memory for all local columns in pieces of `piece_cols`, or of `arriving_pieces` at least where
  // they arrive meanwhile, and panels of up to `width`. shared_solve: each process row computes the rows of U in a part
  // of the columns for all, but in the first piece, which is needed at once.
  TrailingExchange(const GridMatrix<T>& a, const Line& column, Extent width, Extent piece_cols,
                   Extent arriving_pieces, int tag, int solved_tag, bool shared_solve);

  // Plans the exchange by the pivots of a panel that has arrived, and stays until clear(). `next`: the panel to
  // factor next if it is on this process column, whose columns then are the first piece; `arriving`: columns are still on
  // their way. The last exchange must be complete.
  void plan(const LuPanel<T>& panel, const Panel* next, bool arriving);
  // Starts, in order, all pieces that end at or before a local column. Returns the seconds spent.
  double start(Extent updated_to);
  // Whether other ranks wait, or will wait, for rows of U from this one.
  bool owes() const;
  // Ends the plan.
  void clear() { rows_.reset(); }

  bool planned() const { return rows_.has_value(); }
  const Interchange& rows() const { return *rows_; }
  std::size_t pieces() const { return ends_.size(); }
  bool all_started() const { return started_ == ends_.size(); }
  bool started(std::size_t piece) const { return piece < started_; }
  RowExchange<T>& piece(std::size_t i) { return exchanges_[i]; }
  // Looks at the messages, and computes the rows of U that others wait for. Returns the seconds spent computing.
  double progress();
  Extent bytes_sent() const;

 private:
  Extent pieces_of(Extent cols) const;

  const GridMatrix<T>* a_;
  const Extent piece_cols_, arriving_pieces_;
  const bool shared_solve_;
  std::optional<Interchange> rows_;
  const T* l11_ = nullptr;
  Extent begin_ = 0;          // local column of the first piece
  std::vector<Extent> ends_;  // of the pieces
  std::size_t started_ = 0;
  std::vector<RowExchange<T>> exchanges_;
};

}  // namespace het
