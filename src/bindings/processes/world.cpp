#include "src/bindings/processes/world.hpp"

#include <mpi.h>

#include "src/bindings/tags.hpp"

namespace het {

int world_rank() {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

std::string host_name() {
  char name[MPI_MAX_PROCESSOR_NAME];
  int length = 0;
  MPI_Get_processor_name(name, &length);
  return std::string(name, static_cast<std::size_t>(length));
}

int largest_tag() {
  void* attribute = nullptr;
  int found = 0;
  MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &attribute, &found);
  return found ? *static_cast<const int*>(attribute) : tags::everywhere_end - 1;
}

}  // namespace het
