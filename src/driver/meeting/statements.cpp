#include "src/driver/meeting/statements.hpp"

#include <atomic>

#include "blacs_het/grid/config.hpp"
#include "src/base/say.hpp"
#include "src/bindings/charge.hpp"
#include "src/driver/words.hpp"

namespace het {
namespace {

void say_who_waits(const Communicator& comm, const Entry& entry, double seconds) {
  static std::atomic<bool> said = false;
  if (said.exchange(true)) return;
  const CallShape& shape = entry.shape;
  say("hetscalapack: {}: process 0 of {} of a BLACS context has waited {} s for a process that has not come "
      "to this call. It may be late; or its arguments of the call are others than those of process 0, and it "
      "went to ScaLAPACK alone: then all wait for ever.\n",
      call_words(entry.routine, shape.m, shape.n, shape.k), comm.size(), seconds);
}

// Looks as MPI's own wait would, and at the clock.
void wait_aloud(MPI_Request& request, const Communicator& comm, const Entry& entry) {
  const double begin = MPI_Wtime();
  double patience = 0;
  for (int done = 0; !done;) {
    check_mpi(MPI_Test(&request, &done, MPI_STATUS_IGNORE), "MPI_Test");
    if (done) return;
    if (patience == 0) patience = handshake_seconds();
    if (MPI_Wtime() - begin < patience) continue;
    say_who_waits(comm, entry, patience);
    break;
  }
  check_mpi(MPI_Wait(&request, MPI_STATUS_IGNORE), "MPI_Wait");
}

}  // namespace

void gather_statements(const Communicator& comm, const void* mine, int bytes, void* all, const Entry& entry) {
  // Simulated processes are one program, whose virtual time is that of the blocking call.
  if (charge::virtual_time) {
    check_mpi(MPI_Gather(mine, bytes, MPI_BYTE, all, bytes, MPI_BYTE, 0, comm.get()), "MPI_Gather");
    return;
  }
  MPI_Request request = MPI_REQUEST_NULL;
  check_mpi(MPI_Igather(mine, bytes, MPI_BYTE, all, bytes, MPI_BYTE, 0, comm.get(), &request), "MPI_Igather");
  if (comm.rank() == 0)
    wait_aloud(request, comm, entry);
  else
    check_mpi(MPI_Wait(&request, MPI_STATUS_IGNORE), "MPI_Wait");
}

}  // namespace het
