#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>

#include "blacs_het/plan/cycle_times.hpp"
#include "blacs_het/plan/pattern.hpp"
#include "src/base/error.hpp"
#include "src/tools/commands.hpp"
#include "src/tools/picture/cairo_picture.hpp"
#include "src/tools/picture/terminal_picture.hpp"
#include "src/tools/plan_json.hpp"
#include "src/tools/sizes.hpp"

namespace het {
namespace {

constexpr Extent most_blocks = 1'000'000;

struct GridOptions {
  std::string cycle_times, arrangement, grid = "auto", method = "best", blocks, panel, order = "contiguous";
  std::string svg, png;
  bool json = false;
};

std::vector<std::string> names_of_methods() {
  std::vector<std::string> names;
  for (const Method method : all_methods()) names.emplace_back(method_name(method));
  return names;
}

GridPlan plan_from(const GridOptions& options) {
  const Method method = *method_named(options.method);
  if (!options.arrangement.empty()) return plan_shares(parse_arrangement(options.arrangement), method);
  const std::vector<double> t = cycle_times_from(options.cycle_times);
  if (options.grid == "auto") return plan_best_shape(t, method);
  const SizePair grid = parse_size_pair("--grid", options.grid, OneNumber::refused, max_processors);
  return plan_grid(t, static_cast<int>(grid.rows), static_cast<int>(grid.cols), method);
}

// Blocks of the matrix as asked for, or six for each grid row and column, at least 24; the pattern as asked
// for, or as long as the matrix.
BlockPlan block_plan(const GridOptions& options) {
  GridPlan plan = plan_from(options);
  const int p = plan.arrangement.p(), q = plan.arrangement.q();
  const Extent usual = 6 * std::max({4, p, q});
  SizePair blocks{usual, usual};
  if (!options.blocks.empty())
    blocks = parse_size_pair("--blocks", options.blocks, OneNumber::square, most_blocks);
  SizePair panel = blocks;
  if (!options.panel.empty()) {
    panel = parse_size_pair("--panel", options.panel, OneNumber::refused, most_blocks);
    require(
        panel.rows >= p && panel.cols >= q,
        "--panel '{}' is too small for a {} x {} grid: a period needs a block for each grid row and column",
        options.panel, p, q);
    if (options.blocks.empty()) blocks = {std::max(usual, panel.rows), std::max(usual, panel.cols)};
  }
  IntegerShares shares = round_to_pattern(plan.arrangement, plan.shares, panel.rows, panel.cols);
  const PatternOrder order = *pattern_order_named(options.order);
  std::vector<int> rows = pattern_of(shares.rows, order), cols = pattern_of(shares.cols, order);
  return {std::move(plan), std::move(shares), std::move(rows), std::move(cols), blocks.rows, blocks.cols};
}

void run_grid(const GridOptions& options) {
  require(!options.arrangement.empty() || !options.cycle_times.empty(),
          "grid needs --cycle-times LIST or FILE, or --arrangement ROWS");
  const BlockPlan plan = block_plan(options);
  if (!options.svg.empty()) write_svg(options.svg, picture_of(plan));
  if (!options.png.empty()) write_png(options.png, picture_of(plan));
  fmt::print("{}", options.json ? plan_json(plan).dump() + "\n" : terminal_picture(plan));
}

}  // namespace

std::vector<double> cycle_times_from(const std::string& list_or_file) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(list_or_file, ignored)) {
    try {
      return parse_cycle_times(list_or_file);
    } catch (const Error& error) {
      const bool list = list_or_file.empty() || list_or_file.find_first_of(",*") != std::string::npos;
      throw Error(
          fmt::format("--cycle-times: {}{}", error.what(), list ? "" : "; nor is there a file of that name"));
    }
  }
  std::ifstream file(list_or_file);
  require(file.good(), "--cycle-times: file '{}' cannot be read", list_or_file);
  std::vector<double> t;
  for (const HostCycleTime& entry : parse_cycle_time_file(file, list_or_file)) t.push_back(entry.cycle_time);
  return t;
}

void add_grid_command(CLI::App& app) {
  const auto options = std::make_shared<GridOptions>();
  CLI::App* grid = app.add_subcommand("grid", "Arrange processors on a grid and balance a matrix over them");
  auto* times = grid->add_option("--cycle-times", options->cycle_times, cycle_times_help);
  auto* arrangement = grid->add_option("--arrangement", options->arrangement,
                                       "keep this arrangement: rows of cycle-times, as in \"1,2;3,6\"");
  arrangement->excludes(times);
  grid->add_option("--grid", options->grid,
                   "PxQ, or auto: the squarest shape whose W is within 5 % of the best shape's W")
      ->capture_default_str()
      ->excludes(arrangement);
  grid->add_option("--method", options->method, "how to find arrangement and shares")
      ->check(CLI::IsMember(names_of_methods()))
      ->capture_default_str();
  grid->add_option("--blocks", options->blocks,
                   "size of the matrix in blocks: M or MxN (default: six per grid row)");
  grid->add_option("--panel", options->panel,
                   "period of the pattern in blocks: BpxBq (default: the whole matrix)");
  grid->add_option("--order", options->order,
                   "order of the owners: contiguous (products), interleaved, lu (factorisations: "
                   "interleaved, reversed)")
      ->check(CLI::IsMember(
          std::vector<std::string>(std::begin(pattern_order_names), std::end(pattern_order_names))))
      ->capture_default_str();
  grid->add_flag("--json", options->json, "print JSON alone");
  grid->add_option("--svg", options->svg, "draw the blocks into this SVG file");
  grid->add_option("--png", options->png, "draw the blocks into this PNG file");
  grid->callback([options] { run_grid(*options); });
}

}  // namespace het
