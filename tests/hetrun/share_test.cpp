// What the ranks of a program get under hetrun, seen by the operating system's clocks.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "testing_drivers/hetrun/plan/cores.hpp"
#include "testing_drivers/hetrun/run/control.hpp"
#include "tests/hetrun/command.hpp"

namespace het::run::test {
namespace {

constexpr double tolerance = 0.05;

std::vector<std::string> hetrun(const std::string& times, const std::vector<std::string>& program,
                                const std::vector<std::string>& options = {}) {
  std::vector<std::string> words{HETRUN_COMMAND, "--cycle-times", times, "--no-probe", "--quiet"};
  words.insert(words.end(), options.begin(), options.end());
  words.push_back("--");
  words.insert(words.end(), program.begin(), program.end());
  return words;
}

Plan plan_of(const std::vector<double>& times) {
  return plan_ranks(times, core_capacities(0, static_cast<int>(allowed_cores().size())));
}

// Two bounds that hold on a busy machine as well; on an idle one they close in on cpu = duty * wall:
// - no more than its share:    cpu / duty <= wall + what may be caught up,
// - not slowed more than due:  asleep <= (1 / duty - 1) cpu.
// `slack` in seconds covers the 8 ms of credit and single sleeps at the ends of the interval. What a rank computes in MPI's
// own calls, `in_mpi` seconds at most, is not held back.
std::string wrong_share(const Line& line, double duty, double slack, double in_mpi = 0) {
  const double most = line.wall * (1 + tolerance) + slack;
  const double due = (1 / duty - 1) * line.cpu * (1 + tolerance) + slack;
  const std::string text = "duty " + std::to_string(duty) + ", wall " + std::to_string(line.wall) + ", cpu " +
                           std::to_string(line.cpu) + ", asleep " + std::to_string(line.asleep);
  if ((line.cpu - in_mpi) / duty > most) return text + ": more than its share\n";
  if (line.asleep > due) return text + ": slowed more than due\n";
  return "";
}

using Complaints = std::map<std::string, std::string>;  // who was treated wrongly: how

// Measurements on a machine that others use too: what somebody suffers in every one of several tries is wrong.
void expect_in_tries(const std::function<Complaints()>& complaints) {
  Complaints lasting = complaints();
  for (int attempt = 1; attempt < 5 && !lasting.empty(); ++attempt) {
    const Complaints now = complaints();
    std::erase_if(lasting, [&](const auto& complaint) { return !now.contains(complaint.first); });
  }
  for (const auto& [who, how] : lasting) ADD_FAILURE() << who << ": " << how;
}

Complaints complaints_about(const std::string& output, const std::string& phase, size_t count,
                            const Plan& plan, double slack, double in_mpi = 0) {
  const std::vector<Line> lines = lines_of(output, phase);
  if (lines.size() != count) return {{phase, std::to_string(lines.size()) + " lines\n" + output}};
  Complaints wrong;
  for (const Line& line : lines)
    if (std::string text = wrong_share(line, plan.duty(line.rank), slack, in_mpi); !text.empty())
      wrong[phase + " of rank " + std::to_string(line.rank)] = text;
  return wrong;
}

const std::vector<double> four{1, 2, 3, 6};

TEST(Share, IsTheDutyInACProgram) {
  expect_in_tries([]() -> Complaints {
    Command run(hetrun("1,2,3,6", {HETRUN_PROGRAM_C, "share", "1.5", "1"}));
    if (run.wait() != 0) return {{"run", run.errors()}};
    return complaints_about(run.output(), "share", 4, plan_of(four), 0.01);
  });
}

TEST(Share, IsTheDutyInAFortranProgramAndAfterAWait) {
  expect_in_tries([]() -> Complaints {
    Command run(hetrun("1,2,3,6", {HETRUN_PROGRAM_FORTRAN}));
    if (run.wait() != 0) return {{"run", run.errors()}};
    Complaints wrong = complaints_about(run.output(), "share", 4, plan_of(four), 0.01);
    wrong.merge(complaints_about(run.output(), "after", 3, plan_of(four), 0.012));
    return wrong;
  });
}

// Threads of one rank wait for each other, so one thread's sleep tells nothing; the process's CPU time does,
// unless other programs take the cores.
TEST(Share, IsTheDutyWithTwoBlasThreads) {
  const Plan plan = plan_of({1, 3});
  expect_in_tries([&]() -> Complaints {
    const ForeignLoad load;
    Command run(hetrun("1,3", {HETRUN_PROGRAM_C, "blas", "1.5"}, {"-x", "OPENBLAS_NUM_THREADS=2"}));
    if (run.wait() != 0) return {{"run", run.errors()}};
    const bool alone = load.seconds() < 0.1;
    Complaints wrong;
    for (const Line& line : lines_of(run.output(), "blas")) {
      const double got = line.cpu / line.wall / plan.duty(line.rank);
      if (got > 1 + tolerance || (alone && got < 1 - tolerance))
        wrong["rank " + std::to_string(line.rank)] = "got " + std::to_string(got) + " of its share";
    }
    // Where BLAS may have two threads, the second one must have worked, or the test shows nothing.
    const size_t at = run.output().find("others 0 ");
    if (allowed_cores().size() > 1 && (at == std::string::npos || std::atof(&run.output()[at + 9]) < 0.1))
      wrong["no second BLAS thread"] = run.output();
    if (lines_of(run.output(), "blas").size() != 2) wrong["lines"] = run.output();
    return wrong;
  });
}

TEST(Share, IsTheDutyInManyShortStretchesBetweenWaits) {
  expect_in_tries([]() -> Complaints {
    Command run(hetrun("1,2,3,6", {HETRUN_PROGRAM_C, "steps", "150"}));
    if (run.wait() != 0) return {{"run", run.errors()}};
    constexpr double in_mpi = 150 * 80e-6;  // 40 to 50 us in each wait
    return complaints_about(run.output(), "steps", 4, plan_of(four), 0.01, in_mpi);
  });
}

TEST(Share, IsKeptWhileAnotherThreadPollsInMpi) {
  expect_in_tries([]() -> Complaints {
    Command run(hetrun("2,3", {HETRUN_PROGRAM_C, "threads", "1.0"}));
    if (run.wait() != 0) return {{"run", run.errors()}};
    Complaints wrong;
    for (const Line& line : lines_of(run.output(), "threads")) {
      const double duty = plan_of({2, 3}).duty(line.rank);
      if (line.cpu > 1.05 * duty * line.wall + 0.01) wrong["more than its share"] = run.output();
      if (line.cpu == 0) wrong["starved"] = run.output();
    }
    if (lines_of(run.output(), "threads").size() != 2) wrong["lines"] = run.output();
    return wrong;
  });
}

class Wait : public testing::TestWithParam<const char*> {};

TEST_P(Wait, InMpiLeavesNeitherDebtNorCredit) {
  expect_in_tries([]() -> Complaints {
    Command run(hetrun("1,2,3,6", {HETRUN_PROGRAM_C, "wait", GetParam()}));
    if (run.wait() != 0) return {{"run", run.errors()}};
    return complaints_about(run.output(), "after", 3, plan_of(four), 0.012);
  });
}
INSTANTIATE_TEST_SUITE_P(In, Wait, testing::Values("recv", "test", "iprobe", "barrier"),
                         [](const auto& kind) { return std::string(kind.param); });

// Sleeps, by rank, while a program yields a thousand times.
std::map<int, int> sleeps(const std::string& times) {
  Command run(hetrun(times, {HETRUN_PROGRAM_C, "yields", "1000"}));
  EXPECT_EQ(run.wait(), 0) << run.errors();
  std::map<int, int> found;
  std::istringstream lines(run.output());
  int rank = 0, count = 0;
  for (std::string word; lines >> word >> rank >> count;) found[rank] = count;
  return found;
}

TEST(Yield, IsASleepOnASharedCoreAlone) {
  if (allowed_cores().size() < 2) GTEST_SKIP() << "two cores";
  const auto found = sleeps("1,2,3,6");  // the first one alone
  ASSERT_EQ(found.size(), 4u);
  EXPECT_LT(found.at(0), 100);
  for (int rank = 1; rank < 4; ++rank)
    EXPECT_GT(found.at(rank), 500) << rank;  // but for the first of each row
}

TEST(Signals, AreHiddenFromCallsThatWait) {
  Command run(hetrun("1,2", {HETRUN_PROGRAM_C, "calls"}));
  EXPECT_EQ(run.wait(), 0) << run.output() << run.errors();
  EXPECT_NE(run.output().find("calls 0 0\n"), std::string::npos) << run.output();
}

TEST(Duty, ChangesThroughTheControlFile) {
  expect_in_tries([]() -> Complaints {
    const std::string file = testing::TempDir() + "hetrun-change-" + std::to_string(getpid()),
                      json = file + ".json";
    constexpr size_t intervals = 12;
    const ForeignLoad load;
    Command run(hetrun("1,2,3,6", {HETRUN_PROGRAM_C, "share", "0.5", std::to_string(intervals)},
                       {"--control", file, "--json", json}));
    for (int i = 0; i < 5; ++i) run.read_line();  // the first interval is over, the second not yet for all
    Command set({HETRUN_COMMAND, "--set", file, "1", "8"});
    Complaints wrong;
    if (set.wait() != 0) wrong["set"] = set.errors();
    if (run.wait() != 0) wrong["run"] = run.errors();
    const bool alone = load.seconds() < 0.1;
    if (access(file.c_str(), F_OK) == 0) wrong["control file"] = "is still there";

    std::vector<Line> of_rank;
    for (const Line& line : lines_of(run.output(), "share"))
      if (line.rank == 1) of_rank.push_back(line);
    if (of_rank.size() != intervals) return {{"lines", run.output()}};
    const double before = plan_of(four).duty(1);
    if (auto text = wrong_share(of_rank[0], before, 0.02); !text.empty()) wrong["early"] = text;
    int wrong_late = 0;
    std::string late;
    for (size_t i = intervals - 4; i < intervals; ++i) {
      const std::string text = wrong_share(of_rank[i], before * 2 / 8, 0.02);
      wrong_late += !text.empty();
      late += text;
    }
    if (wrong_late > 1) wrong["late"] = late;
    // Of the duties that it had in turn; of the first one it got a third.
    const auto all = nlohmann::json::parse(std::ifstream(json), nullptr, false);
    std::remove(json.c_str());
    if (all.is_discarded()) return {{"json", "is none"}};
    if (alone && all.at("ranks").at(1).at("share_of_duty").get<double>() <= 0.7)
      wrong["share of duty"] = all.dump(1);
    return wrong;
  });
}

}  // namespace
}  // namespace het::run::test
