/* The control file: what hetrun tells the ranks and what they tell it, mapped by all of them.
 *
 * One header of 512 bytes, then one record of 64 bytes per rank. Native byte order. Every field is written by
 * one side only, aligned, and read with an atomic load, so a duty may change while the program runs: duty of
 * a rank = 1 / (cycle_time * dilation)   (CPU seconds per second outside MPI, all threads together) */
#ifndef HETRUN_CONTROL_LAYOUT_H
#define HETRUN_CONTROL_LAYOUT_H
#include <stddef.h>
#include <stdint.h>

#define HETRUN_MAGIC "hetctl1"
#define HETRUN_CONTROL_VARIABLE "HETRUN_CONTROL"
#define HETRUN_CGROUP_BYTES 448

typedef struct hetrun_header {
  char magic[8];
  int32_t ranks;
  int32_t throttle; /* 1: the ranks throttle themselves; 0: they only join their cgroup */
  double dilation;
  char unused[40];
  char cgroup[HETRUN_CGROUP_BYTES]; /* folder of the ranks' cgroups (rank.0, rank.1, ...), empty without */
} hetrun_header;

typedef struct hetrun_record {
  double cycle_time; /* hetrun writes; hetrun --set changes it */
  int32_t cpu;       /* the processing unit this rank is bound to (operating system's number) */
  int32_t pid;       /* this and what follows is written by the rank */
  int64_t cpu_ns;    /* CPU time outside MPI, all threads */
  int64_t wall_ns;   /* wall time that counts: some thread is computing, or none waits */
  int64_t wait_ns;   /* wall time in MPI and in calls that wait: free */
  int64_t slept_ns;  /* wall time slept to pay debts, summed over threads */
  int64_t due_ns;    /* wall time that cpu_ns takes at the duties that were in force */
  int64_t unused;
} hetrun_record;

/* Whether a file of so many bytes, which begins as a control file does, has all records that its header tells of. */
static inline int hetrun_is_whole(const hetrun_header* header, size_t bytes) {
  return header->ranks >= 1 &&
         (size_t)header->ranks <= (bytes - sizeof(hetrun_header)) / sizeof(hetrun_record) &&
         header->dilation > 0 && header->dilation < 1e300;
}

#endif
