#pragma once
#include <vector>

namespace het {

// When transfers are through that need `seconds` of a link each and begin at these times, where those under way at a time
// share the link in equal parts. O(n log n).
//
// Worked example: seconds = 2, begins 0, 1 and 9 end at 3, 4 and 11: from 1 to 3 the first two have half of the link each.
std::vector<double> fair_share_ends(const std::vector<double>& begins, double seconds);

}  // namespace het
