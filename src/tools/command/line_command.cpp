#include <memory>
#include <nlohmann/json.hpp>
#include <numeric>

#include "blacs_het/plan/line.hpp"
#include "blacs_het/plan/pattern.hpp"
#include "src/base/error.hpp"
#include "src/tools/command/commands.hpp"
#include "src/tools/input/numbers.hpp"
#include "src/tools/terminal/line_picture.hpp"

namespace het {
namespace {

constexpr Extent most_chunks = 10'000'000;  // of which the order is printed one by one
constexpr std::string_view orders[] = {"forward", "lu"};

struct LineOptions {
  std::string cycle_times, count, period, order = "forward", colour = "auto";
  bool json = false;
};

LinePlan line_plan(const LineOptions& options) {
  require(options.count.empty() != options.period.empty(), "line needs --count M or --period B, one of them");
  const bool backward = parse_choice("--order", options.order, orders) == 1;
  LinePlan line{read_processors("--cycle-times", options.cycle_times), {}, {}, 0};
  const std::vector<double>& t = line.processors.cycle_times;
  line.counts = options.period.empty()
                    ? allocate_line(t, parse_whole("--count", options.count, 1, most_chunks))
                    : best_chunks(t, parse_whole("--period", options.period, 1, most_chunks));
  line.order = line_order(t, std::accumulate(line.counts.begin(), line.counts.end(), Extent{0}));
  if (backward) line.order = reversed_pattern(line.order);
  line.makespan = makespan(t, line.counts);
  return line;
}

std::string json_text(const LinePlan& line) {
  nlohmann::ordered_json json{{"counts", line.counts}, {"makespan", line.makespan}, {"order", line.order}};
  if (!line.processors.names.empty()) json["hosts"] = line.processors.names;
  return json.dump() + "\n";
}

}  // namespace

void add_line_command(CLI::App& app, Console& console) {
  const auto options = std::make_shared<LineOptions>();
  CLI::App* line = app.add_subcommand("line", "Deal equal chunks of work to processors in a line");
  add_text(*line, "--cycle-times", options->cycle_times, "LIST|FILE", cycle_times_help)->required();
  add_text(*line, "--count", options->count, "M", "number of chunks");
  add_text(*line, "--period", options->period, "B",
           "at most B chunks instead: the period that takes the least time for each, to be repeated");
  add_text(*line, "--order", options->order, "ORDER",
           "forward: every leading part balanced (the default); lu: every trailing part");
  add_flag(*line, "--json", options->json, "print JSON alone");
  add_colour_option(*line, options->colour);
  line->callback([options, &console] {
    const bool colour = wants_colour(options->colour, console);
    const LinePlan plan = line_plan(*options);
    console.warnings = plan.processors.left_out;
    console.text = options->json ? json_text(plan) : terminal_picture(plan, colour);
  });
}

}  // namespace het
