#pragma once
#include <functional>

#include "tests/dropin/arguments/routines.hpp"

namespace het::testing {

// One argument of a routine with a value that it must reject, or that asks for something unusual.
struct ArgumentCase {
  const Routine* routine;
  std::string name;  // routine.argument_how
  bool wrong;
  std::function<void(Arguments&)> spoil;
};

// Every case of every routine.
std::vector<ArgumentCase> argument_cases();

}  // namespace het::testing
