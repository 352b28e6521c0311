#pragma once
#include "src/algorithm/factor/process_line.hpp"
#include "src/distribution/panels/reflectors/panel_sums.hpp"

namespace het {

// W := (sum of all ranks' W) T over a process column, for W with the columns of a panel: each rank sums an equal part
// of the rows and multiplies it with the triangle T, then all get all parts. So all have the same bits, and the work
// between is shared. The messages travel between the calls below, which each rank of the column makes in the same
// order, for several objects in the same order.
//
// On a column of p ranks each sends 2 (p - 1) / p times as many elements as W has.
template <Scalar T>
class ProductSum {
 public:
  // Memory for W of at most rows x width; that of the messages too unless the column is one rank.
  ProductSum(const Communicator& comm, const ProcessLine& column, Extent rows, Extent width);

  // Where this rank puts its product, rows x width with leading dimension ld(); and where the result appears.
  T* data() const { return product_.data(); }
  Extent ld() const { return std::max<Extent>(rows_, 1); }
  Extent rows() const { return rows_; }

  // The next W will have this size.
  void resize(Extent rows, Extent width);
  // The product is there: sends the others' parts to them.
  void scatter();
  // Waits for the others' products of this rank's part.
  void await_parts(const Idle& idle) { wait(idle); }
  // They are here: sums, multiplies with T, sends to all.
  void combine(const T* t, Extent ldt);
  // Waits for what the others have sent.
  void await_sums(const Idle& idle) { wait(idle); }
  // It is here: puts it in its place.
  void finish();

  // Shows the messages to a look.
  void progress(JointLook& look) { look.at(requests_); }

  Extent bytes_sent() const { return bytes_sent_; }

 private:
  Extent begin(int rank) const { return summed_begin(rows_, rank, line_.size()); }
  Extent count(int rank) const { return summed_rows(rows_, rank, line_.size()); }
  T* outgoing(int rank) const { return outgoing_.data() + begin(rank) * width_; }
  // The rank's contribution to this rank's part; then its part of the result. All slots have room for the largest part.
  T* incoming(int rank) const { return incoming_.data() + rank * ceil_div(rows_, line_.size()) * width_; }
  void pack(int rank, T* packed) const;
  void unpack(int rank, const T* packed) const;
  // A message of `send` elements to each other rank and one of `receive` from it.
  template <class Send, class Receive>
  void exchange(int tag, Send send, Receive receive);
  void wait(const Idle& idle);

  const Communicator* comm_;
  ProcessLine line_;
  Extent rows_ = 0, width_ = 0;
  Buffer<T> product_, outgoing_, incoming_;
  Requests requests_;
  Extent bytes_sent_ = 0;
};

}  // namespace het
