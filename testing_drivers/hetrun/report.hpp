#pragma once
#include <string>
#include <vector>

#include "testing_drivers/hetrun/plan/plan.hpp"
#include "testing_drivers/hetrun/run/control.hpp"

namespace het::run {

// Everything hetrun knows about a run, as it becomes known.
struct Report {
  std::string backend;
  Plan plan;
  std::vector<int> cpus;           // processing unit of each core of the plan
  std::vector<double> gflops;      // of each rank in the probe; empty: not measured
  std::vector<Obtained> obtained;  // by each rank in the program; empty: not known
};

// Tables for people, on standard error: the program owns standard output.
void print_plan(const Report& report);
void print_speeds(const Report& report);
void print_obtained(const Report& report);

// What the cycle-times of `plan` ask for and some rank did not get, in words: CPU time by the ranks' own ledgers, or
// speed in the probe; caches alone cost a slow rank less than that. Empty where all is well, where a rank computed for
// too short a time to tell, and where nothing is known (either list may be empty).
std::string shortfall(const Plan& plan, const std::vector<double>& gflops,
                      const std::vector<Obtained>& obtained);

// One JSON object: backend, dilation, cores, ranks (rank, cycle_time, core, cpu, duty, speed_wanted and, as
// far as known, gflops, speed_measured, cpu_seconds, wall_seconds, wait_seconds, share). Speeds are relative
// to the fastest rank. Throws UsageError when the file cannot be written.
void write_json(const Report& report, const std::string& file);

}  // namespace het::run
