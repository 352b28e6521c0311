#pragma once
// What is said of a choice as it is made, with HETSCALAPACK_VERBOSE=2: what each way is predicted to take, and why one of
// them was taken.
#include <string_view>

#include "src/driver/choice/choice_problem.hpp"

namespace het {

// All that there are to choose from; why_not_moved: empty where moves are among them.
void say_candidates(const ChoiceProblem& x, const Ways& ways, std::string_view why_not_moved);

// What past calls add to the predictions, and the comparisons that led to the decision.
void say_decision(const ChoiceProblem& x, const Ways& ways, const Decision& decision,
                  const Corrections& corrections);

// Whether ScaLAPACK is taken once, whatever is predicted.
bool scalapack_is_tried(const Corrections& corrections);

}  // namespace het
