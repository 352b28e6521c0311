#pragma once
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "src/algorithm/factor/factor.hpp"
#include "src/bindings/blacs.hpp"
#include "src/driver/call.hpp"
#include "src/driver/choice.hpp"
#include "src/driver/reading.hpp"

namespace het {

// The work of one call on the layout that was chosen. Takes its memory when made, all but later_bytes(), and touches
// nothing of the caller's before all processes have agreed; then each step in turn, on every process of the context.
class Job {
 public:
  virtual ~Job() = default;
  // What it may take besides on the way, for a short time.
  virtual Extent later_bytes() const { return 0; }
  // Operands to the layout. Returns the bytes that this process sent; so does move_out.
  virtual Extent move_in() { return 0; }
  virtual ComputeStatistics compute() = 0;
  // The result to the caller's arrays, and what else the routine returns.
  virtual Extent move_out() { return 0; }
};

// One call, its arguments read and judged from what is the same on every process.
struct Request {
  // The result, C or the matrix to factor, as a matrix of its own. Of an upper triangle the transpose.
  Distribution part;
  Placement placement;
  // Why this process cannot take it, where that is not the same on every process; else null. Then all of them forward.
  const char* fault;
  std::function<std::unique_ptr<Job>(Context&, const Choice&)> make_job;
};

// Why a call goes to ScaLAPACK at once, and what the library could say of it is of no interest to anybody here: empty
// where it may not, or the context was not opened lately. The first thing that a routine asks. Local, some ten
// nanoseconds.
std::string_view passes_at_once(int blacs_context, const CallShape& shape);

// A call as its routine gives it. `read` refuses what is left to ScaLAPACK, and is called inside the grid only;
// `forward` calls ScaLAPACK's own routine, and says whether it found nothing wrong: INFO of a routine that compares its
// arguments is the same on all processes.
struct Entry {
  std::string routine;  // "pdgemm"
  int blacs_context;
  CallShape shape;  // as the caller gives it, for the record and for what is obviously too small
  // What the routine demands to be the same on every process: where it is not, all of them forward.
  std::vector<Extent> global_arguments;
  std::function<Reading<Request>(const blacs::GridInfo&)> read;
  std::function<bool()> forward;
};
// The life of a call, the same for every routine: check, decide, plan, move, compute, restore; or forward. Not for a
// nested call. Collective over the context when the call is looked at.
void run_call(const Entry& entry);

// How every routine is entered: inside another one it is ScaLAPACK's own, and so it is where the call passes at once; else
// the call lives its life, of which `entry` makes the Entry. `forward` calls ScaLAPACK's own routine.
template <class Forward, class MakeEntry>
void enter(const std::string& routine, int blacs_context, const CallShape& shape, const Forward& forward,
           const MakeEntry& entry) {
  if (Call::nested()) return forward();
  if (const auto why = passes_at_once(blacs_context, shape); !why.empty()) {
    const PassingCall call(routine.c_str(), shape, why);
    return forward();
  }
  run_call(entry());
}

}  // namespace het
