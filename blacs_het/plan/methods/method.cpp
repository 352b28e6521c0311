#include "blacs_het/plan/methods/method.hpp"

#include <algorithm>
#include <array>

namespace het {
namespace {

constexpr double default_steps = 7e6;
constexpr double default_exact_steps = 2e8;

struct MethodName {
  Method method;
  std::string_view name;
};
constexpr std::array method_names{
    MethodName{Method::exact, "exact"},   MethodName{Method::heuristic, "heuristic"},
    MethodName{Method::svd, "svd"},       MethodName{Method::swaps, "swaps"},
    MethodName{Method::search, "search"}, MethodName{Method::natural, "natural"},
    MethodName{Method::best, "best"},
};
constexpr auto method_list = [] {
  std::array<Method, method_names.size()> list{};
  for (std::size_t k = 0; k < list.size(); ++k) list[k] = method_names[k].method;
  return list;
}();

}  // namespace

std::span<const Method> all_methods() { return method_list; }

std::string_view method_name(Method method) {
  return std::find_if(method_names.begin(), method_names.end(),
                      [&](const MethodName& entry) { return entry.method == method; })
      ->name;
}

std::optional<Method> method_named(std::string_view name) {
  for (const MethodName& entry : method_names)
    if (entry.name == name) return entry.method;
  return std::nullopt;
}

double steps_of(Method method, const PlanOptions& options) {
  if (options.steps > 0) return options.steps;
  return method == Method::exact ? default_exact_steps : default_steps;
}

}  // namespace het
