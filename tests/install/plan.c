/* A program of libhetblacs: the worked example, cycle-times 1 2 3 6 on a 2 x 2 grid, in which all finish together. */
#include <hetscalapack/hetblacs.h>
#include <math.h>
#include <stdio.h>

int main(void) {
  const double times[] = {1, 2, 3, 6};
  double r[2], c[2], rate;
  int order[4], optimal, p = 2, q = 2;
  char error[256] = "";
  if (hetblacs_plan(times, 4, &p, &q, "best", order, r, c, &rate, &optimal, error, sizeof error) != 0) {
    printf("%s\n", error);
    return 1;
  }
  const int good = fabs(rate - 2) < 1e-12 && optimal == 1;
  printf("plan %s: work rate %g\n", good ? "right" : "wrong", rate);
  return !good;
}
