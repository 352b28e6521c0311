#pragma once
#include <memory>
#include <vector>

#include "src/distribution/distribution.hpp"
#include "src/distribution/overlap.hpp"

namespace het {

// The part of a distributed matrix that starts at (i, j): sub(A). The distribution and placement must outlive
// it.
struct MatrixPart {
  const Distribution* distribution;
  const Placement* placement;
  GlobalIndex i, j;
};

// What one rank exchanges with another: the product of its runs along the source's row axis and column axis.
// `rows` and `cols` name source dimensions; with a transposed target the row runs become target columns.
struct Transfer {
  int peer;
  const std::vector<Run>* rows;
  const std::vector<Run>* cols;
  Extent row_count, col_count;
  Extent elements() const { return row_count * col_count; }
};

// The messages of one redistribution, as one rank sees them: an m x n source part becomes an m x n target
// part, or an n x m one when transposed. Pure: it knows no MPI, no scalar type and no memory.
//
// Transfers are in pairwise order: the s-th partner a rank sends to is (rank + s) mod P and the one it
// receives from is (rank - s) mod P, so that in each round every rank sends one message and receives one.
// Only non-empty transfers are listed; the rank's transfer to itself stands apart.
class Schedule {
 public:
  // Throws Error when a part is not inside its matrix, or when the placements have different numbers of
  // ranks.
  Schedule(MatrixPart source, MatrixPart target, Extent m, Extent n, bool transposed = false);
  // The same from the overlaps of the source's row and column axis: steps of one algorithm share the one that
  // stays. The placements must outlive the schedule.
  Schedule(std::shared_ptr<const AxisOverlap> rows, std::shared_ptr<const AxisOverlap> cols,
           const Placement& source, const Placement& target, bool transposed = false);

  struct ForRank {
    std::vector<Transfer> sends, receives;
    std::vector<Transfer> self;  // none or one
  };
  ForRank for_rank(int rank) const;

  bool transposed() const { return transposed_; }

 private:
  Transfer transfer(const Placement::Coord& from, const Placement::Coord& to, int peer) const;

  std::shared_ptr<const AxisOverlap> rows_, cols_;  // along the source's dimensions
  const Placement* source_;
  const Placement* target_;
  bool transposed_;
};

}  // namespace het
