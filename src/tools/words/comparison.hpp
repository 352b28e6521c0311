#pragma once
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "src/tools/plan/grid_request.hpp"

namespace het {

// What one method makes of a request.
struct MethodResult {
  Method method;
  std::optional<BlockPlan> plan;  // none where the method gave up
  std::string gave_up;            // why
  double seconds_to_plan = 0;     // of this machine
};

// All methods on one request, in the order of all_methods().
std::vector<MethodResult> compare_methods(const GridRequest& request, const Processors& processors);

// One line for each method, the best W marked; 80 columns.
std::string comparison_text(const std::vector<MethodResult>& results);
// An object for each method under the key "methods".
nlohmann::ordered_json comparison_json(const std::vector<MethodResult>& results);

}  // namespace het
