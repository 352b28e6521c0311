// Contexts by the thousand, and what they leave behind: memory, communicators, attributes.
#include <malloc.h>
#include <mpi.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <vector>

#include "tests/dropin/client/client.hpp"

namespace het::testing {
namespace {

// Bytes of this process that are in memory.
long resident_bytes() {
  long total = 0, resident = 0;
  std::ifstream("/proc/self/statm") >> total >> resident;
  return resident * sysconf(_SC_PAGESIZE);
}

// Bytes that malloc has given out and not got back, from whatever arena.
long allocated_bytes() {
  const struct mallinfo2 in_use = mallinfo2();
  return static_cast<long>(in_use.uordblks + in_use.hblkhd);
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

// Of all four processes, of three of them, or of two, in either order.
ProcessGrid grid_of(int number) {
  constexpr GridShape shapes[] = {{2, 2}, {1, 3}, {2, 1}, {1, 4}};
  return ProcessGrid(shapes[number % 4], number % 8 < 4 ? 'R' : 'C');
}

bool small_product(const ProcessGrid& grid) {
  return product_is_exact<double>(grid, {.m = 9, .n = 8, .k = 10, .mb = 2, .nb = 2});
}

// C := 0 A B + C, of so large an order that mode auto looks at the call: that sets the context up, and nothing is read or
// computed. The three are one array.
bool large_product_of_nothing(const ProcessGrid& grid) {
  constexpr int n = 1600, nb = 64, first = 1;
  constexpr float zero = 0, one = 1;
  static std::vector<float> any(n * n, one);
  const int desc[] = {1, grid.context(), n, n, nb, nb, 0, 0, n};
  if (grid.inside())
    pgemm("N", "N", &n, &n, &n, &zero, any.data(), &first, &first, desc, any.data(), &first, &first, desc,
          &one, any.data(), &first, &first, desc);
  return any.front() == one && any.back() == one;
}

// Bytes that may be left of each context, and of all together.
//
// Of 3,200 contexts as of 800 plain ScaLAPACK leaves 3 to 20 KB on a process, and with the library up to 26: lists of
// requests and the like of which MPI had not needed as many before. What each context leaves would grow with their number:
// of 1,600 contexts 38 bytes each may.
constexpr long each_bytes = 8, all_bytes = 48 << 10;
// Pages are given back later than bytes, and kept where little of them is in use.
constexpr long page_bytes = 512 << 10;

struct Held {
  NextHandles handles = next_handles();
  long allocated = allocated_bytes(), resident = resident_bytes();
};

bool nothing_left_of(int contexts, const Held& before, const Held& after, bool say) {
  const long allocated = after.allocated - before.allocated, resident = after.resident - before.resident,
             most = each_bytes * contexts + all_bytes;
  const bool nothing = after.handles == before.handles && allocated <= most && resident <= most + page_bytes;
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (!nothing || say)
    std::fprintf(stderr,
                 "process %d, %d contexts: %ld bytes more allocated, %ld resident; next communicator %d, was "
                 "%d, next key %d, was %d\n",
                 rank, contexts, allocated, resident, after.handles.communicator, before.handles.communicator,
                 after.handles.key, before.handles.key);
  return nothing;
}

// HET_CONTEXTS of them, 2,000 where it is not set, with a call on each. The first fifth warms up. On a busy machine MPI may
// need more requests at a time than ever before, and keeps their memory: what contexts leave, they leave each time.
bool contexts_leave_nothing(bool (*call)(const ProcessGrid&)) {
  const char* const given = std::getenv("HET_CONTEXTS");
  const int count = given ? std::atoi(given) : 2000, warmup = count / 5, counted = count - warmup;
  bool right = true;
  int number = 0, nothing_left = 0;
  for (; number < warmup; ++number) right = call(grid_of(number)) && right;
  for (int window = 0; window < 3 && !nothing_left; ++window) {
    const Held before;
    for (int end = number + counted; number < end; ++number) right = call(grid_of(number)) && right;
    nothing_left = nothing_left_of(counted, before, {}, given);
    MPI_Allreduce(MPI_IN_PLACE, &nothing_left, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  }
  return right && nothing_left;
}

bool small_calls() { return contexts_leave_nothing(small_product); }
bool large_calls() { return contexts_leave_nothing(large_product_of_nothing); }

}  // namespace

std::vector<Scenario> endurance_scenarios() {
  return {fixed("contexts_leave_nothing",
                "2,000 contexts of several shapes, or HET_CONTEXTS; what they leave behind", small_calls),
          fixed("looked_at_contexts_leave_nothing", "the same with a call on each that mode auto looks at",
                large_calls)};
}

}  // namespace het::testing
