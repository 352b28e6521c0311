// hetplan: plans of heterogeneous process grids, explained and drawn. No MPI.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "src/tools/commands.hpp"

namespace {

constexpr int bad_input = 2;

int refuse(std::string why) {
  std::replace(why.begin(), why.end(), '\n', ' ');
  fmt::print(stderr, "hetplan: {}\n", why);
  return bad_input;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app(
      "Plans of heterogeneous process grids: who sits where, who gets how much, and how well that can work.",
      "hetplan");
  app.require_subcommand(1);
  het::add_grid_command(app);
  het::add_line_command(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return error.get_exit_code() == 0 ? app.exit(error) : refuse(error.what());  // 0: --help
  } catch (const std::exception& error) {
    return refuse(error.what());
  }
  return 0;
}
