#pragma once
#include "src/algorithm/factor/line.hpp"
#include "src/algorithm/factor/lu/interchange.hpp"

namespace het {

// The row interchanges of one panel in a piece of columns of one process column: the pivot rows come to all its ranks,
// because each of them computes U12 = L11^-1 A12 by itself, and the displaced rows go straight to their new places. One
// message between each pair of ranks; none on a single process row.
template <Scalar T>
class RowExchange {
 public:
  // Takes the memory for pieces of up to `cols` columns and panels of up to `width`.
  RowExchange(const GridMatrix<T>& a, const Line& column, Extent width, Extent cols, int tag);

  // Begins to exchange local columns [jl, jl + cols), which must not be touched until finish(). The interchange must
  // stay until then. All ranks of the process column start the same pieces in the same order.
  void start(const Interchange& rows, Extent jl, Extent cols);
  // Looks at the messages. Whether all have arrived and been sent.
  bool progress();
  // The pivot rows, in order: width x cols, once progress() has said yes. Their old places hold the displaced rows.
  T* pivot_rows() const { return pivot_rows_.data(); }
  Extent first_col() const { return jl_; }
  Extent cols() const { return cols_; }
  Extent bytes_sent() const { return bytes_sent_; }

 private:
  void take_own();
  void pack(int to, T* message) const;
  void unpack(int from, const T* message);

  const GridMatrix<T>* a_;
  const Line* column_;
  const int tag_;
  const Interchange* rows_ = nullptr;
  Extent jl_ = 0, cols_ = 0, width_ = 0;
  Buffer<T> pivot_rows_, out_, in_;
  std::vector<T*> arriving_;  // by process row
  std::size_t open_ = 0;      // messages under way
  Requests requests_;         // receives by process row, then sends
  Extent bytes_sent_ = 0;
};

}  // namespace het
