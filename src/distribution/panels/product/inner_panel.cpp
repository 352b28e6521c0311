#include "src/distribution/panels/product/inner_panel.hpp"

namespace het {

InnerPanel make_inner_panel(AxisPart a, AxisPart b, Extent length) {
  const AxisOverlap pairs(a, b, length);
  InnerPanel panel;
  std::vector<std::vector<Run>> runs[2];
  runs[InnerPanel::a].resize(static_cast<std::size_t>(pairs.sources()));
  runs[InnerPanel::b].resize(static_cast<std::size_t>(pairs.targets()));
  Extent position = 0;
  for (int i = 0; i < pairs.sources(); ++i)
    for (int j = 0; j < pairs.targets(); ++j) {
      const ProcessCoord pi(i), pj(j);
      const auto& both = pairs.runs(pi, pj);
      if (both.empty()) continue;
      const Extent size = pairs.volume(pi, pj);
      InnerPanel::Piece piece{{pi, pj}, {both[0].source, both[0].target}, {}, position, size};
      piece.consecutive[InnerPanel::a] = both.back().source + both.back().length - both[0].source == size;
      piece.consecutive[InnerPanel::b] = both.back().target + both.back().length - both[0].target == size;
      panel.pieces.push_back(piece);
      for (const Run& run : both) {
        runs[InnerPanel::a][pi.at()].push_back({run.source, LocalIndex(position), run.length});
        runs[InnerPanel::b][pj.at()].push_back({run.target, LocalIndex(position), run.length});
        position += run.length;
      }
    }
  for (const auto side : {InnerPanel::a, InnerPanel::b})
    panel.overlap[side] = std::make_shared<AxisOverlap>(AxisOverlap::onto_one(std::move(runs[side])));
  return panel;
}

}  // namespace het
