#pragma once
#include "src/algorithm/factor/lu/rows/interchange.hpp"
#include "src/algorithm/factor/process_line.hpp"

namespace het {

// Tags of its messages: rows of A; rows of U12, which others use in the same order.
struct RowTags {
  int rows, solved;
};

// The row interchanges of one panel in a piece of columns of one process column, and U12 = L11^-1 A12 there, the w rows
// of U that the panel gives. Rows that pivots have displaced go straight to their new places; all ranks of the process
// column get all of U12, in one of two ways:
//   not shared: the pivot rows come to all ranks, and each solves for U12 by itself; two messages between each pair of
//               ranks, the pivot rows and the displaced ones;
//   shared:     each rank gets the pivot rows in its share of the columns (solve_weights), solves for U12 there, and
//               sends that to all others: a third message.
// No messages on a single process row.
template <Scalar T>
class RowExchange {
 public:
  // Takes the memory for pieces of up to `cols` columns and panels of up to `width`: 5 width cols elements at most.
  RowExchange(const GridMatrix<T>& a, const ProcessLine& column, Extent width, Extent cols, RowTags tags);

  // Begins to exchange local columns [jl, jl + cols), which must not be touched until done(). The interchange, and
  // L11, w x w without gaps, must stay until done() and solve(). shared: unless the columns are too few
  // (worth_sharing_solve). Collective over the process column, whose ranks start the same pieces in the same order.
  void start(const Interchange& rows, const T* l11, Extent jl, Extent cols, bool shared);
  // Shows the messages to a look.
  void progress(JointLook& look);
  // Solves for U12, once, in this rank's share of the columns (if shared, else in all); nothing while pivot rows
  // are missing for it. Shared pieces that use one tag are solved in the order of their start, because it sends them. Returns
  // the seconds spent.
  double solve();
  // Whether no other rank waits for rows of U12 from this one.
  bool solved() const { return solved_ || !shared_; }
  // Whether all messages have arrived and been sent: then U12 is here, or where it is not shared what solve() needs.
  bool done() const { return open_ == 0 && solved(); }
  // U12, w x cols without gaps, or before solve() the pivot rows, in order. Their old places hold the displaced rows.
  T* pivot_rows() const { return pivot_rows_.data(); }
  Extent first_col() const { return jl_; }
  Extent cols() const { return cols_; }
  Extent bytes_sent() const { return bytes_sent_; }

 private:
  // The messages of one pair of ranks. All receives come before all sends.
  enum Message : int {
    pivots_from,
    displaced_from,
    solved_from,
    pivots_to,
    displaced_to,
    solved_to,
    messages
  };
  struct Share {
    Extent begin, end;
    Extent cols() const { return end - begin; }
  };
  // The columns of the piece in which a process row computes U12.
  Share share(int process_row) const;
  void pack(T* pivots, T* displaced);
  T* receive(Message kind, int from, T* to, Extent elements);
  void send(Message kind, int to, const T* from, Extent elements);
  void unpack(Message kind, int from);
  T* u12(const Share& share) { return pivot_rows_.data() + share.begin * width_; }
  static int bytes(Extent elements) { return message_bytes(elements * Extent{sizeof(T)}); }
  std::size_t index(Message kind, int peer) const {
    return static_cast<std::size_t>(kind * column_->size() + peer);
  }

  const GridMatrix<T>* a_;
  const ProcessLine* column_;
  const RowTags tags_;
  const Interchange* rows_ = nullptr;
  const T* l11_ = nullptr;
  bool shared_ = false, solved_ = false;
  Extent jl_ = 0, cols_ = 0, width_ = 0;
  Buffer<T> pivot_rows_, out_, in_;
  std::vector<Extent> weights_before_;      // of each process row, and all of them
  std::vector<const T*> arriving_;          // where what is to be unpacked goes
  std::size_t open_ = 0, pivots_open_ = 0;  // messages under way; those with pivot rows for this rank
  Requests requests_;                       // by index()
  Extent bytes_sent_ = 0;
};

}  // namespace het
