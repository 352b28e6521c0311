/* Life of the throttle in a process and in each of its threads.
 *
 * Each thread has a timer of its own on CLOCK_MONOTONIC: a CPU clock would spare the idle ones, but the
 * kernel looks at CPU timers only at its own tick, 4 ms on Debian. The price is a signal that also meets
 * threads that wait; SA_RESTART and the masks of waits.c hide it from the program. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "testing_drivers/hetrun/throttle/throttle.h"

#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t leaving;
static hetrun_header* control; /* set: this process throttles itself */
static int own_core;           /* no other rank is bound to this one's */
static _Atomic int attached;   /* threads */

int hetrun_signal(void) { return SIGRTMAX - 2; }
int hetrun_is_alone(void) { return own_core && attached == 1; }

static void fail(const char* what, const char* value) {
  fprintf(stderr, "libhetthrottle: %s: %s\n", what, value);
  _exit(2);
}

static void on_tick(int number) {
  (void)number;
  if (hetrun_self.depth > 0 || !hetrun_self.attached) return;
  int saved = errno;
  hetrun_self.depth = 1;
  hetrun_charge();
  hetrun_settle(0);
  hetrun_self.depth = 0;
  errno = saved;
}

static void on_leave(void* unused) {
  (void)unused;
  hetrun_self.depth = 1;
  timer_delete(hetrun_self.timer);
  hetrun_thread_leaves();
  hetrun_self.attached = 0;
  --attached;
}

static void set_tick(int64_t ns) {
  struct itimerspec every = {.it_interval.tv_nsec = ns, .it_value.tv_nsec = ns};
  timer_settime(hetrun_self.timer, 0, &every, NULL);
}

void hetrun_attach(void) {
  if (!control || hetrun_self.attached) return;
  struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = hetrun_signal()};
  event.sigev_notify_thread_id = (pid_t)syscall(SYS_gettid);
  if (timer_create(CLOCK_MONOTONIC, &event, &hetrun_self.timer) != 0) fail("timer_create", strerror(errno));
  prctl(PR_SET_TIMERSLACK, 1UL); /* sleeps end when they should, not up to 50 us later */
  sigset_t tick;
  sigemptyset(&tick);
  sigaddset(&tick, hetrun_signal());
  pthread_sigmask(SIG_UNBLOCK, &tick, NULL);
  pthread_setspecific(leaving, &hetrun_self);
  hetrun_self.cpu_mark = hetrun_self.yield_mark = hetrun_thread_cpu();
  hetrun_self.depth = 0;
  hetrun_self.attached = 1;
  ++attached;
  set_tick(HETRUN_TICK_NS);
}

/* A forked child inherits the ledger's values but no timer. */
static void after_fork(void) {
  if (!hetrun_self.attached) return;
  hetrun_self.attached = hetrun_self.busy = 0;
  attached = 0;
  int depth = hetrun_self.depth;
  hetrun_ledger_reset_after_fork(depth > 0);
  hetrun_attach();
  hetrun_self.depth = depth;
}

static int rank_of_this_process(void) {
  static const char* const names[] = {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "SLURM_PROCID"};
  for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
    const char* text = getenv(names[i]);
    if (text && *text) return atoi(text);
  }
  return -1;
}

static hetrun_header* map_control(const char* path) {
  int file = open(path, O_RDWR | O_CLOEXEC);
  struct stat status;
  if (file < 0 || fstat(file, &status) != 0) fail(path, strerror(errno));
  hetrun_header* header = mmap(NULL, (size_t)status.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (header == MAP_FAILED) fail(path, strerror(errno));
  close(file);
  if ((size_t)status.st_size < sizeof *header ||
      memcmp(header->magic, HETRUN_MAGIC, sizeof header->magic) != 0)
    fail(path, "not a control file of hetrun");
  if (!hetrun_is_whole(header, (size_t)status.st_size)) fail(path, "a damaged control file of hetrun");
  return header;
}

static void join_cgroup(const hetrun_header* header, int rank) {
  char path[HETRUN_CGROUP_BYTES + 64];
  snprintf(path, sizeof path, "%s/rank.%d/cgroup.procs", header->cgroup, rank);
  int file = open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0 || write(file, "0", 1) != 1) fail(path, strerror(errno));
  close(file);
}

