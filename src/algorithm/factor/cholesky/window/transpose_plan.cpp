#include "src/algorithm/factor/cholesky/window/transpose_plan.hpp"

namespace het {

TransposePlan::TransposePlan(const AxisMap& rows, const AxisMap& cols, int col)
    : of_source_(static_cast<std::size_t>(rows.processes())) {
  for (GlobalIndex i(0), end(0); i.value() < rows.extent(); i = end) {
    end = std::min(rows.block_end(rows.block(i)), cols.block_end(cols.block(i)));
    if (cols.owner(i) != ProcessCoord(col)) continue;
    auto& runs = of_source_[rows.owner(i).at()];
    const Run run{rows.local_index(i).value(), cols.local_index(i).value(), end - i};
    if (!runs.empty() && runs.back().row + runs.back().length == run.row &&
        runs.back().col + runs.back().length == run.col)
      runs.back().length += run.length;
    else
      runs.push_back(run);
  }
}

Extent TransposePlan::count(int source, Rows rows) const {
  Extent sum = 0;
  for_each(source, rows, [&](const Run& run) { sum += run.length; });
  return sum;
}

}  // namespace het
