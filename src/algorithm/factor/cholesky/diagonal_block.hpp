#pragma once
#include "src/algorithm/factor/cholesky/lower_view.hpp"
#include "src/algorithm/factor/factor.hpp"

namespace het {

// L11 of one panel on all ranks of its process column: the rank that has the panel's first row collects the block
// A(k0 : k1-1, k0 : k1-1), factors it and sends the factor to the others. One rank alone decides whether the block is
// positive definite; different processors might disagree.
template <Scalar T>
class DiagonalBlock {
 public:
  // Takes the memory for panels of up to `width` columns. `tag` and the next one are used.
  DiagonalBlock(const LowerView<T>& a, Extent width, int tag);

  // Looks at the messages; true when the last block has reached all.
  bool passed_on();
  // Every rank of the panel's process column, in this order: begins to receive, when the last block has been passed
  // on; gives what it has of the block, when A's columns are up to date.
  void expect(const Panel& panel);
  void start();
  // Looks at the messages; true when L11 is here and in A.
  bool advance();

  const T* data() const { return block_.data(); }
  Extent ld() const { return width_; }
  // 0, or k > 0 when the leading minor of order k of the block is not positive definite; a NaN is nothing wrong.
  Extent info() const;
  Extent bytes_sent() const { return bytes_sent_; }

 private:
  Extent rows_of(int row) const { return a_.local_row(panel_.end, row) - a_.local_row(panel_.begin, row); }
  // Column within the block of the diagonal element in row il of process row `row`, and so what the row has before.
  Extent diagonal(Extent il, int row) const { return a_.global_row(il, row) - panel_.begin; }
  Extent block_bytes() const;
  Extent rows_bytes(int row) const { return rows_of(row) * width_ * Extent{sizeof(T)}; }
  int rank_of(int row) const { return down_.ranks[static_cast<std::size_t>(row)]; }
  void load(T* rows, Extent ld) const;
  void store() const;
  void collect();
  void factor();

  const LowerView<T>& a_;
  ProcessLine down_;
  int tag_;
  Buffer<T> block_, rows_;  // the block, with its INFO behind it; rows of it on their way
  Requests requests_;
  Panel panel_{0, 0, 0};
  Extent width_ = 0, bytes_sent_ = 0;
  int root_ = 0;
  bool factored_ = false, stored_ = true;
};

}  // namespace het
