#pragma once
// Which ways there are to compute a call, and what each is predicted to take.
#include "src/driver/choice/choice_problem.hpp"

namespace het {

// The ways, as far as it pays by now to know them: predicting takes a time of its own, and ranking layouts to move to takes
// longer. None at all at first, where predicting takes long. What is found is kept in the context's decisions, and for other
// contexts that would find the same (predicted_ways). With HETSCALAPACK_VERBOSE=2 new candidates are said. On the process
// that decides.
KnownWays& find_ways(const ChoiceProblem& x);

// What the contexts of this process have in common, where none has settings of its own for layouts.
PredictedWays& predicted_ways();

}  // namespace het
