#pragma once
#include "src/algorithm/factor/lu/lu_panel.hpp"
#include "src/algorithm/factor/lu/piece_update.hpp"
#include "src/algorithm/factor/lu/rows/trailing_exchange.hpp"

namespace het {

// A(k+1:m, j) -= L(k+1:m, k) U(k, j) for one panel k after the other, piece by piece of the columns behind it, as their
// rows of U have come (TrailingExchange). While the next panel waits for messages, a little of it is done behind that
// panel's columns, tile by tile (PieceUpdate), where that pays (WaitFilling).
template <Scalar T>
class TrailingUpdate {
 public:
  // `a` must outlive it.
  TrailingUpdate(const GridMatrix<T>& a, const Slicing& slicing, const WaitFilling& filling)
      : a_(&a), slicing_(slicing), filling_(filling) {}

  // The step of a panel, which has arrived, begins, with the exchange that is planned for it. Both stay until the next step.
  void begin(const LuPanel<T>& l, TrailingExchange<T>& exchange);
  // Whether piece j, with all before it, is laid out: its rows of U have come and been put in their places.
  bool laid_out(std::size_t j) const { return j < laid_out_; }
  // Piece j, or what of it is not done; its rows of U have come. `poll` between the slices. Returns the seconds.
  double finish(std::size_t j, const Idle& poll);
  // Whether others wait for what this rank passes on when poll() is called.
  void set_awaited(bool awaited) { slicing_.awaited = awaited; }

  // Whether the waits of `next`, the panel behind this step's, are to be filled.
  bool fills_waits(const Panel& next) const;
  // Does a tile, if the rows of U for one have come. Laying out a piece takes longer where its rows of U are not solved for
  // by others, once a piece.
  void fill_wait();
  // A panel of so many columns has been factored here, in so many seconds of computing, and its shortest round of messages
  // took so long; `filled`: with tiles beside it.
  void factored(Extent width, double computing, double shortest_round, bool filled);

  // Seconds of updates so far while something else was waited for: tiles, and what add_meanwhile() tells.
  double meanwhile() const { return meanwhile_; }
  void add_meanwhile(double seconds) { meanwhile_ += seconds; }
  // A wait that begins now; its seconds when it ends, but for what has been updated meanwhile.
  struct Wait {
    double begin, meanwhile;
  };
  Wait wait() const { return {MPI_Wtime(), meanwhile_}; }
  double waited(Activity what, const Wait& since) const {
    return booked(what, since.begin, MPI_Wtime()) - meanwhile(since);
  }
  double meanwhile(const Wait& since) const { return meanwhile_ - since.meanwhile; }

 private:
  double lay_out(std::size_t j);
  double flops(Extent col) const;

  const GridMatrix<T>* a_;
  Slicing slicing_;
  const WaitFilling filling_;
  const LuPanel<T>* l_ = nullptr;
  TrailingExchange<T>* exchange_ = nullptr;
  std::size_t laid_out_ = 0;  // pieces of this step, of which all but the last are done
  PieceUpdate<T> piece_;      // of the last one
  double meanwhile_ = 0;
  FactoredPanel last_panel_;
};

}  // namespace het
