#pragma once
#include <cstddef>

#include "src/base/index.hpp"
#include "src/bindings/mpi.hpp"

namespace het {

// How a computation shares the time with the moves of its matrix: it begins with the columns that are here while others
// are still on their way, and says what it is through with, which may leave. The base class: the matrix is here, and
// stays.
class Moves {
 public:
  virtual ~Moves() = default;
  // Whether columns arrive meanwhile: the same on all ranks.
  virtual bool arrive() const { return false; }
  // All that this rank gets, and gives, of the columns below this one is there; n and more: of all. Until then no
  // wait may do without progress().
  virtual Extent here() const { return unbounded; }
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

}  // namespace het
