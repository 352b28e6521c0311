// One odd argument at a time, on every process or on one. Linked to plain ScaLAPACK.
//   dropin_arguments PATTERN [RANK]   the cases that match, on process RANK only (-1: on all, the default; -2: on each
//                                     process in turn, case by case); a routine that aborts ends the program
//   dropin_arguments list PATTERN     their names
//   dropin_arguments outside PATTERN  right arguments, on a grid that some processes are not in
// dropin_arguments_recorded is the same with a PB_Cabort of our own, which records and goes on.
#include <fnmatch.h>
#include <mpi.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "testing_drivers/support/matrix.hpp"
#include "tests/dropin/arguments/cases.hpp"

namespace het::testing {
namespace {

constexpr int kEverywhere = -1, kInTurn = -2;

std::vector<ArgumentCase> matching(const char* pattern) {
  std::vector<ArgumentCase> found;
  for (auto& one : argument_cases())
    if (fnmatch(pattern, one.name.c_str(), 0) == 0) found.push_back(std::move(one));
  return found;
}

// What is unusual everywhere is wrong where the others have another value. Of a context that one process alone does not
// know plain ScaLAPACK makes nothing either: the others wait for that process for ever.
std::vector<ArgumentCase> on_one_process(std::vector<ArgumentCase> cases) {
  std::erase_if(cases, [](const ArgumentCase& one) { return one.name.ends_with("_ctxt"); });
  for (ArgumentCase& one : cases) one.wrong = true;
  return cases;
}

Arguments right_arguments(const Routine& routine, const ProcessGrid& grid) {
  Arguments x = routine.arguments;
  const DistributedMatrix<double> any(grid, {kSize, kSize, kBlock, kBlock, 0, 0});
  for (auto& [name, desc] : x.descriptors) {
    desc[1] = grid.context();
    desc[8] = any.lld();
  }
  return x;
}

void call_and_say(const Routine& routine, const ProcessGrid& grid, const Arguments& x) {
  std::fprintf(stderr, "   %s\n", routine.call(grid, x).c_str());
}

// A right call of each routine first, so that whatever the library does once per context has been done.
int run(const std::vector<ArgumentCase>& cases, int where) {
  int rank = 0, ranks = 1, count = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const ProcessGrid grid({2, 2});
  for (const Routine& routine : routines()) routine.call(grid, right_arguments(routine, grid));
  for (const ArgumentCase& one : cases) {
    std::fprintf(stderr, "== %s%s\n", one.name.c_str(), one.wrong ? " (wrong)" : "");
    Arguments x = right_arguments(*one.routine, grid);
    const int wrong_rank = where == kInTurn ? count++ % ranks : where;
    if (wrong_rank == kEverywhere || wrong_rank == rank) one.spoil(x);
    call_and_say(*one.routine, grid, x);
  }
  return cases.empty() ? 2 : 0;
}

int run_outside(const char* pattern) {
  const ProcessGrid grid({1, 3});
  int called = 0;
  for (const Routine& routine : routines()) {
    if (fnmatch(pattern, routine.name.c_str(), 0) != 0) continue;
    ++called;
    std::fprintf(stderr, "== %s%s\n", routine.name.c_str(), grid.inside() ? "" : " (wrong)");
    call_and_say(routine, grid, right_arguments(routine, grid));
  }
  return called > 0 ? 0 : 2;
}

}  // namespace
}  // namespace het::testing

int main(int argc, char** argv) {
  using namespace het::testing;
  if (argc < 2) return 2;
  const std::string first = argv[1];
  if (first == "list") {
    for (const auto& one : matching(argc > 2 ? argv[2] : "*")) std::printf("%s\n", one.name.c_str());
    return 0;
  }
  MPI_Init(&argc, &argv);
  const int where = argc > 2 ? std::atoi(argv[2]) : kEverywhere;
  auto cases = matching(argv[1]);
  if (where == kInTurn) cases = on_one_process(std::move(cases));
  const int code = first == "outside" ? run_outside(argc > 2 ? argv[2] : "*") : run(cases, where);
  MPI_Finalize();
  return code;
}
