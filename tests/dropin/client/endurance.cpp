// Contexts by the thousand, and what they leave behind: memory, communicators, attributes.
#include <mpi.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>

#include "tests/dropin/client/client.hpp"

namespace het::testing {
namespace {

// Bytes of this process that are in memory.
long resident_bytes() {
  long total = 0, resident = 0;
  std::ifstream("/proc/self/statm") >> total >> resident;
  return resident * sysconf(_SC_PAGESIZE);
}

// The highest number behind the handles of the next few communicators and the next few keys of attributes. MPI gives
// out the lowest ones that are free: handles that are not given back raise it. One or two would fill the gaps that an
// ended grid has left.
struct NextHandles {
  int communicator = 0, key = 0;
  bool operator==(const NextHandles&) const = default;
};

NextHandles next_handles() {
  NextHandles next;
  std::array<MPI_Comm, 32> comms;
  std::array<int, 32> keys;
  for (MPI_Comm& comm : comms) {
    MPI_Comm_dup(MPI_COMM_SELF, &comm);
    next.communicator = std::max(next.communicator, static_cast<int>(MPI_Comm_c2f(comm)));
  }
  for (int& key : keys) {
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &key, nullptr);
    next.key = std::max(next.key, key);
  }
  for (MPI_Comm& comm : comms) MPI_Comm_free(&comm);
  for (int& key : keys) MPI_Comm_free_keyval(&key);
  return next;
}

// A grid of all four processes, of three of them, or of two, in either order; a product on it.
bool one_context(int number) {
  constexpr GridShape shapes[] = {{2, 2}, {1, 3}, {2, 1}, {1, 4}};
  const ProcessGrid grid(shapes[number % 4], number % 8 < 4 ? 'R' : 'C');
  return product_is_exact<double>(grid, {.m = 9, .n = 8, .k = 10, .mb = 2, .nb = 2});
}

// HET_CONTEXTS of them, 2,000 where it is not set. The first fifth warms up.
bool contexts_leave_nothing() {
  // Pools of MPI and of malloc grow in steps; a leak of one hundred bytes for each context would show.
  constexpr long allowed_bytes = 100, step_bytes = 512 << 10;
  const char* const given = std::getenv("HET_CONTEXTS");
  const int count = given ? std::atoi(given) : 2000, warmup = count / 5;
  bool right = true;
  for (int number = 0; number < warmup; ++number) right = one_context(number) && right;
  const NextHandles before = next_handles();
  const long bytes_before = resident_bytes();
  for (int number = warmup; number < count; ++number) right = one_context(number) && right;
  const NextHandles after = next_handles();
  const long grown = resident_bytes() - bytes_before;
  const bool nothing_left = after == before && grown <= allowed_bytes * (count - warmup) + step_bytes;
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (!nothing_left || given)
    std::fprintf(
        stderr,
        "process %d, %d contexts: %ld bytes more, next communicator %d, was %d, next key %d, was %d\n", rank,
        count - warmup, grown, after.communicator, before.communicator, after.key, before.key);
  return right && nothing_left;
}

}  // namespace

std::vector<Scenario> endurance_scenarios() {
  return {fixed("contexts_leave_nothing",
                "2,000 contexts of several shapes, or HET_CONTEXTS; what they leave behind",
                contexts_leave_nothing)};
}

}  // namespace het::testing
