#pragma once
// What a routine hands over, for a call to live its life.
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "src/algorithm/statistics.hpp"
#include "src/bindings/blacs.hpp"
#include "src/driver/choice/choice.hpp"
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
  // Then, on all processes alike: whether the call came to the end of its work. One that did not teaches nothing.
  virtual bool complete() const { return true; }
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

// A call as its routine gives it. `read` refuses what is left to ScaLAPACK, and is called inside the grid only;
// `forward` calls ScaLAPACK's own routine, and says whether that found nothing wrong and came to the end of its work: INFO of a
// routine that compares its arguments is the same on all processes.
struct Entry {
  std::string routine;  // "pdgemm"
  int blacs_context;
  CallShape shape;  // as the caller gives it, for the record and for what is obviously too small
  // What the routine demands to be the same on every process: where it is not, all of them forward.
  std::vector<Extent> global_arguments;
  std::function<Reading<Request>(const blacs::GridInfo&)> read;
  std::function<bool()> forward;
};

}  // namespace het
