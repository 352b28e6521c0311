#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "src/tools/plan/grid_request.hpp"

namespace het {

// Why processors idle under a plan, in words: lines of text, each a sentence or a list's entry.
struct Explanation {
  std::vector<std::string> limits;  // which processors are never idle and hold the others down
  std::vector<std::string> idle;    // each processor that idles: how much, and what keeps it from more
  std::vector<std::string> blocks;  // what whole blocks cost
  std::vector<std::string> helps;   // what would make the plan better, each tried out
};

// The shares r, c make processor (i, j) busy for r_i t_ij c_j of each unit of time. Those with 1 are the edges
// of the acceptable spanning tree: no share can grow unless another shrinks. [BPRR99 §4.3.1]
Explanation explain(const BlockPlan& plan, const GridRequest& request, const Processors& processors);

// For a terminal: headings and wrapped lines of at most 80 columns.
std::string explanation_text(const Explanation& explanation);
// The same as lists of sentences under the keys limits, idle, blocks, helps.
nlohmann::ordered_json explanation_json(const Explanation& explanation);

}  // namespace het
