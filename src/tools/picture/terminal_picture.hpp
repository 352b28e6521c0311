#pragma once
#include <string>

#include "src/tools/picture/block_picture.hpp"

namespace het {

// A plan for a terminal of 80 columns without colour: the process grid with cycle-times, processors and
// shares, the rates, and a map of the blocks with one character each (or every so many blocks, when there are
// too many).
std::string terminal_picture(const BlockPlan& plan);

}  // namespace het
