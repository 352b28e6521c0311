#include "blacs_het/grid/handshake/missed.hpp"

#include <set>

namespace het {
namespace {

std::set<int>& missed_in_world() {
  static std::set<int> ranks;
  return ranks;
}

// MPI_UNDEFINED for those outside.
std::vector<int> world_ranks(MPI_Comm comm, const std::vector<int>& ranks) {
  std::vector<int> there(ranks.size());
  MPI_Group here = MPI_GROUP_NULL, world = MPI_GROUP_NULL;
  check_mpi(MPI_Comm_group(comm, &here), "MPI_Comm_group");
  check_mpi(MPI_Comm_group(MPI_COMM_WORLD, &world), "MPI_Comm_group");
  check_mpi(
      MPI_Group_translate_ranks(here, static_cast<int>(ranks.size()), ranks.data(), world, there.data()),
      "MPI_Group_translate_ranks");
  MPI_Group_free(&here);
  MPI_Group_free(&world);
  return there;
}

}  // namespace

std::vector<int> missed_of(MPI_Comm comm, const std::vector<int>& ranks) {
  std::vector<int> missed;
  if (missed_in_world().empty()) return missed;
  const std::vector<int> there = world_ranks(comm, ranks);
  for (std::size_t k = 0; k < ranks.size(); ++k)
    if (missed_in_world().contains(there[k])) missed.push_back(ranks[k]);
  return missed;
}

void note_missed(MPI_Comm comm, const std::vector<int>& ranks) {
  for (const int there : world_ranks(comm, ranks))
    if (there != MPI_UNDEFINED) missed_in_world().insert(there);
}

void note_heard(MPI_Comm comm, const std::vector<int>& ranks) {
  if (missed_in_world().empty()) return;
  for (const int there : world_ranks(comm, ranks)) missed_in_world().erase(there);
}

}  // namespace het
