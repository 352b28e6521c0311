#pragma once
#include <nlohmann/json.hpp>

#include "src/tools/picture/block_picture.hpp"

namespace het {

// The keys of hetplan grid --json, in this order: arrangement (rows of cycle-times), order (rows of 0-based
// indices into the input), r, c, W, bound, W_uniform, row_shares, col_shares, row_pattern, col_pattern,
// imbalance, method, optimal.
nlohmann::ordered_json plan_json(const BlockPlan& plan);

}  // namespace het
