/* The example of hetblacs.h as a C program has it. */
#include <hetscalapack/hetblacs.h>

int worked_example(int* order, double* r, double* c, double* rate, char* error, int error_size) {
  double t[] = {1, 2, 3, 6};
  int optimal = 0, p = 2, q = 2;
  if (hetblacs_plan(t, 4, &p, &q, "best", order, r, c, rate, &optimal, error, error_size) != 0) return -1;
  return optimal;
}
