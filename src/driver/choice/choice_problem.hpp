#pragma once
#include <string>

#include "blacs_het/grid/context.hpp"
#include "blacs_het/plan/decision/decision.hpp"
#include "src/model/call_shape.hpp"
#include "src/model/placed.hpp"

namespace het {

// For what a way is to be chosen, and what the choice follows from besides what is known of the ways. Context, shape and
// what `caller` refers to must outlive it.
struct ChoiceProblem {
  Context& context;
  const CallShape& shape;
  Placed caller;  // of the result: C, or the matrix to factor; see choose()
  Extent calls;   // such calls since the last choice, this one included; 0 where this one is chosen for again
  Platform platform;
  Margins margins;

  const Config& config() const { return context.config(); }
};

// At the speeds of the context, which must be known.
ChoiceProblem choice_problem(Context& context, const CallShape& shape, const Placed& caller, Extent calls);

// Equal for calls that have the same choice on one context. Beside the sizes it holds the owners of one period.
std::string choice_key(const CallShape& shape, const Placed& caller);

}  // namespace het
