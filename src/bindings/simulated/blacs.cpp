// The few BLACS routines that a grid needs, for simulated builds: BLACS itself wants parts of MPI that SMPI lacks.
#include <mpi.h>

#include <vector>

#include "src/base/error.hpp"
#include "src/bindings/processes/world.hpp"

namespace het {
namespace {

struct Grid {
  MPI_Comm comm = MPI_COMM_NULL;
  int p = -1, q = -1, row = -1, col = -1;
};

// By context, from 0 on; those that ended have no communicator, nor has a grid without this process.
std::vector<Grid>& grids() {
  static std::vector<Grid> all;
  return all;
}

// map: the process at (i, j) at i + j * ldmap. Collective over MPI_COMM_WORLD.
int new_grid(const int* map, int ldmap, int p, int q) {
  Grid grid;
  for (int row = 0; row < p; ++row)
    for (int col = 0; col < q; ++col)
      if (map[row + col * ldmap] == world_rank()) grid = {MPI_COMM_NULL, p, q, row, col};
  const bool inside = grid.row >= 0;
  MPI_Comm_split(MPI_COMM_WORLD, inside ? 0 : MPI_UNDEFINED, grid.row * q + grid.col, &grid.comm);
  if (!inside) return -1;
  grids().push_back(grid);
  return static_cast<int>(grids().size()) - 1;
}

}  // namespace
}  // namespace het

extern "C" {

void blacs_pinfo_(int* process, int* processes) {
  *process = het::world_rank();
  MPI_Comm_size(MPI_COMM_WORLD, processes);
}

// 0: the system context; 10: the communicator of a context.
void blacs_get_(const int* context, const int* what, int* value) {
  *value = *what == 10 ? MPI_Comm_c2f(het::grids().at(static_cast<std::size_t>(*context)).comm) : 0;
}

void blacs_gridmap_(int* context, const int* map, const int* ldmap, const int* p, const int* q) {
  *context = het::new_grid(map, *ldmap, *p, *q);
}

void blacs_gridinit_(int* context, const char* order, const int* p, const int* q) {
  std::vector<int> map(static_cast<std::size_t>(*p * *q));
  const bool by_columns = *order == 'C' || *order == 'c';
  for (int row = 0; row < *p; ++row)
    for (int col = 0; col < *q; ++col)
      map[static_cast<std::size_t>(row + col * *p)] = by_columns ? row + col * *p : row * *q + col;
  blacs_gridmap_(context, map.data(), p, p, q);
}

void blacs_gridinfo_(const int* context, int* p, int* q, int* row, int* col) {
  const auto at = static_cast<std::size_t>(*context);
  const het::Grid grid = *context >= 0 && at < het::grids().size() ? het::grids()[at] : het::Grid{};
  *p = grid.p;
  *q = grid.q;
  *row = grid.row;
  *col = grid.col;
}

void blacs_gridexit_(const int* context) {
  het::Grid& grid = het::grids().at(static_cast<std::size_t>(*context));
  if (grid.comm != MPI_COMM_NULL) MPI_Comm_free(&grid.comm);
  grid = {};
}

void blacs_exit_(const int* keep_mpi) {
  if (*keep_mpi == 0) MPI_Finalize();
}
}
