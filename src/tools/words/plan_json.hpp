#pragma once
#include <nlohmann/json.hpp>

#include "src/tools/plan/block_plan.hpp"

namespace het {

// The keys of hetplan grid --json, in this order: arrangement (rows of cycle-times), order (rows of 0-based
// indices into the input), r, c, W, bound, W_uniform, row_shares, col_shares, row_pattern, col_pattern,
// imbalance, method, optimal, left_out (places in the input); W_uniform_all (equal shares on all of the input) where
// there are any; hosts (rows of names) where there are names; row_unit, col_unit, predicted, auto (with a block size), steps
// and ranking where a routine is given.
nlohmann::ordered_json plan_json(const BlockPlan& plan);

}  // namespace het
