#include <mpi.h>

#include <cstdio>
#include <cstring>

#include "tests/dropin/client/client.hpp"

namespace het::testing {
namespace {

std::vector<Scenario> all_scenarios() {
  std::vector<Scenario> all = grid_scenarios();
  for (const auto& more :
       {value_scenarios(), overlap_scenarios(), lifetime_scenarios(), endurance_scenarios(),
        thread_scenarios(), exit_scenarios(), factor_scenarios(), solver_scenarios()})
    all.insert(all.end(), more.begin(), more.end());
  return all;
}

constexpr Operation operations[] = {{"product", products_on}, {"factorizations", factorizations_on}};

// Starts MPI, or lets BLACS start it: both are usual.
void start_mpi(const Scenario& scenario, int* argc, char*** argv) {
  int process = 0, processes = 0, level = 0;
  if (std::strcmp(scenario.name, "blacs_owns_mpi") == 0)
    blacs_pinfo_(&process, &processes);
  else
    MPI_Init_thread(argc, argv, scenario.thread_level, &level);
}

int run(const Scenario& scenario, const Operation& operation, int* argc, char*** argv) {
  start_mpi(scenario, argc, argv);
  int rank = 0, finalized = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const bool right = scenario.run(operation);
  if (!right) std::fprintf(stderr, "%s: wrong on process %d\n", scenario.name, rank);
  MPI_Finalized(&finalized);
  if (!finalized) MPI_Finalize();
  return right ? 0 : 1;
}

}  // namespace
}  // namespace het::testing

// dropin_client SCENARIO [OPERATION], the operation being product where not given; without arguments: lists them.
int main(int argc, char** argv) {
  using namespace het::testing;
  const char* const wanted = argc > 2 ? argv[2] : operations[0].name;
  for (const auto& scenario : all_scenarios()) {
    if (argc < 2) std::printf("%s: %s\n", scenario.name, scenario.purpose);
    for (const auto& operation : operations)
      if (argc > 1 && std::strcmp(argv[1], scenario.name) == 0 && std::strcmp(wanted, operation.name) == 0)
        return run(scenario, operation, &argc, &argv);
  }
  if (argc > 1) std::fprintf(stderr, "%s %s: no such scenario\n", argv[1], wanted);
  return argc > 1 ? 2 : 0;
}
