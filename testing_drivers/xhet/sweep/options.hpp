#pragma once
// What a driver is asked to run: from the command line or from a ScaLAPACK-style input file.
#include "testing_drivers/xhet/sweep/command_line.hpp"
#include "testing_drivers/xhet/sweep/spec.hpp"

namespace het::testing {

// Throws InputError (bad value, why, what is allowed); HelpRequest carries the help text or the version.
DriverOptions parse_options(const DriverSpec& spec, int argc, char** argv, int processes);

}  // namespace het::testing
