#pragma once
#include <string>

#include "blacs_het/grid/speeds/speeds.hpp"

namespace het {

// What the library counts on, in lines of text without their beginning: cycle-times, speed of the fastest processor and
// network in the words of hetplan; then the other work as parts of that speed, by what it is in a prediction, and what else
// takes a process's time.
std::string platform_line(const Speeds& speeds, Precision precision, bool measured);
std::string kernels_line(const Speeds& speeds);
// Cycle-times that follow from calls in a precision, of whatever routines.
std::string followed_line(const Speeds& speeds, Precision precision);

}  // namespace het
