#pragma once
// The ways to find a plan, by name, and what a caller may set for them.
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace het {

enum class Method {
  exact,      // all non-decreasing arrangements, all acceptable trees; Error when that is too much work
  heuristic,  // [BPRR99 §4.4]
  svd,        // repeated rank-1 approximation of the speeds (IEEE Trans. Computers 50(10), 2001)
  swaps,      // from the heuristic's plan: sorting, exchanges of two processors, climbing over trees
  search,     // iterated search with kicks and restarts, from the plans of all others
  natural,    // sorted row by row, shares in proportion to sums of speeds [DKK §2.2.2]
  best,       // exact where that is little work, else search
};
// All of them, in the order of the enumeration.
std::span<const Method> all_methods();
std::string_view method_name(Method method);
std::optional<Method> method_named(std::string_view name);

// The same options give the same plan on every process: work is counted in elementary steps (about 3 ns each),
// never timed.
struct PlanOptions {
  std::uint64_t seed = 1;  // of the kicks
  // How much work may be done; 0 takes the default of the method: 7e6 steps, about 20 ms, and 2e8 for
  // exact, about a second, which fails beyond. heuristic, natural and svd are cheap and never stop early.
  double steps = 0;
};

// The steps that a method may take.
double steps_of(Method method, const PlanOptions& options);

}  // namespace het
