#pragma once
// A BLACS process grid that ends with its owner.
#include <mpi.h>

#include <string>
#include <vector>

namespace het::testing {

struct GridShape {
  int nprow = 1, npcol = 1;
  int size() const { return nprow * npcol; }
  std::string text() const { return std::to_string(nprow) + "x" + std::to_string(npcol); }
  auto operator<=>(const GridShape&) const = default;
};

// The squarest p x q grid of exactly so many processes, p <= q.
inline GridShape squarest(int processes) {
  GridShape best{1, processes};
  for (int p = 1; p * p <= processes; ++p)
    if (processes % p == 0) best = {p, processes / p};
  return best;
}

// Made and ended by all processes of MPI_COMM_WORLD together; those beyond nprow*npcol stay outside.
class ProcessGrid {
 public:
  // order: 'R' or 'C', as in BLACS_GRIDINIT.
  explicit ProcessGrid(GridShape shape, char order = 'R');
  // map: process numbers, column by column, as in BLACS_GRIDMAP.
  ProcessGrid(GridShape shape, const std::vector<int>& map);
  ~ProcessGrid();
  ProcessGrid(const ProcessGrid&) = delete;
  ProcessGrid& operator=(const ProcessGrid&) = delete;

  int context() const { return context_; }
  GridShape shape() const { return shape_; }
  int pi() const { return pi_; }
  int pj() const { return pj_; }
  bool inside() const { return pi_ >= 0; }
  // The processes inside, ranked pi*npcol + pj; MPI_COMM_NULL outside.
  MPI_Comm comm() const { return comm_; }

 private:
  void locate();

  GridShape shape_;
  int context_ = -1;
  int pi_ = -1, pj_ = -1;
  MPI_Comm comm_ = MPI_COMM_NULL;
};

}  // namespace het::testing
