#pragma once
#include <vector>

#include "src/model/factor/walk/moves/moves_of_rank.hpp"
#include "src/model/factor/walk/qr/qr_panel.hpp"
#include "src/model/factor/walk/qr/qr_update.hpp"
#include "src/model/factor/walk/ring_message.hpp"

namespace het {

// What one rank of the grid does in QR, in the steps of its kernel (src/algorithm/factor/qr/qr.hpp), without
// the numbers.
class QrProgram {
 public:
  QrProgram(Walk& walk, const FactorSteps& steps, int i, int j, MovesOfRank& moves);
  QrProgram(const QrProgram&) = delete;

  Program run();

 private:
  const PanelGroup& group(std::size_t g) const { return steps_.groups[g]; }
  RingMessage& broadcast(std::size_t g, std::size_t i) {
    return broadcasts_[g % 2 * most_panels_in_group + i];
  }
  bool mine(const Panel& panel) const { return panel.col == j_; }
  Extent local_col(Extent col) const;

  Program step(std::size_t g);
  Program factor(std::size_t g, std::size_t i);
  Program apply_arriving(std::size_t g, Extent begin, Extent end);
  void start(std::size_t g, std::size_t i);
  Program receive(std::size_t g);
  Program wait(std::size_t g, std::size_t count);
  Program await(Extent col);
  void look();

  Walk& walk_;
  const FactorSteps& steps_;
  const int i_, j_, rank_;
  MovesOfRank& moves_;
  const LocalWork work_;
  QrPanelProgram panel_;
  QrUpdateProgram update_;
  std::vector<RingMessage> broadcasts_;
};

}  // namespace het
