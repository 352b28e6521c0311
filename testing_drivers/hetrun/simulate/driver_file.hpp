#pragma once
#include <string>

namespace het::run {

// The simulated build of a program: a path as it is; a mere name in the folder of hetrun, in that of the installed
// ones, in build-smpi/bin beside its build folder or in the current one. Throws UsageError when there is none, or
// when it is not linked with SimGrid.
std::string simulated_driver(const std::string& name);

// Throws UsageError when SimGrid's smpirun is not on the PATH.
void require_smpirun();

}  // namespace het::run
