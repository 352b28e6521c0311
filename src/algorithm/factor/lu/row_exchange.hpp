#pragma once
#include "src/algorithm/factor/line.hpp"
#include "src/algorithm/factor/lu/interchange.hpp"

namespace het {

// The row interchanges of one panel in a piece of columns of one process column: the pivot rows come to all its ranks,
// because each of them computes U12 = L11^-1 A12 by itself, and the displaced rows go straight to their new places. Two
// messages between each pair of ranks; none on a single process row.
template <Scalar T>
class RowExchange {
 public:
  // Takes the memory for pieces of up to `cols` columns and panels of up to `width`: 5 width cols elements at most.
  RowExchange(const GridMatrix<T>& a, const Line& column, Extent width, Extent cols, int tag);

  // Begins to exchange local columns [jl, jl + cols), which must not be touched until progress() says so. The
  // interchange must stay until then. All ranks of the process column start the same pieces in the same order.
  void start(const Interchange& rows, Extent jl, Extent cols);
  // Looks at the messages. Whether all have arrived and been sent.
  bool progress();
  // The pivot rows, in order, cols columns. Their old places hold the displaced rows.
  T* pivot_rows() const { return pivot_rows_.data(); }
  Extent first_col() const { return jl_; }
  Extent cols() const { return cols_; }
  Extent bytes_sent() const { return bytes_sent_; }

 private:
  // The messages of one pair of ranks. All receives come before all sends.
  enum Message { pivots_from, displaced_from, pivots_to, displaced_to, messages };
  void pack(T* pivots, T* displaced);
  void receive(Message kind, int from, T*& to, std::size_t rows);
  void send(Message kind, int to, const T* from, std::size_t rows);
  void unpack(std::size_t request);
  std::size_t index(Message kind, int peer) const {
    return kind * arriving_.size() / 2 + static_cast<std::size_t>(peer);
  }
  int bytes(std::size_t rows) const {
    return message_bytes(static_cast<Extent>(rows) * cols_ * Extent{sizeof(T)});
  }

  const GridMatrix<T>* a_;
  const Line* column_;
  const int tag_;
  const Interchange* rows_ = nullptr;
  Extent jl_ = 0, cols_ = 0, width_ = 0;
  Buffer<T> pivot_rows_, out_, in_;
  std::vector<const T*> arriving_;  // where each receive goes
  std::size_t open_ = 0;            // messages under way
  Requests requests_;               // by index()
  Extent bytes_sent_ = 0;
};

}  // namespace het
