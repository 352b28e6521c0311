#pragma once
#include <optional>

#include "src/algorithm/factor/lu/lu_panel.hpp"
#include "src/algorithm/factor/lu/rows/row_exchange.hpp"

namespace het {

// How the columns of an update are cut into pieces.
struct PieceCut {
  Extent panel_width;  // columns of the next panel, which are a piece of their own, at most
  Extent piece_cols;   // columns of other pieces at most
  Extent arriving_pieces =
      1;  // at least so many where the columns are still on their way when they are exchanged
  bool shared_solve = false;  // of all pieces but the first, which is needed at once
};

// The row interchanges of one panel in all columns that it updates, in pieces of columns: each starts as soon as its
// columns have been updated by the panel before, while they are in the cache and others are still to be multiplied.
template <Scalar T>
class TrailingExchange {
 public:
  // Takes the memory for the pieces of all local columns. No communication. `a` and `column`, the ranks of this process
  // column, must outlive it.
  TrailingExchange(const GridMatrix<T>& a, const ProcessLine& column, PieceCut cut, RowTags tags);

  // Lays out the exchange of what the pivots of `panel`, which has arrived, interchange: which rows go where, and in which
  // pieces of columns. The panel must stay until clear(), which ends the plan; the exchange before must be complete.
  // next: the panel to factor next if it is on this process column (its columns are then the first piece), else null.
  // arriving: columns are still on their way.
  void plan(const LuPanel<T>& panel, const Panel* next, bool arriving);
  // Starts, in order, all pieces that end at or before a local column. Returns the seconds spent.
  double start(Extent updated_to);
  // Whether other ranks wait, or will wait, for rows of U from this one.
  bool owes() const;
  void clear() { rows_.reset(); }

  bool planned() const { return rows_.has_value(); }
  const Interchange& rows() const { return *rows_; }
  std::size_t pieces() const { return ends_.size(); }
  bool all_started() const { return started_ == ends_.size(); }
  bool started(std::size_t piece) const { return piece < started_; }
  RowExchange<T>& piece(std::size_t i) { return exchanges_[i]; }
  // Shows the messages to a look, and computes the rows of U that others wait for. Returns the seconds spent computing.
  double progress(JointLook& look);
  Extent bytes_sent() const;

 private:
  const GridMatrix<T>* a_;
  const PieceCut cut_;
  std::optional<Interchange> rows_;
  const T* l11_ = nullptr;
  Extent begin_ = 0;          // local column of the first piece
  std::vector<Extent> ends_;  // of the pieces
  std::size_t started_ = 0;
  std::vector<RowExchange<T>> exchanges_;
};

}  // namespace het
