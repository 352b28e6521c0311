#define _GNU_SOURCE
#include "tests/hetrun/meter.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

static double read_clock(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double run_delay(void) {
  unsigned long long cpu = 0, delay = 0;
  FILE* file = fopen("/proc/thread-self/schedstat", "r");
  if (!file) return 0;
  if (fscanf(file, "%llu %llu", &cpu, &delay) != 2) delay = 0;
  fclose(file);
  return 1e-9 * (double)delay;
}

void meter_read(meter* m) {
  m->main = read_clock(CLOCK_THREAD_CPUTIME_ID);
  m->cpu = read_clock(CLOCK_PROCESS_CPUTIME_ID);
  m->wall = read_clock(CLOCK_MONOTONIC);
  m->delay = run_delay(); /* opens a file, which takes longer than a clock */
}

void meter_print(const meter* m, const char* phase, int rank) {
  meter now;
  meter_read(&now);
  const double wall = now.wall - m->wall;
  char line[160]; /* one write, so that lines of ranks do not mix */
  snprintf(line, sizeof line, "%s %d %.6f %.6f %.6f\n", phase, rank, wall, now.cpu - m->cpu,
           wall - (now.main - m->main) - (now.delay - m->delay));
  fputs(line, stdout);
  fflush(stdout);
}

void meter_compute(double seconds) {
  const double end = read_clock(CLOCK_MONOTONIC) + seconds;
  while (read_clock(CLOCK_MONOTONIC) < end) {
  }
}

/* The same for Fortran: one meter. */
static meter fortran_meter;
void meter_start_for_fortran(void) { meter_read(&fortran_meter); }
void meter_print_for_fortran(const char* phase, int rank) { meter_print(&fortran_meter, phase, rank); }
