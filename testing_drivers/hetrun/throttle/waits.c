/* Waiting calls of libc: those that a signal ends early although SA_RESTART is set, and sched_yield. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "testing_drivers/hetrun/throttle/throttle.h"

#define YIELDS_BEFORE_SLEEP 32
#define YIELD_SLEEP_NS 20000       /* the first 16 sleeps, so that a short wait ends at once */
#define YIELD_LONG_SLEEP_NS 100000 /* then: looking for messages must not take the core either */
#define YIELD_WORK_NS 10000        /* this much CPU time between two yields is work, not polling */

static void keep_ticks_out(sigset_t* before) {
  sigset_t tick;
  sigemptyset(&tick);
  sigaddset(&tick, hetrun_signal());
  pthread_sigmask(SIG_BLOCK, &tick, before);
}

#define WAIT(symbol)                                          \
  HETRUN_DEFINE(symbol) {                                     \
    HETRUN_NEXT(symbol);                                      \
    if (!hetrun_self.attached) return next(HETRUN_ARGUMENTS); \
    sigset_t before;                                          \
    hetrun_enter();                                           \
    keep_ticks_out(&before);                                  \
    hetrun_word result = next(HETRUN_ARGUMENTS);              \
    int saved = errno;                                        \
    pthread_sigmask(SIG_SETMASK, &before, NULL);              \
    hetrun_leave();                                           \
    errno = saved;                                            \
    return result;                                            \
  }
WAIT(sleep)
WAIT(usleep)
WAIT(nanosleep)
WAIT(clock_nanosleep)
WAIT(poll)
WAIT(select)
WAIT(epoll_wait)
WAIT(pause)
WAIT(sem_timedwait)
WAIT(sigwaitinfo)
WAIT(sigtimedwait)
WAIT(msgrcv)
WAIT(msgsnd)
WAIT(semop)
WAIT(semtimedop)

/* These bring a mask of their own, in the argument `mask`; none means the thread's. */
#define WAIT_WITH_MASK(symbol, mask)                          \
  HETRUN_DEFINE(symbol) {                                     \
    HETRUN_NEXT(symbol);                                      \
    if (!hetrun_self.attached) return next(HETRUN_ARGUMENTS); \
    sigset_t without;                                         \
    if (mask)                                                 \
      without = *(const sigset_t*)mask;                       \
    else                                                      \
      pthread_sigmask(SIG_BLOCK, NULL, &without);             \
    sigaddset(&without, hetrun_signal());                     \
    mask = (hetrun_word)&without;                             \
    hetrun_enter();                                           \
    hetrun_word result = next(HETRUN_ARGUMENTS);              \
    int saved = errno;                                        \
    hetrun_leave();                                           \
    errno = saved;                                            \
    return result;                                            \
  }
WAIT_WITH_MASK(ppoll, d)
WAIT_WITH_MASK(pselect, f)
WAIT_WITH_MASK(epoll_pwait, e)
WAIT_WITH_MASK(sigsuspend, a)

/* Who yields again and again without working only waits (for a message, for BLAS work), which takes nothing
 * from others on a real machine. Here it would take the core: schedulers give a yielding process its fair
 * share. So it sleeps a little instead, and its wait stays as free as MPI's own. Who has the core alone need not:
 * a sleep ends some 40 us late on a virtual machine, which each meeting of processes would take longer. */
HETRUN_EXPORT int hetrun_yield(void) __asm__("sched_yield");
int hetrun_yield(void) {
  if (!hetrun_self.attached || hetrun_is_alone()) return (int)syscall(SYS_sched_yield);
  int64_t cpu = hetrun_thread_cpu();
  const int yields = hetrun_self.yields =
      cpu - hetrun_self.yield_mark > YIELD_WORK_NS ? 0 : hetrun_self.yields + 1;
  if (yields <= YIELDS_BEFORE_SLEEP) {
    syscall(SYS_sched_yield);
  } else {
    hetrun_enter();
    hetrun_sleep_until(hetrun_wall() +
                       (yields <= YIELDS_BEFORE_SLEEP + 16 ? YIELD_SLEEP_NS : YIELD_LONG_SLEEP_NS));
    hetrun_leave();
  }
  hetrun_self.yield_mark = hetrun_thread_cpu();
  return 0;
}
