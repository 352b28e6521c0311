#include "src/driver/meeting/statements.hpp"

#include <atomic>
#include <string_view>

#include "blacs_het/grid/config.hpp"
#include "src/base/say.hpp"
#include "src/bindings/charge.hpp"
#include "src/driver/words.hpp"

namespace het {
namespace {

// Who waits for whom, and for how many times HETSCALAPACK_HANDSHAKE_SECONDS without a word about it.
struct Wait {
  int rank;
  double patience;
  std::string_view whom;
};
constexpr Wait for_all{
    0, 1,
    "a process that has not come to this call. It may be late; or its arguments of the call are others than "
    "those of process 0, and it went to ScaLAPACK alone: then all wait for ever"};
// Which may be kept waiting itself, and has said so then.
constexpr Wait for_the_first{
    1, 3,
    "process 0, which has not come to this call or waits for others in it. It may be late; or its arguments "
    "of the call are others than those of this process, and it went to ScaLAPACK alone: then all wait for "
    "ever"};

void say_who_waits(const Communicator& comm, const Entry& entry, const Wait& wait, double seconds) {
  static std::atomic<bool> said = false;
  if (said.exchange(true)) return;
  const CallShape& shape = entry.shape;
  say("hetscalapack: {}: process {} of {} of a BLACS context has waited {} s for {}.\n",
      call_words(entry.routine, shape.m, shape.n, shape.k), comm.rank(), comm.size(), seconds, wait.whom);
}

// Looks as MPI's own wait would, and at the clock.
void wait_aloud(MPI_Request& request, const Communicator& comm, const Entry& entry, const Wait& wait) {
  const double begin = MPI_Wtime();
  double patience = 0;
  for (int done = 0; comm.rank() == wait.rank && !done;) {
    check_mpi(MPI_Test(&request, &done, MPI_STATUS_IGNORE), "MPI_Test");
    if (done) return;
    if (patience == 0) patience = wait.patience * handshake_seconds();
    if (MPI_Wtime() - begin < patience) continue;
    say_who_waits(comm, entry, wait, patience);
    break;
  }
  check_mpi(MPI_Wait(&request, MPI_STATUS_IGNORE), "MPI_Wait");
}

}  // namespace

// Simulated processes are one program, whose virtual time is that of the blocking calls.

void gather_statements(const Communicator& comm, const void* mine, int bytes, void* all, const Entry& entry) {
  if (charge::virtual_time) {
    check_mpi(MPI_Gather(mine, bytes, MPI_BYTE, all, bytes, MPI_BYTE, 0, comm.get()), "MPI_Gather");
    return;
  }
  MPI_Request request = MPI_REQUEST_NULL;
  check_mpi(MPI_Igather(mine, bytes, MPI_BYTE, all, bytes, MPI_BYTE, 0, comm.get(), &request), "MPI_Igather");
  wait_aloud(request, comm, entry, for_all);
}

void broadcast_instruction(const Communicator& comm, void* instruction, int bytes, const Entry& entry) {
  if (charge::virtual_time) {
    check_mpi(MPI_Bcast(instruction, bytes, MPI_BYTE, 0, comm.get()), "MPI_Bcast");
    return;
  }
  MPI_Request request = MPI_REQUEST_NULL;
  check_mpi(MPI_Ibcast(instruction, bytes, MPI_BYTE, 0, comm.get(), &request), "MPI_Ibcast");
  wait_aloud(request, comm, entry, for_the_first);
}

}  // namespace het
