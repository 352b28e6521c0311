#pragma once
#include "src/bindings/mpi.hpp"
#include "src/driver/entry.hpp"

namespace het {

// So many bytes of each process to process 0, one after the other; `all` counts there alone. Collective. Where a process
// does not come within HETSCALAPACK_HANDSHAKE_SECONDS process 0 says once per program, on standard error, in which call it
// waits: a process whose sizes differ from the others' may have passed to ScaLAPACK alone, and nobody would know. It
// goes on waiting.
void gather_statements(const Communicator& comm, const void* mine, int bytes, void* all, const Entry& entry);

// So many bytes of process 0 to all. Collective. Process 1 says in the same way, after three times as long, that it waits for
// process 0.
void broadcast_instruction(const Communicator& comm, void* instruction, int bytes, const Entry& entry);

}  // namespace het
