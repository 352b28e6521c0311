/* The ledger: what the CPU time of the process outside MPI has cost, and until when that is paid.
 *
 * With D = cycle_time * dilation, cpu seconds of computing must take D * cpu seconds of wall time.
 * `paid_until` is the wall clock at which everything booked so far is paid for: booking adds D * cpu, the
 * clock's advance pays. A process that waited for its core is behind by at most HETRUN_CREDIT_NS, which it
 * may catch up. While the process waits in MPI and no other thread computes, `paid_until` moves with the
 * clock: neither debt nor credit changes. */
#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "testing_drivers/hetrun/throttle/throttle.h"

#define BUSY_NS (HETRUN_TICK_NS / 10)

_Thread_local hetrun_thread hetrun_self __attribute__((tls_model("initial-exec")));

static struct {
  atomic_flag lock;
  hetrun_header* control;
  hetrun_record* record;
  int64_t paid_until;
  int64_t seen; /* wall clock at the latest change */
  int waiting;  /* threads in MPI or in a call that waits */
  int busy;     /* threads that compute */
} ledger = {.lock = ATOMIC_FLAG_INIT};

static int64_t read_clock(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

int64_t hetrun_wall(void) { return read_clock(CLOCK_MONOTONIC); }
int64_t hetrun_thread_cpu(void) { return read_clock(CLOCK_THREAD_CPUTIME_ID); }

void hetrun_sleep_until(int64_t until) {
  struct timespec t = {.tv_sec = until / 1000000000, .tv_nsec = until % 1000000000};
  syscall(SYS_clock_nanosleep, CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL);
}

/* Held for a few instructions, by threads whose depth keeps their own tick out. */
static void lock(void) {
  while (atomic_flag_test_and_set_explicit(&ledger.lock, memory_order_acquire)) syscall(SYS_sched_yield);
}
static void unlock(void) { atomic_flag_clear_explicit(&ledger.lock, memory_order_release); }

static void advance(int64_t now) {
  int64_t passed = now - ledger.seen;
  if (ledger.waiting > 0 && ledger.busy == 0) {
    ledger.paid_until += passed;
    ledger.record->wait_ns += passed;
  } else {
    ledger.record->wall_ns += passed;
  }
  ledger.seen = now;
}

static void set_busy(int busy) {
  ledger.busy += busy - hetrun_self.busy;
  hetrun_self.busy = busy;
}

void hetrun_ledger_open(hetrun_header* control, int rank) {
  ledger.control = control;
  ledger.record = (hetrun_record*)(control + 1) + rank;
  ledger.seen = ledger.paid_until = hetrun_wall();
}

void hetrun_ledger_reset_after_fork(int waiting) {
  ledger.seen = ledger.paid_until = hetrun_wall();
  ledger.waiting = waiting;
  ledger.busy = 0;
  unlock();
}

void hetrun_charge(void) {
  int64_t now = hetrun_wall(), cpu = hetrun_thread_cpu(), used = cpu - hetrun_self.cpu_mark;
  double cycle_time;
  __atomic_load(&ledger.record->cycle_time, &cycle_time, __ATOMIC_RELAXED);
  hetrun_self.cpu_mark = cpu;
  lock();
  advance(now);
  if (ledger.paid_until < now - HETRUN_CREDIT_NS) ledger.paid_until = now - HETRUN_CREDIT_NS;
  int64_t due = (int64_t)(cycle_time * ledger.control->dilation * (double)used);
  ledger.paid_until += due;
  ledger.record->due_ns += due;
  ledger.record->cpu_ns += used;
  set_busy(used > BUSY_NS);
  unlock();
}

void hetrun_settle(int64_t grain) {
  for (;;) {
    int64_t now = hetrun_wall();
    int64_t until = __atomic_load_n(&ledger.paid_until, __ATOMIC_RELAXED);
    if (until - now <= grain) return;
    hetrun_sleep_until(until);
    __atomic_fetch_add(&ledger.record->slept_ns, hetrun_wall() - now, __ATOMIC_RELAXED);
  }
}

void hetrun_wait_begin(void) {
  lock();
  advance(hetrun_wall());
  set_busy(0);
  ++ledger.waiting;
  unlock();
}

void hetrun_wait_end(void) {
  lock();
  advance(hetrun_wall());
  --ledger.waiting;
  unlock();
  hetrun_self.cpu_mark = hetrun_thread_cpu();
}

void hetrun_thread_leaves(void) {
  hetrun_charge();
  lock();
  set_busy(0);
  unlock();
}
