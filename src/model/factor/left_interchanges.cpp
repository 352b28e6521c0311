#include "src/model/factor/left_interchanges.hpp"

#include <algorithm>
#include <vector>

#include "src/model/factor/panels.hpp"
#include "src/model/links/grid_links.hpp"

namespace het {
namespace {

// Of the panels of a process column; where all messages share one medium, of all.
struct Interchanged {
  double elements = 0;  // of a process, on average of the column
  double messages = 0;
};

Interchanged interchanged(const Panels& panels, int j, bool shared_medium) {
  Interchanged sum;
  for (std::size_t s = 0; s < panels.count(); ++s) {
    const double part = panels.interchanged_below(s);
    if (part == 0 || (panels[s].col != j && !shared_medium)) continue;
    double rows = 0;
    for (int i = 0; i < panels.p(); ++i) rows += static_cast<double>(panels.rows_left(s + 1, i));
    sum.elements += part * rows / panels.p() * static_cast<double>(panels[s].width());
    ++sum.messages;
  }
  return sum;
}

}  // namespace

double left_interchange_seconds(const Platform& platform, const CallShape& shape, const Placed& matrix,
                                Extent widest_panel) {
  if (shape.kind != RoutineKind::lu) return 0;
  const Panels panels(matrix.distribution, widest_panel);
  const double p = panels.p();
  std::vector<double> slowest(static_cast<std::size_t>(panels.q()));
  for (int rank = 0; rank < matrix.placement.ranks(); ++rank)
    if (const auto at = matrix.placement[rank]; at.on_grid()) {
      double& of_column = slowest[static_cast<std::size_t>(at.col)];
      of_column = std::max(of_column, platform.cycle_time(rank));
    }
  const GridLinks links(platform, matrix.placement, panels.p(), panels.q());
  double seconds = 0;
  for (int j = 0; j < panels.q(); ++j) {
    const auto [elements, messages] = interchanged(panels, j, platform.shared_medium);
    const GridLinks::Column& column = links.column(j);
    const double travels = (1 - 1 / p) * column.exchanged_byte,
                 copied =
                     (2 - 1 / p) * slowest[static_cast<std::size_t>(j)] * platform.seconds_per_copied_byte,
                 message = column.slowest.latency + (column.far - 1) * column.slowest.message_overhead +
                           column.near * column.inside.message_overhead;
    seconds =
        std::max(seconds, elements * static_cast<double>(shape.element_bytes) * std::max(travels, copied) +
                              (p > 1 ? messages * message : 0));
  }
  return seconds;
}

}  // namespace het
