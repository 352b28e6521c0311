#pragma once
#include <string>
#include <vector>

namespace het::run {

// Cycle-times in rank order from "1,2,3,6", "4*1,4*2.2" or the name of a file. Throws UsageError naming the
// value.
std::vector<double> read_cycle_times(const std::string& text);

// The one that `word` is. Throws UsageError that begins with `what`.
double one_cycle_time(const std::string& what, const std::string& word);

}  // namespace het::run
