#pragma once
// Memory for what the processes of a context have agreed to do.
#include <memory>
#include <string>

#include "src/driver/call.hpp"
#include "src/driver/meeting/meeting.hpp"

namespace het {

// The job with all its memory on every process, or why there is none, and what the process with the least of it may
// have.
struct Made {
  std::unique_ptr<Job> job;
  std::string refusal;
  Extent least_budget = 0, most_needed = 0;
};

// The job of the choice that was agreed on, or of the next best one that gets its memory: then the choice is that one.
// before: bytes that this process had taken before the call. Collective, unless the memory is sure: each way that is tried
// is agreed on by one operation.
Made job_that_fits(Context& context, const Call& call, const Entry& entry, const Request& x,
                   Agreement& agreed, Extent before);

// Why a call is forwarded whose ways were refused before.
std::string needed_too_much(const Choice& choice, const Config& config);

}  // namespace het
