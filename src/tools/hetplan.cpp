// hetplan: plans of heterogeneous process grids, explained and drawn. No MPI.
#include "src/tools/command/run.hpp"

int main(int argc, char** argv) { return het::run_hetplan(argc, argv, stdout, stderr); }
