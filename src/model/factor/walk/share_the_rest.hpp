#pragma once
#include "src/model/factor/walk/factor_steps.hpp"
#include "src/model/walk/walk.hpp"

namespace het {

// What process columns have not heard that had no columns left, from the owner of the last panel (tell_all): so many bytes for
// each column of their missed panels, and some more. As process (i, j) sees it; nothing where all have heard all.
Program share_the_rest(Walk& walk, const FactorSteps& steps, int i, int j, int channel,
                       double bytes_of_column, double more);

}  // namespace het
