#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "blacs_het/plan/line.hpp"
#include "blacs_het/plan/pattern.hpp"
#include "src/base/error.hpp"
#include "src/tools/commands.hpp"

namespace het {
namespace {

constexpr Extent most_chunks = 10'000'000;  // of which the order is printed one by one

struct LineOptions {
  std::string cycle_times;
  Extent count = 0;
  std::string order = "forward";
  bool json = false;
};

void print_line(const std::vector<double>& t, const std::vector<Extent>& counts,
                const std::vector<int>& order) {
  fmt::print("processor  cycle-time  chunks  time\n");
  for (std::size_t k = 0; k < t.size(); ++k)
    fmt::print("{:>9}  {:>10.4g}  {:>6}  {:.4g}\n", k, t[k], counts[k],
               t[k] * static_cast<double>(counts[k]));
  double speed = 0;
  for (const double x : t) speed += 1 / x;
  fmt::print("makespan {:.6g} (at least {:.6g})\n", makespan(t, counts),
             static_cast<double>(order.size()) / speed);
  fmt::print("order {}\n", fmt::join(order, " "));
}

void run_line(const LineOptions& options) {
  const std::vector<double> t = cycle_times_from(options.cycle_times);
  require(options.count >= 0 && options.count <= most_chunks, "--count {} is wrong; it must be from 0 to {}",
          options.count, most_chunks);
  const std::vector<Extent> counts = allocate_line(t, options.count);
  std::vector<int> order = line_order(t, options.count);
  if (options.order == "lu") order = reversed_pattern(order);
  if (options.json) {
    const nlohmann::ordered_json json{
        {"counts", counts}, {"makespan", makespan(t, counts)}, {"order", order}};
    fmt::print("{}\n", json.dump());
  } else {
    print_line(t, counts, order);
  }
}

}  // namespace

void add_line_command(CLI::App& app) {
  const auto options = std::make_shared<LineOptions>();
  CLI::App* line = app.add_subcommand("line", "Equal chunks of work for processors in a line");
  line->add_option("--cycle-times", options->cycle_times, cycle_times_help)->required();
  line->add_option("--count", options->count, "number of chunks")->required();
  line->add_option("--order", options->order, "forward: every leading part balanced; lu: every trailing part")
      ->check(CLI::IsMember({"forward", "lu"}))
      ->capture_default_str();
  line->add_flag("--json", options->json, "print JSON alone");
  line->callback([options] { run_line(*options); });
}

}  // namespace het
