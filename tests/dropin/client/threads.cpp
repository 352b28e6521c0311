// Calls from threads, one at a time: BLACS and PBLAS have buffers of their own that two threads at once would share.
#include <mpi.h>

#include <cstdio>
#include <memory>
#include <thread>

#include "tests/dropin/client/client.hpp"

namespace het::testing {
namespace {

bool provided(int level) {
  int have = 0;
  MPI_Query_thread(&have);
  if (have < level) std::fprintf(stderr, "MPI has thread level %d, %d is needed\n", have, level);
  return have >= level;
}

bool on_main_thread(const Operation& operation) {
  return provided(MPI_THREAD_FUNNELED) && operation.on(ProcessGrid({2, 2}));
}

// work() in a thread of its own, to its end.
template <class Work>
bool in_thread(Work&& work) {
  bool right = false;
  std::thread([&] { right = work(); }).join();
  return right;
}

// Contexts made here are used there and the other way round; each new thread is another one.
bool on_other_threads(const Operation& operation) {
  bool right = provided(MPI_THREAD_SERIALIZED);
  const ProcessGrid of_main({2, 2});
  std::unique_ptr<ProcessGrid> of_thread;
  right = in_thread([&] { return operation.on(of_main); }) && right;
  right = in_thread([&] {
            of_thread = std::make_unique<ProcessGrid>(GridShape{1, 4});
            return operation.on(*of_thread);
          }) &&
          right;
  right = operation.on(*of_thread) && operation.on(of_main) && right;
  for (int turn = 0; turn < 4; ++turn)
    right = in_thread([&] { return product_is_exact<double>(turn % 2 == 0 ? of_main : *of_thread, {}); }) &&
            right;
  return in_thread([&] {
           of_thread.reset();
           return true;
         }) &&
         right;
}

}  // namespace

std::vector<Scenario> thread_scenarios() {
  return {{"on_main_thread", "MPI_THREAD_FUNNELED", on_main_thread, MPI_THREAD_FUNNELED},
          {"on_other_threads", "MPI_THREAD_SERIALIZED, contexts passed between threads", on_other_threads,
           MPI_THREAD_SERIALIZED}};
}

}  // namespace het::testing
