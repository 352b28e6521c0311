#include <memory>

#include "src/base/error.hpp"
#include "src/tools/command/commands.hpp"
#include "src/tools/picture/cairo_picture.hpp"
#include "src/tools/plan/grid_request.hpp"
#include "src/tools/terminal/terminal_picture.hpp"
#include "src/tools/words/comparison.hpp"
#include "src/tools/words/explain.hpp"
#include "src/tools/words/forecast_text.hpp"
#include "src/tools/words/plan_json.hpp"
#include "src/tools/words/verdict_text.hpp"

namespace het {
namespace {

struct GridOptions {
  GridRequest request;
  PictureFiles pictures;
  std::string colour = "auto";
  bool json = false, compare = false, explain = false;
};

std::string compared(const GridOptions& options, const Processors& processors) {
  const auto results = compare_methods(options.request, processors);
  return options.json ? comparison_json(results).dump() + "\n" : comparison_text(results);
}

std::string planned(const GridOptions& options, const Processors& processors, bool colour) {
  require_effects(options.request);
  const BlockPlan plan = block_plan(options.request, processors, method_of(options.request));
  if (!options.pictures.svg.empty()) write_svg(options.pictures.svg, picture_of(plan));
  if (!options.pictures.png.empty()) write_png(options.pictures.png, picture_of(plan));
  if (options.json) {
    auto json = plan_json(plan);
    if (options.explain) json["explanation"] = explanation_json(explain(plan, options.request, processors));
    return json.dump() + "\n";
  }
  std::string text = terminal_picture(plan, colour);
  if (const auto& forecast = plan.forecast)
    text += "\n" + forecast_text(*forecast) + verdict_text(*forecast) + steps_text(step_times(*forecast));
  if (options.explain) text += explanation_text(explain(plan, options.request, processors));
  return text;
}

void run_grid(const GridOptions& options, Console& console) {
  const bool colour = wants_colour(options.colour, console);
  require_apart(options.pictures, options.request.cycle_times);
  require(!options.compare || (!options.pictures.any() && !options.explain),
          "--compare shows methods side by side; --svg, --png and --explain show one plan");
  require(!options.compare || options.request.method.empty(),
          "--compare shows all methods side by side; leave out --method {}", options.request.method);
  const Processors processors = processors_of(options.request);
  console.warnings = processors.left_out;
  console.text = options.compare ? compared(options, processors) : planned(options, processors, colour);
}

void add_call_options(CLI::App& grid, CallRequest& call) {
  add_text(grid, "--routine", call.routine, "NAME",
           "gemm, lu, qr or cholesky, or ScaLAPACK's name, as in pdgetrf: the model chooses the grid, drops "
           "processors that do not help, and "
           "says what each part of the time is");
  add_text(grid, "--n", call.n, "N", "its matrices are N x N");
  add_text(grid, "--nb", call.nb, "NB",
           "the matrix is in blocks of NB, block-cyclic on the squarest grid: count the moves, and say "
           "whether the library would take the call (default: no moves)");
  add_text(grid, "--type", call.type, "s|d|c|z", "precision (default: that of ScaLAPACK's name, or d)");
  add_text(grid, "--gflops", call.gflops, "G", "speed of the fastest processor (default: 10)");
  add_text(grid, "--bandwidth", call.bandwidth, "GB/s", "of a process's messages (default: 1.25)");
  add_text(grid, "--latency", call.latency, "US", "of a message, microseconds (default: 20)");
}

}  // namespace

void add_grid_command(CLI::App& app, Console& console) {
  const auto options = std::make_shared<GridOptions>();
  GridRequest& request = options->request;
  CLI::App* grid = app.add_subcommand("grid", "Arrange processors on a grid and balance a matrix over them");
  auto* times = add_text(*grid, "--cycle-times", request.cycle_times, "LIST|FILE", cycle_times_help);
  auto* kept = add_text(*grid, "--arrangement", request.arrangement, "ROWS",
                        "keep this arrangement: rows of cycle-times, as in \"1,2;3,6\"")
                   ->excludes(times);
  add_text(*grid, "--grid", request.grid, "PxQ|auto",
           "the grid; auto takes the squarest shape whose W is within 5 % of the best shape's (default: the "
           "report's, or auto)")
      ->excludes(kept);
  std::string methods;
  for (const Method method : all_methods())
    methods += (methods.empty() ? "" : ", ") + std::string(method_name(method));
  add_text(*grid, "--method", request.method, "METHOD",
           "how to find arrangement and shares: " + methods + " (default: best)");
  add_text(*grid, "--seed", request.seed, "S", "of the searches (default: 1)");
  add_text(*grid, "--limit", request.limit, "STEPS",
           "elementary steps of a search, about 3 ns each (default: 7e6, exact 2e8)");
  add_text(*grid, "--blocks", request.blocks, "M[xN]",
           "size of the matrix in blocks (default: six per row or column of the longer side, at least 24)");
  add_text(*grid, "--panel", request.panel, "BpxBq",
           "period of the pattern in blocks (default: the whole matrix)");
  add_text(*grid, "--period", request.period, "B", "the best period of at most B x B blocks instead");
  add_text(
      *grid, "--order", request.order, "ORDER",
      "order of the owners: contiguous (for products), interleaved, lu (for factorizations: interleaved, "
      "reversed) (default: contiguous, lu for a report of a factorization)");
  add_call_options(*grid, request.call);
  add_flag(*grid, "--compare", options->compare, "all methods side by side in one table");
  add_flag(*grid, "--explain", options->explain, "say in words why processors idle, and what would help");
  add_flag(*grid, "--json", options->json, "print JSON alone");
  add_pictures(*grid, options->pictures, "draw the blocks");
  add_colour_option(*grid, options->colour);
  grid->callback([options, &console, times, kept] {
    require(times->count() + kept->count() > 0,
            "grid needs --cycle-times LIST or FILE, or --arrangement ROWS");
    run_grid(*options, console);
  });
}

}  // namespace het
