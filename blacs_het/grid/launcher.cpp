#include "blacs_het/grid/launcher.hpp"

#include <charconv>
#include <cstdlib>
#include <initializer_list>
#include <string_view>

namespace het {
namespace {

// What the first of the variables begins with that begins with a number.
std::optional<int> first_number(std::initializer_list<const char*> variables) {
  for (const char* variable : variables) {
    const char* value = std::getenv(variable);
    if (!value) continue;
    const std::string_view text = value;
    int number = 0;
    if (std::from_chars(text.begin(), text.end(), number).ec == std::errc()) return number;
  }
  return std::nullopt;
}

}  // namespace

std::optional<int> launched_rank_on_host() {
  return first_number({"OMPI_COMM_WORLD_LOCAL_RANK", "MPI_LOCALRANKID", "SLURM_LOCALID"});
}

// Slurm tells the second where it started a step, the third where the user asked for so many.
std::optional<int> launched_on_host() {
  return first_number({"OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS", "SLURM_STEP_TASKS_PER_NODE",
                       "SLURM_NTASKS_PER_NODE"});
}

}  // namespace het
