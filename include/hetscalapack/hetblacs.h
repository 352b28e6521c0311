/* hetblacs: plans of process grids for processors of unequal speed, from C. Link with -lhetblacs. No MPI is
 * needed.
 *
 * Worked example: processors 0..3 with cycle-times 1, 2, 3, 6 on a 2 x 2 grid:
 *
 *     double t[] = {1, 2, 3, 6}, r[2], c[2], rate;
 *     int order[4], optimal, p = 2, q = 2;
 *     char error[256];
 *     if (hetblacs_plan(t, 4, &p, &q, "best", order, r, c, &rate, &optimal, error, sizeof error) != 0)
 *       fprintf(stderr, "%s\n", error);
 *
 * gives order = 0 1 2 3 (rows 1 2 and 3 6), r = 1, 1/3, c = 1, 1/2, rate = 2 (a uniform distribution does
 * 2/3), optimal = 1.
 *
 * Cycle-time t: relative time of one block update (speed 1/t), a number from 1e-15 to 1e15. Grids are
 * row-major, indices 0-based. All functions are local and thread-safe, give the same answer on every process
 * and touch no output when they fail. They return -1 for a wrong argument and write why to error (at most
 * error_size bytes with the final zero; error may be NULL). */
#ifndef HETBLACS_H
#define HETBLACS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Reads a list of cycle-times, "1,2,3,6" or "4*1,4*2.2".
 *   times     (output) the first `capacity` of them; may be NULL when capacity is 0
 * Returns how many the list has, which may be more than capacity. */
int hetblacs_parse_cycle_times(const char* text, double* times, int capacity, char* error, int error_size);

/* Arranges the p*q fastest of n processors on a p x q grid and finds how much each row and column should get:
 * weights with r[i] * t(i,j) * c[j] <= 1 for all (i, j), for a large work rate W = (sum r)(sum c).
 *   times     (input) n cycle-times
 *   p, q      (input/output) the grid; both 0: chosen here, the squarest within 5 % of the best work rate
 *   method    (input) "exact" (-1 when that is too much work), "heuristic", "svd", "swaps", "search", "natural" or
 *             "best"; NULL: "best"
 *   order     (output) which processor sits at (i, j), as index into times; p*q entries
 *   r, c      (output) p and q weights, r[0] = 1
 *   work_rate (output) W, block updates per unit of time; may be NULL
 *   optimal   (output) 1 when no plan for these processors is better, proven; may be NULL
 * order, r and c need room for n entries each when p = q = 0. Returns 0.
 * Work, counted in steps of some 3 ns and never timed, so that every process ends with the same plan: "heuristic" and
 * "natural" O(n log n + p q), "svd" O(n log n) and a few times O(p q log(p q)); "swaps", "search" and "best" at most
 * 7e6 steps, 20 ms, of which "best" gives half to a proof on grids where that may succeed; "exact" at most 2e8 steps,
 * half a second to a second, and -1 where they do not suffice: one arrangement alone has C(p+q-2, p-1) trees. With
 * p = q = 0 the O(sqrt(n)) shapes that are looked at share these steps. */
int hetblacs_plan(const double* times, int n, int* p, int* q, const char* method, int* order, double* r,
                  double* c, double* work_rate, int* optimal, char* error, int error_size);

/* The weights alone, for processors that stay where they are.
 *   p, q      (input) the grid
 *   times     (input) cycle-time of the processor at (i, j); p*q entries
 * The other arguments are those of hetblacs_plan; optimal is 1 when no other weights are better.
 * Returns 0. Work as there. */
int hetblacs_weights(int p, int q, const double* times, const char* method, double* r, double* c,
                     double* work_rate, int* optimal, char* error, int error_size);

/* Block rows and block columns of each grid row and column in a pattern of row_blocks x col_blocks blocks, in
 * proportion to weights, for a small max(row_shares[i] * t(i,j) * col_shares[j]). Shares may be 0.
 *   p, q, times            (input) as for hetblacs_weights
 *   r, c                   (input) positive weights, from hetblacs_plan or hetblacs_weights
 *   row_blocks, col_blocks (input) blocks of the pattern, or of the whole matrix; >= 0
 *   row_shares, col_shares (output) p integers that sum to row_blocks, q that sum to col_blocks
 *   imbalance              (output) max(row_shares[i] t(i,j) col_shares[j]) * (sum of 1/t)
 *                          / (row_blocks * col_blocks), 1 is perfect; may be NULL
 * Returns 0. At most half a millisecond beside some sweeps of O(p q), whatever the numbers of blocks. */
int hetblacs_shares(int p, int q, const double* times, const double* r, const double* c, int64_t row_blocks,
                    int64_t col_blocks, int64_t* row_shares, int64_t* col_shares, double* imbalance,
                    char* error, int error_size);

/* Owner of each block of one period.
 *   n, shares (input) blocks of each of n owners, >= 0
 *   order     (input) "contiguous": 0 0 0 1, for products; "interleaved": every leading part close to the
 *             shares; "lu": every trailing part, for factorizations
 *   owners    (output) as many entries as the shares sum to
 * Returns 0. O(sum of shares * log n). */
int hetblacs_pattern(int n, const int64_t* shares, const char* order, int* owners, char* error,
                     int error_size);

/* Builds a BLACS grid from a plan: the user map that BLACS_GRIDMAP (Cblacs_gridmap) takes, so that the processor
 * planned for (i, j) sits there, as in
 *
 *     hetblacs_usermap(p, q, order, NULL, usermap, p, error, sizeof error);
 *     Cblacs_gridmap(&context, usermap, p, p, q);
 *
 *   p, q      (input) the grid
 *   order     (input) from hetblacs_plan; p*q different indices >= 0
 *   processes (input) BLACS process number of each index, as many as the largest entry of order + 1; those that
 *             order names must be different and >= 0, the others are not read. NULL: the index itself, as when
 *             cycle-times are listed by rank of MPI_COMM_WORLD
 *   usermap   (output) column-major, process of (i, j) at i + j * ldumap; other entries are left alone
 *   ldumap    (input) >= p
 * Returns 0. O(p q log(p q)). */
int hetblacs_usermap(int p, int q, const int* order, const int* processes, int* usermap, int ldumap,
                     char* error, int error_size);

#ifdef __cplusplus
}
#endif
#endif
