#pragma once
// What is said of a choice as it is made, with HETSCALAPACK_VERBOSE=2: what each way is predicted to take, and why one of
// them was taken.
#include <string>
#include <string_view>

#include "blacs_het/grid/config.hpp"
#include "blacs_het/plan/decision/decision.hpp"
#include "src/distribution/distribution.hpp"
#include "src/model/call_shape.hpp"

namespace het {

// "pdgemm 400 x 300 x 200".
std::string call_words(const CallShape& shape);

// All that there are to choose from; why_not_moved: empty where moves are among them.
void say_candidates(const CallShape& shape, const Distribution& caller, const Ways& ways,
                    std::string_view why_not_moved);

// What past calls add to the predictions, and the comparisons that led to the decision.
void say_decision(const CallShape& shape, const Distribution& caller, const Ways& ways, const Config& config,
                  const Decision& decision, const Corrections& corrections);

// Whether ScaLAPACK is taken once, whatever is predicted.
bool scalapack_is_tried(const Corrections& corrections);

}  // namespace het
