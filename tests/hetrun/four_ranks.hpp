#pragma once
#include <vector>

#include "testing_drivers/hetrun/plan/plan.hpp"

namespace het::run {

// Four ranks on two cores.
inline const Plan four_ranks = plan_ranks(std::vector<double>{1, 2, 3, 6}, std::vector<double>{1, 1});

}  // namespace het::run
