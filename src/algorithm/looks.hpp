#pragma once

namespace het {

// Calls `look` until two calls in a row have returned 0 completed messages: MPI does a bounded part of its work, about
// a megabyte, at each look at the messages.
template <class Look>
void look_while_busy(Look look) {
  for (int idle = 0; idle < 2;) idle = look() > 0 ? 0 : idle + 1;
}

}  // namespace het
