#include "testing_drivers/hetrun/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "src/base/text/text_file.hpp"
#include "testing_drivers/hetrun/usage_error.hpp"

namespace het::run {
namespace {

int ranks(const Report& report) { return static_cast<int>(report.plan.cycle_times.size()); }

double wanted_speed(const Plan& plan, int rank) {
  return *std::min_element(plan.cycle_times.begin(), plan.cycle_times.end()) / plan.cycle_times[rank];
}

double measured_speed(const std::vector<double>& gflops, int rank) {
  return gflops[rank] / *std::max_element(gflops.begin(), gflops.end());
}

}  // namespace

void print_plan(const Report& report) {
  const Plan& plan = report.plan;
  fmt::print(stderr, "hetrun: {} ranks on {} cores, backend {}, dilation {:.4f}\n", ranks(report),
             report.cpus.size(), report.backend, plan.dilation);
  fmt::print(stderr, "  rank  cycle-time  cpu    duty\n");
  for (int rank = 0; rank < ranks(report); ++rank)
    fmt::print(stderr, "  {:4}  {:10.4g}  {:3}  {:6.4f}\n", rank, plan.cycle_times[rank],
               report.cpus[plan.core_of[rank]], plan.duty(rank));
}

void print_speeds(const Report& report) {
  fmt::print(stderr, "hetrun: speeds measured on all ranks at once, relative to the fastest\n");
  fmt::print(stderr, "  rank  Gflop/s  wanted  measured\n");
  for (int rank = 0; rank < ranks(report); ++rank)
    fmt::print(stderr, "  {:4}  {:7.2f}  {:6.4f}  {:8.4f}\n", rank, report.gflops[rank],
               wanted_speed(report.plan, rank), measured_speed(report.gflops, rank));
}

void print_obtained(const Report& report) {
  fmt::print(stderr, "hetrun: what each rank got, outside MPI\n");
  fmt::print(stderr, "  rank    cpu s   wall s  in MPI s  share / duty\n");
  for (int rank = 0; rank < ranks(report); ++rank) {
    const Obtained& got = report.obtained[rank];
    fmt::print(stderr, "  {:4} {:8.3f} {:8.3f}  {:8.3f}  {:12.4f}\n", rank, got.cpu, got.wall, got.wait,
               got.share_of_duty());
  }
}

std::string shortfall(const Plan& plan, const std::vector<double>& gflops,
                      const std::vector<Obtained>& obtained) {
  constexpr double least_share = 0.9, least_speed = 0.7;
  constexpr double least_seconds =
      0.05;  // of CPU time: the timer's millisecond and the credit of 8 ms do not matter
  for (int rank = 0; rank < static_cast<int>(obtained.size()); ++rank) {
    const double part = obtained[rank].share_of_duty();
    if (obtained[rank].wall * plan.duty(rank) >= least_seconds && part < least_share)
      return fmt::format("rank {} got {:.0f} % of its share of a core, the rest went to other programs", rank,
                         100 * part);
  }
  std::vector<double> parts;  // of the wanted speed, on some scale
  for (int rank = 0; rank < static_cast<int>(gflops.size()); ++rank)
    parts.push_back(gflops[rank] / wanted_speed(plan, rank));
  const auto [least, most] = std::minmax_element(parts.begin(), parts.end());
  if (parts.empty() || *least >= least_speed * *most) return "";
  return fmt::format("rank {} computes at {:.0f} % of the speed that rank {} lets expect",
                     least - parts.begin(), 100 * *least / *most, most - parts.begin());
}

void write_json(const Report& report, const std::string& file) {
  const Plan& plan = report.plan;
  nlohmann::ordered_json all{
      {"backend", report.backend}, {"dilation", plan.dilation}, {"cores", report.cpus.size()}};
  all["ranks"] = nlohmann::ordered_json::array();
  for (int rank = 0; rank < ranks(report); ++rank) {
    nlohmann::ordered_json one{{"rank", rank},
                               {"cycle_time", plan.cycle_times[rank]},
                               {"core", plan.core_of[rank]},
                               {"cpu", report.cpus[plan.core_of[rank]]},
                               {"duty", plan.duty(rank)},
                               {"speed_wanted", wanted_speed(plan, rank)}};
    if (!report.gflops.empty()) {
      one["gflops"] = report.gflops[rank];
      one["speed_measured"] = measured_speed(report.gflops, rank);
    }
    if (!report.obtained.empty()) {
      const Obtained& got = report.obtained[rank];
      one["cpu_seconds"] = got.cpu;
      one["wall_seconds"] = got.wall;
      one["wait_seconds"] = got.wait;
      one["share"] = got.share();
      one["share_of_duty"] = got.share_of_duty();
    }
    all["ranks"].push_back(one);
  }
  if (const std::string wrong = write_text(file, all.dump(1) + "\n"); !wrong.empty())
    throw UsageError(fmt::format("--json {}: {}", file, wrong));
}

}  // namespace het::run
