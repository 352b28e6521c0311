#pragma once
#include <cstddef>

#include "src/base/watch.hpp"
#include "src/bindings/mpi.hpp"

namespace het {

// How a computation shares the time with the moves of its matrix: it begins with the columns that are here while others
// are still on their way, and says what it is through with, which may leave. The base class: the matrix is here, and
// stays.
class Moves {
 public:
  virtual ~Moves() = default;
  // Whether columns arrive meanwhile: the same on all ranks.
  virtual bool columns_arrive() const { return false; }
  // All that this rank gets, and gives, of the columns below this one is there; n and more: of all. Until then no
  // wait may do without progress().
  virtual Extent columns_here() const { return unbounded; }
  // This rank is through with the steps of the columns below `col`.
  virtual void done(Extent col) { static_cast<void>(col); }
  // Shows its messages to a look. Returns how many have completed.
  virtual std::size_t progress(JointLook& look) {
    static_cast<void>(look);
    return 0;
  }

  // Of a matrix that does not move.
  static Moves& none() {
    static Moves none;
    return none;
  }
};

// Looks with progress() until all columns below `col` are here. Returns the seconds for which this rank waited: less those
// that it computed meanwhile, of which computed() tells the sum so far.
template <class Progress, class Computed>
double await_columns(const Moves& moves, Extent col, const Progress& progress, const Computed& computed) {
  if (moves.columns_here() >= col) return 0;
  const double begin = MPI_Wtime(), before = computed();
  while (moves.columns_here() < col) progress();
  return booked(Activity::move_in, begin, MPI_Wtime()) - (computed() - before);
}

}  // namespace het
