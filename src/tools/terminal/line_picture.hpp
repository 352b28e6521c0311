#pragma once
#include <span>
#include <string>
#include <vector>

#include "src/base/index.hpp"
#include "src/tools/input/processors.hpp"

namespace het {

// Chunks of work dealt to processors in a line.
struct LinePlan {
  Processors processors;
  std::vector<Extent> counts;
  std::vector<int> order;  // processor of each chunk
  double makespan = 0;
};

// For a terminal of 80 columns: chunks and time of each processor, the makespan, and the order of the chunks.
std::string terminal_picture(const LinePlan& line, bool colour);

}  // namespace het
