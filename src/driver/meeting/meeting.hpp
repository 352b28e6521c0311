#pragma once
// What the processes of a context settle with each other before a call.
#include <string>

#include "src/driver/entry.hpp"

namespace het {

// One number for the arguments of a call that are the same on all processes.
Extent fingerprint(const Entry& entry);

// What came of it: the same decision on every process; why there is none each process may say for itself.
struct Agreement {
  std::string left;             // why the call goes to ScaLAPACK undecided; empty where it was decided on
  std::string key;              // choice_key of the call, where it was
  Choice choice;                // where it was
  bool memory_is_sure = false;  // the choice got its memory before, and as much is there
};

// All say whether they could read their arguments, which must be the same, and what the last call showed; rank 0
// draws the conclusions, decides, and tells. Two collective operations where nothing is new: one gathers, one
// broadcasts; more where speeds are measured or change, or the decision is not the one known for such calls. The
// context must be set up. In mode auto calls that are not large in themselves are put off where they are left to
// ScaLAPACK: where that was decided, so that a look costs two thousandths of what the calls take that pass until the
// next one; where no speeds are known yet, by half of what all have done.
Agreement meet(Context& context, const Entry& entry, Reading<Request>& request);

}  // namespace het
