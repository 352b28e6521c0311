#pragma once
#include "src/bindings/mpi.hpp"

namespace het {

// Looks at all messages that progress(look) shows, until two looks in a row have found none completed: MPI does a bounded part
// of its work, about a megabyte, at each.
template <class Progress>
void look_while_busy(JointLook& look, Progress progress) {
  for (int idle = 0; idle < 2;) idle = look.at_all(progress) > 0 ? 0 : idle + 1;
}

}  // namespace het
