#pragma once
#include <array>
#include <span>
#include <vector>

#include "src/algorithm/factor/factor.hpp"
#include "src/algorithm/factor/process_line.hpp"

namespace het {

// The row interchanges of L: the rows of a panel's columns are exchanged by the pivots of all later panels. Done after
// the factorization, in any distribution of what it left, panel by panel from the last to the first, with the
// interchanges composed: each element moves once, and columns are read and written from end to end. Each process
// column moves what it has of a panel, and the rows of one panel travel while those of the one before are put in
// their places. Memory: four times the local rows of a panel's local columns (none on a single process row), O(m)
// indices. Volume per rank: at most its part of L.
template <Scalar T>
class LeftInterchange {
 public:
  // Takes all memory, without communication. Throws std::bad_alloc; throws Error for a part outside its matrix. The
  // problem's distribution and placement must outlive the object. panels: those of the factorization, which may have
  // been made in another distribution.
  LeftInterchange(const Communicator& comm, const FactorProblem<T>& problem,
                  const std::vector<Panel>& panels);
  LeftInterchange(const LeftInterchange&) = delete;
  LeftInterchange& operator=(const LeftInterchange&) = delete;

  // Collective over the grid; other ranks return at once. Once only. pivots[k], k < min(m, n), was exchanged with row
  // k. Returns the bytes this rank sent.
  Extent run(const std::vector<Extent>& pivots);

 private:
  // Local rows, those of one process row after those of another.
  struct RowLists {
    Buffer<Extent> rows;
    std::vector<Extent> begin;  // of each process row's, and of none
    std::span<const Extent> of(std::size_t i) const {
      return {rows.data() + begin[i], static_cast<std::size_t>(begin[i + 1] - begin[i])};
    }
  };
  // What changes places in this rank's columns of a panel.
  struct Moving {
    Extent jl = 0, width = 0;  // local columns; none: nothing moves
    RowLists to, from;         // rows to send to, and to be written from, each process row
    Buffer<T> out, in;
    std::vector<const T*> arriving;  // of each process row
    Requests requests;
  };
  Extent local_width(const Panel& panel) const { return a_.local_col(panel.end) - a_.local_col(panel.begin); }
  void compose(const Panel& later, const std::vector<Extent>& pivots);
  void list(Extent later, Moving& moving) const;
  void start(Moving& moving);
  void pack(const Moving& moving) const;
  void place(Moving& moving) const;

  const GridMatrix<T> a_;
  const ProcessLine column_;
  const std::vector<Panel> panels_;
  std::vector<Extent> from_, to_;    // row i becomes the old row from_[i]; to_ is its inverse
  std::vector<int> owner_;           // of each row
  std::vector<Extent> local_;        // its place there
  std::vector<std::size_t> others_;  // process rows but this one, the next one first
  Buffer<T> staying_;                // what stays on this rank of one column
  std::array<Moving, 2> moving_;     // of this panel and of the one before
  Extent bytes_sent_ = 0;
};

}  // namespace het
