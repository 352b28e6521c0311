#include <memory>

#include "src/base/error.hpp"
#include "src/tools/command/commands.hpp"
#include "src/tools/picture/cairo_picture.hpp"
#include "src/tools/plan/grid_request.hpp"
#include "src/tools/plan/plan_json.hpp"
#include "src/tools/terminal/terminal_picture.hpp"

namespace het {
namespace {

struct GridOptions {
  GridRequest request;
  std::string svg, png, colour = "auto";
  bool json = false;
};

void run_grid(const GridOptions& options, Console& console) {
  const bool colour = wants_colour(options.colour, console);
  const BlockPlan plan = block_plan(options.request);
  if (!options.svg.empty()) write_svg(options.svg, picture_of(plan));
  if (!options.png.empty()) write_png(options.png, picture_of(plan));
  console.text = options.json ? plan_json(plan).dump() + "\n" : terminal_picture(plan, colour);
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
  add_text(*grid, "--blocks", request.blocks, "M[xN]",
           "size of the matrix in blocks (default: six per grid row or column)");
  add_text(*grid, "--panel", request.panel, "BpxBq",
           "period of the pattern in blocks (default: the whole matrix)");
  add_text(*grid, "--order", request.order, "ORDER",
           "order of the owners: contiguous (for products, the default), interleaved, lu (for "
           "factorisations: interleaved, reversed)");
  grid->add_flag("--json", options->json, "print JSON alone");
  add_text(*grid, "--svg", options->svg, "FILE", "draw the blocks into this SVG file");
  add_text(*grid, "--png", options->png, "FILE", "draw the blocks into this PNG file");
  add_colour_option(*grid, options->colour);
  grid->callback([options, &console, times, kept] {
    require(times->count() + kept->count() > 0,
            "grid needs --cycle-times LIST or FILE, or --arrangement ROWS");
    run_grid(*options, console);
  });
}

}  // namespace het
