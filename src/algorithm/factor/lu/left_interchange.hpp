#pragma once
#include <vector>

#include "src/algorithm/factor/factor.hpp"
#include "src/algorithm/factor/line.hpp"

namespace het {

// The row interchanges of L: the rows of a panel's columns are exchanged by the pivots of all later panels. Done after
// the factorization, panel by panel from the last to the first, with the interchanges composed: each element moves once,
// and columns are read and written from end to end.
// Memory: O(m) indices. Volume per rank: at most its part of L.
template <Scalar T>
class LeftInterchange {
 public:
  LeftInterchange(const GridMatrix<T>& a, const Line& column, int tag);

  // Exchanges all rows of the panels that are on this process column. `out` and `in` hold local rows x the widest panel.
  // Collective over the process column. pivots[k] was exchanged with row k.
  void run(const std::vector<Panel>& panels, const std::vector<Extent>& pivots, T* out, T* in);
  Extent bytes_sent() const { return bytes_sent_; }

 private:
  // Local rows to send to, and to be written from, one process row.
  struct Peer {
    std::vector<Extent> to, from;
  };
  void compose(const Panel& later, const std::vector<Extent>& pivots);
  void list(Extent begin);
  void move(const Panel& panel, T* out, T* in);

  const GridMatrix<T>* a_;
  const Line* column_;
  const int tag_;
  std::vector<Extent> from_, to_;  // row i becomes the old row from_[i]; to_ is its inverse
  std::vector<int> owner_;         // of each row
  std::vector<Extent> local_;      // its place there
  std::vector<Peer> peers_;
  Requests requests_;
  Extent bytes_sent_ = 0;
};

}  // namespace het
