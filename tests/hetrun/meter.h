/* What the operating system knows about this process, independent of the throttle's own ledger. */
#ifndef HETRUN_TEST_METER_H
#define HETRUN_TEST_METER_H

typedef struct meter {
  double wall;  /* seconds */
  double cpu;   /* CPU seconds of the process, all threads */
  double main;  /* ... of the calling thread */
  double delay; /* seconds the calling thread was ready but another process had its core */
} meter;

void meter_read(meter* m);
/* Prints "phase rank wall cpu asleep" for the time since `m`; asleep = wall - main - delay. */
void meter_print(const meter* m, const char* phase, int rank);
/* Uses the processor until the wall clock has advanced by `seconds`; reads no clock of MPI. */
void meter_compute(double seconds);

#endif
