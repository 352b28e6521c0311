#include "src/driver/choice/choice_problem.hpp"

#include <fmt/ranges.h>

#include "src/driver/words.hpp"

namespace het {

ChoiceProblem choice_problem(Context& context, const CallShape& shape, const Placed& caller, Extent calls) {
  return {context,
          shape,
          caller,
          calls,
          platform_of(context.speeds(shape.precision())),
          margins_of(shape.kind, context.config().measured())};
}

std::string choice_key(const CallShape& shape, const Placed& caller) {
  const auto axis = [](const AxisMap& map) {
    return fmt::format("{} {} {}", map.nb(), map.first_block(), fmt::join(map.pattern(), ","));
  };
  // Ranks are row by row on every context's grid, or column by column where the caller's matrix is transposed.
  const bool by_rows =
      caller.placement == Placement::row_major(caller.distribution.p(), caller.distribution.q());
  return fmt::format("{} {} {} | {} | {} | {}", call_words(shape), shape.flops_per_multiply_add,
                     shape.element_bytes, axis(caller.distribution.rows), axis(caller.distribution.cols),
                     by_rows);
}

}  // namespace het
