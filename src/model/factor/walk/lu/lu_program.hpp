#pragma once
#include <array>
#include <deque>
#include <vector>

#include "src/base/slicing.hpp"
#include "src/distribution/panels/wait_filling.hpp"
#include "src/model/factor/walk/column_rounds.hpp"
#include "src/model/factor/walk/moves/moves_of_rank.hpp"
#include "src/model/factor/walk/ring_message.hpp"

namespace het {

// What one rank of the grid does in LU, in the steps of its kernel (src/algorithm/factor/lu/lu.hpp), without the numbers:
// each process row is taken to have as large a part of the pivots as of the rows that are left.
class LuProgram {
 public:
  LuProgram(Walk& walk, const FactorSteps& steps, int i, int j, MovesOfRank& moves);
  LuProgram(const LuProgram&) = delete;

  Program run();

 private:
  // Rows of U in a piece of the columns of an update, as RowExchange brings them.
  struct Piece {
    Extent first = 0, end = 0;  // local columns
    bool shared = false, solved = false;
    Open pivots, others;
    double left = 0;  // seconds of its product
    double columns() const { return static_cast<double>(end - first); }
    bool done() const { return pivots.none() && others.none() && (solved || !shared); }
  };
  // Rows that change places for a step, in pieces of columns: how many have been started, and of how many the product has been
  // laid out.
  struct RowSwaps {
    bool planned = false;
    std::size_t started = 0, prepared = 0;
    std::deque<Piece> pieces;
    bool all_started() const { return started == pieces.size(); }
  };

  bool mine(std::size_t k) const { return k < steps_.count() && steps_.panels[k].col == j_; }
  RingMessage& broadcast(std::size_t k) { return slots_[k % slots_.size()]; }
  RowSwaps& swaps(std::size_t k) { return swaps_[k % 2]; }
  Extent columns_here() const;
  double part_of_rows(std::size_t k, int i) const;
  double part_of_block(std::size_t k, int i) const;
  double solved_part(const Piece& piece, int i) const;
  double product_seconds(std::size_t k, double columns) const;
  bool is_awaited() const;
  double bytes_of(std::size_t k, const Piece& piece) const;
  bool is_sent(double bytes) const;

  Program open(std::size_t k);
  Program factor(std::size_t k);
  Program fill_waits(std::size_t k, double empty_rounds);
  Program update(std::size_t k, std::size_t piece);
  Program multiply(std::size_t k, Piece& piece);
  void plan(std::size_t k);
  void start_exchange(std::size_t k, Extent updated_to);
  void start_piece(std::size_t k, Piece& piece);
  void solve_if_ready(std::size_t k);
  double prepare(std::size_t k);
  bool fills_waits(std::size_t k) const;

  Walk& walk_;
  const FactorSteps& steps_;
  const int i_, j_, rank_;
  MovesOfRank& moves_;
  const bool shares_solve_;
  Slicing slicing_;  // work in seconds
  std::vector<RingMessage> slots_;
  std::array<RowSwaps, 2> swaps_;
  ColumnRounds rounds_;
  FactoredPanel last_panel_;  // here
};

}  // namespace het
