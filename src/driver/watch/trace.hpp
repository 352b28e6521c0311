#pragma once
#include "src/driver/call.hpp"

namespace het {

// Gathers what the processes did during a call, and adds it to HETSCALAPACK_TRACE. Collective over the context, after a
// call that was taken; rank 0 writes, with bounded memory: one process's events at a time.
void trace(const Call& call, Context& context);

}  // namespace het
