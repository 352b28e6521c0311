/* Inside libhetthrottle.so: the ledger of one process and the threads that draw on it. */
#ifndef HETRUN_THROTTLE_H
#define HETRUN_THROTTLE_H
#include <stdint.h>
#include <time.h>

#include "testing_drivers/hetrun/control_layout.h"

#define HETRUN_EXPORT __attribute__((visibility("default")))
#define HETRUN_TICK_NS 1000000   /* each thread accounts for itself this often */
#define HETRUN_GRAIN_NS 20000    /* debts below this are carried on, not slept off, before a call of MPI */
#define HETRUN_CREDIT_NS 8000000 /* what waiting for the core may be caught up; never earned in MPI */

typedef intptr_t hetrun_word;

typedef struct hetrun_thread {
  volatile int depth; /* > 0: in MPI, in a waiting call, or in the ledger: a tick does nothing */
  int attached;       /* has a timer; MPI's own helper threads have none */
  int busy; /* used CPU in its latest tick: then wall time counts although another thread waits in MPI */
  int64_t cpu_mark;   /* this thread's CPU clock when it last accounted */
  int64_t yield_mark; /* ... when it last yielded */
  int yields;         /* yields without work between them */
  timer_t timer;
} hetrun_thread;

extern _Thread_local hetrun_thread hetrun_self __attribute__((tls_model("initial-exec")));

/* Clocks in nanoseconds. */
int64_t hetrun_wall(void);
int64_t hetrun_thread_cpu(void);
/* Sleeps until the wall clock shows `until`; returns early at a signal. No cancellation point,
 * async-signal-safe. */
void hetrun_sleep_until(int64_t until);

/* ledger.c: debt = D * cpu - wall, both outside MPI. */
void hetrun_ledger_open(hetrun_header* control, int rank);
void hetrun_ledger_reset_after_fork(int waiting);
void hetrun_charge(void);          /* books this thread's CPU time since its mark */
void hetrun_settle(int64_t grain); /* sleeps while the process owes more than `grain` */
void hetrun_wait_begin(void);      /* this thread starts to wait: its wall time is free */
void hetrun_wait_end(void);
void hetrun_thread_leaves(void);

/* threads.c */
void hetrun_start(void); /* idempotent: reads the control file, binds, attaches the calling thread */
void hetrun_attach(void);
int hetrun_signal(void);
int hetrun_is_alone(void); /* no other rank on this one's core, and no other thread in this process */

/* Around every call that may wait. Nested calls count once. */
void hetrun_enter(void);
void hetrun_leave(void);

/* The next definition of `symbol`; `caller` is an address in the calling object, which may know MPI
 * privately. */
hetrun_word hetrun_next(const char* symbol, void* caller);

/* Every parameter of an MPI call, and of the libc calls wrapped here, is an integer or a pointer, which the C
 * ABIs of 64-bit Linux pass as one word each, and none has more than 16 (with Fortran's hidden string
 * lengths). So one wrapper of sixteen words forwards them all, unused words included, and needs no header of
 * any MPI. */
#if !defined(__linux__) || !defined(__LP64__)
#error "the forwarding of sixteen words is written for the C ABIs of 64-bit Linux"
#endif
#define HETRUN_PARAMETERS                                                                                  \
  hetrun_word a, hetrun_word b, hetrun_word c, hetrun_word d, hetrun_word e, hetrun_word f, hetrun_word g, \
      hetrun_word h, hetrun_word i, hetrun_word j, hetrun_word k, hetrun_word l, hetrun_word m,            \
      hetrun_word n, hetrun_word o, hetrun_word p
#define HETRUN_ARGUMENTS a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p
typedef hetrun_word (*hetrun_call)(HETRUN_PARAMETERS);

/* Defines an exported `symbol` under a name of its own, so that no header's declaration of it is in the way.
 */
#define HETRUN_DEFINE(symbol)                                                         \
  HETRUN_EXPORT hetrun_word hetrun_wrap_##symbol(HETRUN_PARAMETERS) __asm__(#symbol); \
  hetrun_word hetrun_wrap_##symbol(HETRUN_PARAMETERS)
#define HETRUN_NEXT(symbol) \
  static hetrun_call next;  \
  if (!next) next = (hetrun_call)hetrun_next(#symbol, __builtin_return_address(0))

#endif
