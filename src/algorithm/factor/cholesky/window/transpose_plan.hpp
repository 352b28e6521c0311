#pragma once
#include <algorithm>
#include <vector>

#include "src/distribution/axis_map.hpp"

namespace het {

// Which rows of a panel a process column needs a second time, for its columns, and which process rows have them:
// the rows and columns of a Hermitian matrix have the same numbers, but not the same owners. Runs of elements that
// are consecutive both among the rows of their source and among the columns here.
//
// Worked example (rows 0 0 1 in blocks of 2, columns 0 1 in blocks of 1, 6 elements): process column 1 has the
// columns 1, 3 and 5; 1 and 3 are local rows 1 and 3 of process row 0, 5 is local row 1 of process row 1.
class TransposePlan {
 public:
  struct Run {
    Extent row, col, length;  // local row at the source, local column here
    friend bool operator==(const Run&, const Run&) = default;
  };

  TransposePlan(const AxisMap& rows, const AxisMap& cols, int col);

  int sources() const { return static_cast<int>(of_source_.size()); }
  // Local rows [begin, end) of a source.
  struct Rows {
    Extent begin, end;
  };
  // Elements in those rows.
  Extent count(int source, Rows rows) const;
  // f(run) for each run of a source, less what lies outside `rows`.
  template <class F>
  void for_each(int source, Rows rows, F f) const {
    const auto& runs = of_source_[static_cast<std::size_t>(source)];
    for (auto run = first(runs, rows.begin); run != runs.end() && run->row < rows.end; ++run) {
      const Extent skipped = std::max<Extent>(rows.begin - run->row, 0),
                   end = std::min(run->row + run->length, rows.end);
      f(Run{run->row + skipped, run->col + skipped, end - run->row - skipped});
    }
  }

 private:
  static std::vector<Run>::const_iterator first(const std::vector<Run>& runs, Extent from_row) {
    return std::ranges::partition_point(runs,
                                        [&](const Run& run) { return run.row + run.length <= from_row; });
  }

  std::vector<std::vector<Run>> of_source_;
};

}  // namespace het
