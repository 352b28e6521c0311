#include "src/model/factor/walk/moves/moves_of_rank.hpp"

#include "src/model/factor/walk/channels.hpp"

namespace het {
MovesOfRank::MovesOfRank(Walk& walk, const FactorSteps& steps, int rank, const MovedStrips* strips)
    : walk_(walk), steps_(steps), rank_(rank), moved_(strips) {
  if (!strips) return;
  arriving_.emplace(
      walk, steps.platform, rank, strips->in,
      StripProgram::Traffic{FactorChannel::strips_in, strips->under_way_in, strip_chunk, false});
  leaving_.emplace(
      walk, steps.platform, rank, strips->back,
      StripProgram::Traffic{FactorChannel::strips_back, strips_leaving(false), low_strip_chunk, true});
}

Extent MovesOfRank::columns_here() const {
  return moved_ ? moved_->columns.columns_here(arriving_->over()) : unbounded;
}

void MovesOfRank::done(Extent col) {
  if (moved_ && moved_->columns.all_here(arriving_->over())) leaving_->release(col);
}

Program MovesOfRank::begin() {
  if (!moved_) co_return;
  arriving_->release(unbounded);
  co_await walk_.wait(rank_, [this] { return arriving_->over() >= 1; });
}

namespace {

// Pivots, or TAU; and INFO.
double result_bytes(const CallShape& shape) {
  switch (shape.kind) {
    case RoutineKind::lu:
      return static_cast<double>((shape.k + 1) * Extent{sizeof(Extent)});
    case RoutineKind::qr:
      return static_cast<double>(shape.k * shape.element_bytes);
    default:
      return sizeof(Extent);
  }
}

}  // namespace

void MovesOfRank::share_results() {
  const double bytes = result_bytes(steps_.shape);
  const std::vector<int> tellers = steps_.matrix.placement.tellers();
  for (int rank = 0; rank < steps_.matrix.placement.ranks(); ++rank) {
    const int teller = tellers[static_cast<std::size_t>(rank)];
    if (teller == rank) continue;
    if (rank == rank_) walk_.receive(rank_, teller, FactorChannel::results, results_);
    if (teller == rank_) walk_.send(rank_, rank, FactorChannel::results, bytes, 1, results_);
  }
}

// What the computation has left to do beside its steps is done first.
Program MovesOfRank::end() {
  co_await walk_.work(rank_, 0);
  if (!moved_) co_return;
  co_await walk_.wait(rank_, [this] { return !arriving_->open(); });
  share_results();
  leaving_->finish();
  co_await walk_.wait(rank_, [this] { return !leaving_->open(); });
  co_await walk_.wait_blindly(rank_, [this] { return results_.none(); });
  co_await walk_.work(rank_, 0);
}

}  // namespace het