static void bind_to(int cpu) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET((size_t)cpu, &set);
  if (sched_setaffinity(0, sizeof set, &set) != 0) fail("cannot bind to the core", strerror(errno));
}

static int shares_core(const hetrun_header* header, int rank) {
  const hetrun_record* records = (const hetrun_record*)(header + 1);
  for (int other = 0; other < header->ranks; ++other)
    if (other != rank && records[other].cpu == records[rank].cpu) return 1;
  return 0;
}

static void start(void) {
  const char* path = getenv(HETRUN_CONTROL_VARIABLE);
  int rank = rank_of_this_process();
  if (!path || rank < 0) return;
  hetrun_header* header = map_control(path);
  if (rank >= header->ranks) return;
  hetrun_record* record = (hetrun_record*)(header + 1) + rank;
  record->pid = getpid();
  bind_to(record->cpu);
  if (header->cgroup[0]) join_cgroup(header, rank);
  if (!header->throttle) return;
  hetrun_ledger_open(header, rank);
  struct sigaction action = {.sa_handler = on_tick, .sa_flags = SA_RESTART};
  sigemptyset(&action.sa_mask);
  sigaction(hetrun_signal(), &action, NULL);
  pthread_key_create(&leaving, on_leave);
  pthread_atfork(NULL, NULL, after_fork);
  control = header;
  own_core = !shares_core(header, rank);
  hetrun_attach();
}

__attribute__((constructor)) void hetrun_start(void) { pthread_once(&once, start); }

/* The main thread's last stretch: exit() runs no destructors of thread-specific data. */
__attribute__((destructor)) static void finish(void) {
  if (hetrun_self.attached) on_leave(NULL);
}

void hetrun_enter(void) {
  if (!hetrun_self.attached || hetrun_self.depth++ > 0) return;
  hetrun_charge();
  hetrun_settle(HETRUN_GRAIN_NS);
  hetrun_wait_begin();
}

void hetrun_leave(void) {
  if (!hetrun_self.attached) return;
  if (hetrun_self.depth == 1) hetrun_wait_end();
  --hetrun_self.depth;
}

hetrun_word hetrun_next(const char* symbol, void* caller) {
  void* next = dlsym(RTLD_NEXT, symbol);
  Dl_info object;
  if (!next && dladdr(caller, &object)) { /* an MPI opened with RTLD_LOCAL, as Python modules do */
    void* handle = dlopen(object.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
    if (handle) next = dlsym(handle, symbol);
  }
  if (!next) fail("no definition found after this library of", symbol);
  return (hetrun_word)next;
}

/* Threads that MPI makes for itself (created inside its calls) are part of the network and stay free. */
typedef struct birth {
  void* (*function)(void*);
  void* argument;
} birth;

static void* live(void* argument) {
  birth given = *(birth*)argument;
  free(argument);
  hetrun_attach();
  return given.function(given.argument);
}

HETRUN_EXPORT int pthread_create(pthread_t* thread, const pthread_attr_t* attributes,
                                 void* (*function)(void*), void* argument) {
  typedef int (*create)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
  static create next;
  if (!next) next = (create)hetrun_next("pthread_create", __builtin_return_address(0));
  hetrun_start();
  if (!hetrun_self.attached || hetrun_self.depth > 0) return next(thread, attributes, function, argument);
  birth* given = malloc(sizeof *given);
  if (!given) return EAGAIN;
  *given = (birth){function, argument};
  int code = next(thread, attributes, live, given);
  if (code != 0) free(given);
  return code;
}
