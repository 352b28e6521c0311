#pragma once
#include "src/algorithm/factor/lu/lu_panel.hpp"
#include "src/distribution/panels/panel_ends.hpp"

namespace het {

// LU factorization with partial pivoting of one panel by the ranks of its process column:
//   P A(k0 : m-1, k0 : k1-1) = (L11; L21) U11
// Recursive: the left half of the columns, U12 = L11^-1 A12, A22 -= L21 U12, then the right half; so most of the work
// is matrix products. The rows that have become pivots are kept on every rank (the `top` of the panel), so that
// solving needs no messages, and one round of messages per column does it all: it brings every rank's largest element
// with its row, and the row that has to make room [as HPL does]. What is chosen depends on these messages alone, so
// unlike processors agree.
//
// The pivot of a column is the first element of largest |re| + |im|; a NaN is never larger, but one on the diagonal
// stays, as in the reference's loop over comparisons. Work per rank: rows w^2; messages: w rounds of 2 w elements.
template <Scalar T>
class LuPanelFactorization {
 public:
  // Takes the memory for panels of up to `width` columns. `column` are the ranks of this process column.
  LuPanelFactorization(const GridMatrix<T>& a, const ProcessLine& column, Extent width, int tag);

  // Factors A's columns of panel.panel() in place, and leaves the panel ready to be sent. Collective over the process
  // column. `idle` while it waits for messages; without, it waits in MPI.
  void run(LuPanel<T>& panel, const Idle& idle = {});

  double waited() const { return waited_; }  // seconds in messages so far
  // Of the last panel: the shortest of its rounds of messages, in which no rank came late.
  double shortest_round() const { return shortest_round_; }
  Extent bytes_sent() const { return bytes_sent_; }

 private:
  // What each rank says of one column; its candidate's row follows, then the row to be replaced, from its owner.
  struct Candidate {
    double magnitude;
    Extent row;  // global, -1: none
  };
  static_assert(Extent{sizeof(Candidate)} == lu_candidate_bytes);
  void factor(Extent begin, Extent end);
  void factor_columns(Extent begin, Extent end);
  void eliminate(Extent j);
  Candidate candidate(Extent j) const;
  int winner() const;
  void copy(bool back) const;

  Extent row(Extent j) const { return panel_->panel().begin + j; }  // global row of the top's row j
  // My rows that are not above the top's row j: rows() + active(j) to the end.
  Extent active(Extent j) const { return a_->local_row(row(j)) - panel_->first_row(); }
  T* at(Extent il, Extent j) const { return panel_->rows() + il + j * panel_->lld(); }
  T* top(Extent i, Extent j) const { return panel_->top() + i + j * panel_->width(); }
  Extent message_size() const { return Extent{sizeof(Candidate)} + 2 * panel_->width() * Extent{sizeof(T)}; }
  Candidate& said(int place) const {
    return *reinterpret_cast<Candidate*>(messages_.data() + place * message_size());
  }
  T* candidate_row(int place) const { return reinterpret_cast<T*>(&said(place) + 1); }
  T* current_row(int place) const { return candidate_row(place) + panel_->width(); }

  const GridMatrix<T>* a_;
  const ProcessLine* column_;
  const int tag_;
  LuPanel<T>* panel_ = nullptr;
  const Idle* idle_ = nullptr;
  Buffer<char> messages_;
  double waited_ = 0, shortest_round_ = 0;
  Extent bytes_sent_ = 0;
};

}  // namespace het
