#pragma once
#include <array>
#include <vector>

#include "src/algorithm/factor/factor.hpp"
#include "src/algorithm/factor/line.hpp"

namespace het {

// The row interchanges of L: the rows of a panel's columns are exchanged by the pivots of all later panels. Done after
// the factorization, in any distribution of what it left, piece by piece from the last to the first, with the interchanges
// composed: each element moves once, and columns are read and written from end to end. A piece is what a process column
// has of a panel in one block. The rows of one travel while those of the one before are put in their places.
// Memory: four pieces of the local rows (none on a single process row), O(m) indices. Volume per rank: at most its part of L.
template <Scalar T>
class LeftInterchange {
 public:
  // Takes all memory, without communication. Throws std::bad_alloc; throws Error for a part outside its matrix. The
  // problem's distribution and placement must outlive the object. panels: those of the factorization, which may have been
  // made in another distribution.
  LeftInterchange(const Communicator& comm, const FactorProblem<T>& problem,
                  const std::vector<Panel>& panels);
  LeftInterchange(const LeftInterchange&) = delete;
  LeftInterchange& operator=(const LeftInterchange&) = delete;

  // Collective over the grid; other ranks return at once. Once only. pivots[k], k < min(m, n), was exchanged with row k.
  // Returns the bytes this rank sent.
  Extent run(const std::vector<Extent>& pivots);

 private:
  // Columns of one panel, on one process column, with the first later panel.
  struct Piece {
    Extent begin, end;
    int col;
    Extent later;
    Extent width() const { return end - begin; }
  };
  // Local rows to send to, and to be written from, one process row.
  struct Peer {
    std::vector<Extent> to, from;
  };
  // The rows of a piece that change places.
  struct Rows {
    const Piece* piece = nullptr;
    std::vector<Peer> peers;
    Buffer<T> out, in;
    std::vector<const T*> arriving;  // of each peer
    Requests requests;
  };
  static std::vector<Piece> cut(const std::vector<Panel>& panels, const AxisMap& cols);
  void compose(Extent begin, Extent end, const std::vector<Extent>& pivots);
  void list(Rows& rows) const;
  void start(Rows& rows);
  void pack(Rows& rows);
  void place(Rows& rows) const;

  const GridMatrix<T> a_;
  const Line column_;
  const std::vector<Piece> pieces_;
  std::vector<Extent> from_, to_;    // row i becomes the old row from_[i]; to_ is its inverse
  std::vector<int> owner_;           // of each row
  std::vector<Extent> local_;        // its place there
  std::vector<std::size_t> others_;  // process rows but this one, the next one first
  Buffer<T> staying_;                // what stays on this rank of one column
  std::array<Rows, 2> rows_;         // of this piece and of the one before
  Extent bytes_sent_ = 0;
};

}  // namespace het
