/* An MPI program for the tests of hetrun; the first argument says what it does. */
#define _GNU_SOURCE
#include <cblas.h>
#include <errno.h>
#include <mpi.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "tests/hetrun/meter.h"

static int rank, ranks;

/* share SECONDS TIMES: computes, and says what it got. */
static int share(double seconds, int times) {
  for (int i = 0; i < times; ++i) {
    meter m;
    MPI_Barrier(MPI_COMM_WORLD);
    meter_read(&m);
    meter_compute(seconds);
    meter_print(&m, "share", rank);
  }
  return 0;
}

static void multiply(int n, const double* a, const double* b, double* c) {
  cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, n, n, n, 1, a, n, b, n, 0, c, n);
}

/* blas SECONDS: the same with matrix products, in as many threads as BLAS was told. */
static int blas(double seconds) {
  enum { n = 384 };
  double *a = calloc(3 * n * n, sizeof *a), *b = a + n * n, *c = b + n * n;
  if (!a) return 1;
  meter m, now;
  MPI_Barrier(MPI_COMM_WORLD);
  multiply(n, a, b, c);
  meter_read(&m);
  do {
    multiply(n, a, b, c);
    meter_read(&now);
  } while (now.wall - m.wall < seconds);
  meter_print(&m, "blas", rank);
  /* CPU time of the other threads, to show that there were any */
  printf("others %d %.6f\n", rank, now.cpu - m.cpu - (now.main - m.main));
  free(a);
  return 0;
}

static void wait_for_message(const char* how) {
  int value = 0, done = 0;
  MPI_Request request;
  if (strcmp(how, "barrier") == 0) {
    MPI_Barrier(MPI_COMM_WORLD);
  } else if (strcmp(how, "recv") == 0) {
    MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else if (strcmp(how, "test") == 0) {
    MPI_Irecv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
    while (!done) MPI_Test(&request, &done, MPI_STATUS_IGNORE);
  } else if (strcmp(how, "iprobe") == 0) {
    while (!done) MPI_Iprobe(0, 0, MPI_COMM_WORLD, &done, MPI_STATUS_IGNORE);
    MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}

static void release_the_others(const char* how) {
  const int value = 1;
  if (strcmp(how, "barrier") == 0) {
    MPI_Barrier(MPI_COMM_WORLD);
    return;
  }
  for (int to = 1; to < ranks; ++to) MPI_Send(&value, 1, MPI_INT, to, 0, MPI_COMM_WORLD);
}

/* wait HOW: rank 0 keeps the others waiting for a second; what do they get afterwards? */
static int wait(const char* how) {
  meter m;
  share(0.2, 1);
  if (rank == 0) {
    sleep(1);
    release_the_others(how);
  } else {
    wait_for_message(how);
    meter_read(&m);
    meter_compute(0.3);
    meter_print(&m, "after", rank);
  }
  return 0;
}

/* steps COUNT: computes in many short stretches, each after a wait of 3 ms. */
static int steps(int count) {
  double wall = 0, cpu = 0, asleep = 0;
  for (int i = 0; i < count; ++i) {
    meter before, now;
    if (rank == 0) usleep(3000);
    MPI_Barrier(MPI_COMM_WORLD);
    meter_read(&before);
    meter_compute(0.002);
    MPI_Wtime(); /* pays */
    meter_read(&now);
    wall += now.wall - before.wall;
    cpu += now.cpu - before.cpu;
    asleep += now.wall - before.wall - (now.main - before.main) - (now.delay - before.delay);
  }
  printf("steps %d %.6f %.6f %.6f\n", rank, wall, cpu, asleep);
  return 0;
}

/* calls: are calls that wait left alone by the timer's signals? */
static int calls(void) {
  int failures = 0;
  const struct timespec part = {0, 50000000};
  meter_compute(0.02);
  for (int i = 0; i < 5; ++i) {
    failures += nanosleep(&part, NULL) != 0;
    failures += usleep(50000) != 0;
    failures += poll(NULL, 0, 50) != 0;
    failures += ppoll(NULL, 0, &part, NULL) != 0;
  }
  failures += sleep(1) != 0;
  errno = ENOTTY; /* many ticks come; they must not change it */
  meter_compute(0.2);
  failures += errno != ENOTTY;
  printf("calls %d %d\n", rank, failures);
  return failures != 0;
}

static atomic_int stop;

static void* poll_for_messages(void* unused) {
  (void)unused;
  while (!stop) {
    int flag;
    MPI_Iprobe(MPI_ANY_SOURCE, 99, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
  }
  return NULL;
}

/* threads SECONDS: another thread is in MPI nearly all the time while this one computes. */
static int threads(double seconds) {
  pthread_t other;
  meter m;
  if (pthread_create(&other, NULL, poll_for_messages, NULL) != 0) return 1;
  meter_read(&m);
  const double main_before = m.main;
  meter_compute(seconds);
  meter now;
  meter_read(&now);
  stop = 1;
  pthread_join(other, NULL);
  printf("threads %d %.6f %.6f 0\n", rank, now.wall - m.wall, now.main - main_before);
  return 0;
}

/* yields TIMES: yields so often in a row, and says how often the thread has slept for it. */
static int yields(int times) {
  struct rusage before, after;
  MPI_Barrier(MPI_COMM_WORLD);
  getrusage(RUSAGE_THREAD, &before);
  for (int i = 0; i < times; ++i) sched_yield();
  getrusage(RUSAGE_THREAD, &after);
  printf("slept %d %ld\n", rank, after.ru_nvcsw - before.ru_nvcsw);
  return 0;
}

int main(int argc, char** argv) {
  int provided, code = 1;
  const char* what = argc > 1 ? argv[1] : "";
  MPI_Init_thread(&argc, &argv, strcmp(what, "threads") == 0 ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE,
                  &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (strcmp(what, "share") == 0) code = share(atof(argv[2]), atoi(argv[3]));
  if (strcmp(what, "blas") == 0) code = blas(atof(argv[2]));
  if (strcmp(what, "wait") == 0) code = wait(argv[2]);
  if (strcmp(what, "steps") == 0) code = steps(atoi(argv[2]));
  if (strcmp(what, "calls") == 0) code = calls();
  if (strcmp(what, "threads") == 0) code = threads(atof(argv[2]));
  if (strcmp(what, "yields") == 0) code = yields(atoi(argv[2]));
  if (strcmp(what, "exit") == 0) code = rank == ranks - 1 ? atoi(argv[2]) : 0;
  MPI_Finalize();
  return code;
}
