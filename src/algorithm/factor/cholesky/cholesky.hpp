#pragma once
#include <memory>

#include "src/algorithm/factor/factor.hpp"

namespace het {

template <Scalar T>
class PanelPipeline;

// Cholesky factorization of a Hermitian positive definite A (n x n; symmetric for real types) in any distribution:
//   A = L L^H  in the lower triangle (uplo 'L'),  or  A = U^H U  in the upper one (uplo 'U').
// The other triangle is neither read nor written; the imaginary parts of the diagonal are taken as zero, and are zero
// in the factor.
//
// Right-looking. Between the slices of the update the next panels are factored and travel (PanelPipeline), as many as
// the window holds, and those that have come by then, at most half of it, are subtracted from the columns behind at
// once (TrailingMatrix): a rank that waits for nothing computes long products. Ranks of the process column whose
// panel is next turn to it first; where the one that has its diagonal block is at work, they go on with their updates
// meanwhile. The upper triangle is the lower one of the conjugate transpose (LowerView).
//
// Operations: n^3 / 3 in all (four times as many real ones for complex types), of which rank (i, j) has its part of
// the triangle. Volume: each column of L goes once along the process rows and once down the process columns.
template <Scalar T>
class Cholesky {
 public:
  // Takes the memory: a fixed number of columns of the rank's part, about 512, twice for its rows and twice for its
  // columns. Throws std::bad_alloc; Error for parts outside their matrices, for m != n and for another uplo. No
  // communication. The problem's distribution and placement must outlive the object.
  Cholesky(const Communicator& comm, char uplo, const FactorProblem<T>& problem, FactorOptions options = {});
  ~Cholesky();

  // Collective over the ranks of the grid; all give the same global arguments. Once.
  ComputeStatistics run();

  // After run(), on every rank of the grid: 0, or k > 0 when the leading minor of order k is not positive definite. A is
  // then partly updated; its first k - 1 diagonal elements, and L as far as the panels before that of column k, are those
  // of the factor. A NaN does not end it, as in ScaLAPACK: with nothing else wrong the result is 0, and L has NaNs.
  Extent info() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;  // none outside the grid
};

}  // namespace het
