#pragma once
#include <deque>

#include "src/base/slicing.hpp"
#include "src/model/factor/walk/cholesky/cholesky_messages.hpp"
#include "src/model/factor/walk/cholesky/cholesky_update.hpp"
#include "src/model/factor/walk/local_work.hpp"
#include "src/model/factor/walk/moves/moves_of_rank.hpp"

namespace het {

// What one rank of the grid does in the Cholesky factorization, in the steps of its kernel
// (src/algorithm/factor/cholesky/cholesky.hpp), without the numbers: PanelPipeline and TrailingMatrix in one.
class CholeskyProgram {
 public:
  CholeskyProgram(Walk& walk, const FactorSteps& steps, int i, int j, MovesOfRank& moves);
  CholeskyProgram(const CholeskyProgram&) = delete;

  Program run();

 private:
  // Where the next panel is on its process column: PanelPipeline::Stage.
  enum class Stage { waiting, expecting, up_to_date, solved, ready };

  bool mine(std::size_t k) const { return steps_.panels[k].col == j_; }
  CholeskySlot& slot(std::size_t k) { return slots_[k % slots_.size()]; }
  // Local columns before panel k.
  Extent col(std::size_t k) const { return steps_.cols_before(k, j_); }
  Extent cols() const { return steps_.all_cols(j_); }
  double seconds_of_columns(std::size_t first, std::size_t last) const;

  // The sweep over the trailing matrix.
  Program sweep(std::size_t last);
  Extent end_of_piece(std::size_t last) const;
  Program update(std::size_t first, std::size_t last, Extent begin, Extent end, Slicing& slicing);
  Program await_columns(Extent global);

  Walk::Step work_and_look(double seconds) { return walk_.work(rank_, seconds, seconds); }

  // The pipeline of panels.
  void progress();
  bool due();
  Program advance();
  bool can_take();
  bool can_start();
  bool can_factor() const;
  Program factor();
  Program bring_up_to_date();
  Program factor_block();
  Program solve();

  Walk& walk_;
  const FactorSteps& steps_;
  const int i_, j_, rank_;
  MovesOfRank& moves_;
  const LocalWork work_;
  const CholeskyUpdate triangle_;
  std::deque<CholeskySlot> slots_;
  DiagonalMessages diagonal_;
  const Extent near_width_;  // SweepWindow
  // Of TriangularUpdate, each of two, in seconds instead of operations; the pipeline advances between slices of the sweep.
  Slicing in_sweep_, in_panel_;
  std::size_t next_ = 0, arrived_ = 0;    // panels that are not started, or not all here
  std::size_t swept_ = 0, sweeping_ = 0;  // panels that columns behind the piece, or before it, have seen
  Extent front_ = 0, piece_begin_ = 0, piece_end_ = 0;
  Stage stage_ = Stage::waiting;
};

}  // namespace het
