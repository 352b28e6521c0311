#include "src/tools/plan/forecast.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "blacs_het/plan/decision/measuring.hpp"
#include "blacs_het/plan/decision/size_limits.hpp"
#include "src/base/error.hpp"
#include "src/tools/input/numbers.hpp"

namespace het {
namespace {

constexpr Extent largest_n = 10'000'000;
constexpr std::size_t most_ranked = 16;
// Panels times processors. Ranking grids by so many takes a minute of 1024 processors, ten microseconds each; of few, of which
// more layouts are tried, up to forty times as long.
constexpr Extent most_panel_clocks = 4'000'000, usual_nb = 64;
constexpr double usual_gflops = 10, usual_bandwidth = 1.25, usual_latency = 20;
// Part of the latency that each further message at the same time takes.
constexpr double usual_overhead = 0.15;

struct TypeEntry {
  std::string_view letter;
  int flops_per_multiply_add;
  Extent element_bytes;
};
constexpr std::array<std::string_view, 4> letters{"s", "d", "c", "z"};
constexpr std::array<TypeEntry, 4> types{{{"s", 2, 4}, {"d", 2, 8}, {"c", 8, 8}, {"z", 8, 16}}};

// ScaLAPACK's pdgetrf is type d and routine getrf, in capitals too; lu or getrf have no type.
struct RoutineName {
  std::string letter;
  std::optional<RoutineKind> kind;
};
RoutineName parse_routine(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (const auto kind = routine_kind_named(text)) return {"", kind};
  if (text.size() < 3 || text[0] != 'p' || std::ranges::find(letters, text.substr(1, 1)) == letters.end())
    return {};
  const auto kind = routine_kind_named(text.substr(2));
  if (!kind || text.substr(2) != family_name(*kind)) return {};
  return {text.substr(1, 1), kind};
}

RoutineName routine_of(const CallRequest& request, const Processors& processors) {
  const bool asked = !request.routine.empty();
  const std::string text = asked ? request.routine : processors.call ? processors.call->routine : "";
  require(!text.empty(), "--n, --nb, --type, --gflops, --bandwidth and --latency need a --routine");
  RoutineName name = parse_routine(text);
  std::vector<std::string> names;
  for (const RoutineKind kind : all_routine_kinds)
    names.push_back(fmt::format("{} (p?{})", short_name(kind), family_name(kind)));
  require(name.kind.has_value(), "{} '{}' is unknown; it must be one of {}, ? being s, d, c or z",
          asked ? "--routine" : "the report's routine", text, fmt::join(names, ", "));
  require(request.type.empty() || name.letter.empty() || !asked || request.type == name.letter,
          "--type '{}' is not that of --routine '{}'; leave --type out", request.type, text);
  return name;
}

CallShape shape_of(const CallRequest& request, const Processors& processors) {
  const RoutineName name = routine_of(request, processors);
  const RoutineKind kind = *name.kind;
  std::string letter = request.type;
  if (letter.empty()) letter = name.letter;
  if (letter.empty() && processors.call) letter = parse_routine(processors.call->routine).letter;
  if (letter.empty()) letter = "d";
  const TypeEntry& type = types[parse_choice("--type", letter, letters)];
  ReportedCall size = processors.call.value_or(ReportedCall{});
  if (!request.n.empty()) size.m = size.n = size.k = parse_whole("--n", request.n, 1, largest_n);
  require(size.m > 0 && size.n > 0, "--routine {} needs a size: --n N", short_name(kind));
  if (is_factorization(kind))
    return CallShape::factorization(kind, size.m, size.n, type.flops_per_multiply_add, type.element_bytes);
  return CallShape::product(size.m, size.n, std::max<Extent>(size.k, 1), type.flops_per_multiply_add,
                            type.element_bytes);
}

double number_or(std::string_view option, const std::string& text, double usual, double smallest,
                 double largest) {
  return text.empty() ? usual : parse_real(option, text, smallest, largest);
}

// The model follows every process through every panel, the library's own and those of the caller's blocks.
void require_few_panels(const PlannedCall& call) {
  if (!is_factorization(call.shape.kind)) return;
  const auto processors = static_cast<Extent>(call.platform.cycle_times.size());
  const Extent width = call.nb > 0 ? std::min(call.nb, usual_nb) : usual_nb;
  const Extent panels = ceil_div(std::min(call.shape.m, call.shape.n), width);
  require(panels <= most_panel_clocks / processors,
          "{} of {} x {} in panels of {} is {} panels on {} processors, more than can be predicted; panels x "
          "processors may be {} at most",
          short_name(call.shape.kind), call.shape.m, call.shape.n, width, panels, processors,
          most_panel_clocks);
}

CallVerdict verdict_of(const PlannedCall& call, const Distribution& caller, const Ways& ways) {
  const auto& t = call.platform.cycle_times;
  const auto processes = static_cast<int>(t.size());
  const auto decided = [&](bool measured) { return decide(ways, margins_of(call.shape.kind, measured)); };
  CallVerdict verdict{.p = caller.p(),
                      .q = caller.q(),
                      .reference = ways.reference,
                      .in_place = ways.in_place.total(),
                      .given = decided(false),
                      .measured = decided(true)};
  const SizeLimits& limits = SizeLimits::without_speeds();
  verdict.never = limits.too_small(call.shape, processes);
  if (verdict.never.empty()) verdict.never = too_few_blocks(call.shape, caller);
  if (verdict.never.empty()) verdict.not_yet = limits.too_small_alone(call.shape, processes);
  if (when_to_measure({.operations = flops(call.shape) / processes}) == Measuring::too_early)
    verdict.too_early = measured_later();
  return verdict;
}

}  // namespace

bool CallRequest::any() const {
  return !(routine.empty() && n.empty() && nb.empty() && type.empty() && gflops.empty() &&
           bandwidth.empty() && latency.empty());
}

PlannedCall planned_call(const CallRequest& request, const Processors& processors) {
  PlannedCall call;
  call.shape = shape_of(request, processors);
  const double gflops = number_or("--gflops", request.gflops, usual_gflops, 1e-6, 1e9),
               bandwidth = number_or("--bandwidth", request.bandwidth, usual_bandwidth, 1e-6, 1e9),
               latency = number_or("--latency", request.latency, usual_latency, 0, 1e9);
  // Gflop/s are the fastest processor's, whose cycle-time need not be 1.
  const auto& t = processors.cycle_times;
  const double fastest = *std::min_element(t.begin(), t.end());
  for (const double x : t) call.platform.cycle_times.push_back(std::min(x / fastest, 1e15));
  call.platform.seconds_per_flop = 1e-9 / gflops;
  call.platform.between.seconds_per_byte = 1e-9 / bandwidth;
  call.platform.between.latency = 1e-6 * latency;
  call.platform.between.message_overhead = usual_overhead * call.platform.between.latency;
  if (!request.nb.empty()) call.nb = parse_whole("--nb", request.nb, 1, largest_n);
  require_few_panels(call);
  return call;
}

Forecast forecast(const PlannedCall& call, std::optional<std::pair<int, int>> grid, const PlanSource& plan) {
  GridChoiceOptions options;
  options.grid = grid;
  options.plan = plan;
  options.kept = most_ranked;
  const CallShape& shape = call.shape;
  if (call.nb == 0) return {call, rank_layouts(call.platform, shape, std::nullopt, options), std::nullopt};
  const auto [p, q] = squarest_grid(static_cast<int>(call.platform.cycle_times.size()));
  const Distribution caller = block_cyclic(shape.m, shape.n, call.nb, call.nb, p, q);
  const Placement placement = Placement::row_major(p, q);
  Ways ways = predict_ways(call.platform, shape, {caller, placement}, options);
  CallVerdict verdict = verdict_of(call, caller, ways);
  return {call, std::move(ways.moved), std::move(verdict)};
}

}  // namespace het
