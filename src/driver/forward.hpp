#pragma once
#include <fmt/format.h>

#include <cstdio>

#include "src/bindings/mpi.hpp"
#include "src/bindings/next_symbol.hpp"

namespace het {

// The next definition of a routine after ours, found once for each of ours. Without one the program cannot go
// on: says so and ends it.
template <class Function>
Function* next_of(const char* name, Function* self) {
  void* found = next_symbol(name, reinterpret_cast<const void*>(self));
  if (!found) {
    fmt::print(stderr, "{}\n", missing_symbol_text(name));
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  return reinterpret_cast<Function*>(found);
}

}  // namespace het
