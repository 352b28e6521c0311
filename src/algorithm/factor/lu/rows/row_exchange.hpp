#pragma once
#include "src/algorithm/factor/line.hpp"
#include "src/algorithm/factor/lu/rows/interchange.hpp"

namespace het {

// The row interchanges of one panel in a piece of columns of one process column, and U12 = L11^-1 A12 there: the
// displaced rows go straight to their new places, and all ranks get U12. Each computes it for its share of the
// columns (solve_weights), to which the pivot rows come, and sends that on: three messages between each pair of
// ranks. Of a few columns, or in a hurry, the pivot rows come to all ranks, and each computes all of U12 by itself:
// two messages. None on a single process row.
template <Scalar T>
class RowExchange {
 public:
  // Takes the memory for pieces of up to `cols` columns and panels of up to `width`: 5 width cols elements at most.
  // Of U12 with `solved_tag`, which others use in the same order.
  RowExchange(const GridMatrix<T>& a, const Line& column, Extent width, Extent cols, int tag, int solved_tag);

  // Begins to exchange local columns [jl, jl + cols), which must not be touched until done(). The interchange, and
  // L11, of as many rows as columns, must stay until done() and solve(). All ranks of the process column start the
  // same pieces in the same order.
  void start(const Interchange& rows, const T* l11, Extent jl, Extent cols, bool shared);
  // Looks at the messages.
  void progress();
  // Computes U12 once all it is made of is here, in this rank's share: of shared pieces in the order of their start,
  // as they are sent; of others after done(). Returns the seconds spent.
  double solve();
  // Whether no other rank waits for this one's share.
  bool solved() const { return solved_ || !shared_; }
  // Whether all messages have arrived and been sent: U12 is here, but for solve() where it is not shared.
  bool done() const { return open_ == 0 && solved(); }
  // U12, or the pivot rows that it will be, in order, cols columns. Their old places hold the displaced rows.
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
  const Line* column_;
  const int tag_, solved_tag_;
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
