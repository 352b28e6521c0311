#pragma once
// BLACS grids for tests, ended with the object.
#include <mpi.h>

#include <vector>

extern "C" {
void Cblacs_get(int context, int what, int* value);
void Cblacs_gridinit(int* context, const char* order, int p, int q);
void Cblacs_gridmap(int* context, int* map, int ld, int p, int q);
void Cblacs_gridexit(int context);
}

namespace het::test {

inline int world_size() {
  int size = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  return size;
}

class BlacsGrid {
 public:
  BlacsGrid(int p, int q, const char* order = "R") {
    Cblacs_get(-1, 0, &context_);
    Cblacs_gridinit(&context_, order, p, q);
  }
  // map: p x q world ranks, column-major.
  BlacsGrid(std::vector<int> map, int p, int q) {
    Cblacs_get(-1, 0, &context_);
    Cblacs_gridmap(&context_, map.data(), p, p, q);
  }
  ~BlacsGrid() {
    if (context_ >= 0) Cblacs_gridexit(context_);
  }
  BlacsGrid(const BlacsGrid&) = delete;
  BlacsGrid& operator=(const BlacsGrid&) = delete;
  int context() const { return context_; }
  bool inside() const { return context_ >= 0; }

 private:
  int context_ = -1;
};

}  // namespace het::test
