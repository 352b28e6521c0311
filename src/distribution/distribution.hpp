#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "src/distribution/axis_map.hpp"

namespace het {

// A matrix over a p x q grid: row axis x column axis. Element (i, j) belongs to process (rows.owner(i),
// cols.owner(j)), so every process talks only along its own grid row and column [BPRR99 §3.1.2].
//
// Worked example (2 x 2, cycle-times 1 2 / 3 6): rows with the pattern 0 0 0 1 and columns with 0 0 1 give
// process (0, 0) six of the twelve blocks of a 4 x 3 pattern, (0, 1) three, (1, 0) two and (1, 1) one: all
// finish after 6 time units.
struct Distribution {
  AxisMap rows;
  AxisMap cols;

  int p() const { return rows.processes(); }
  int q() const { return cols.processes(); }
  friend bool operator==(const Distribution&, const Distribution&) = default;
};

// ScaLAPACK's distribution of an m x n matrix in mb x nb blocks, block (0, 0) on process (rsrc, csrc).
Distribution block_cyclic(Extent m, Extent n, Extent mb, Extent nb, int p, int q, int rsrc = 0, int csrc = 0);

std::string to_string(const Distribution& distribution);

// Where process (i, j) is in a list of all processes of a grid with q columns, row by row.
//   (1, 0) of 2 x 3: 3
constexpr std::size_t place_of(int i, int j, int q) {
  return static_cast<std::size_t>(i) * static_cast<std::size_t>(q) + static_cast<std::size_t>(j);
}

// Where the ranks of a communicator sit on a grid. A rank outside has row = col = -1. Several ranks at one
// coordinate hold copies of the same part: a schedule serves each of them, and never reads from a replicated
// placement.
struct Placement {
  struct Coord {
    int row = -1, col = -1;
    bool on_grid() const { return row >= 0; }
    friend bool operator==(const Coord&, const Coord&) = default;
  };
  std::vector<Coord> of_rank;

  const Coord& operator[](int rank) const { return of_rank[static_cast<std::size_t>(rank)]; }
  int ranks() const { return static_cast<int>(of_rank.size()); }
  friend bool operator==(const Placement&, const Placement&) = default;

  // rank = row * q + col, the order of every BLACS context's communicator.
  static Placement row_major(int p, int q);
  // The ranks of `grid`, each with a copy of the parts of its grid row (column coordinate 0 everywhere), or
  // of its grid column (row coordinate 0 everywhere): how a panel that is broadcast along rows or columns is
  // placed.
  static Placement along_rows(const Placement& grid);
  static Placement along_cols(const Placement& grid);
  // What those on the grid know and others must hear of, such as pivots, each of the others hears from one of them, who share
  // that evenly: for each rank the one that tells it, itself if it is on the grid. One rank at least must be. O(ranks).
  std::vector<int> tellers() const;
  // The rank at each place of a p x q grid (place_of), -1 where there is none, the last of several. O(p q + ranks).
  std::vector<int> by_place(int p, int q) const;
  // Rows and columns exchanged: where the transpose of a part sits.
  Placement transposed() const;
};

}  // namespace het
