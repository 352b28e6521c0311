#pragma once
#include "src/driver/call.hpp"

namespace het {

// Gathers what the processes did during a call, and adds it to HETSCALAPACK_TRACE. Collective over the context, after a
// call that was taken; rank 0 writes, with bounded memory: some of one process's events at a time. What it has no memory for
// is left out, and that is said.
void trace(const Call& call, Context& context);

}  // namespace het
