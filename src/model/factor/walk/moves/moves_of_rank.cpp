#include "src/model/factor/walk/moves/moves_of_rank.hpp"

#include "src/model/factor/walk/channels.hpp"

namespace het {
MovesOfRank::MovesOfRank(Walk& walk, const FactorSteps& steps, int rank, const MovedStrips* strips)
    : walk_(walk), rank_(rank), moved_(strips) {
  if (!strips) return;
  arriving_.emplace(
      walk, steps.platform, rank, strips->in,
      StripsOfRank::Traffic{FactorChannel::strips_in, strips->under_way_in, strip_chunk, false});
  leaving_.emplace(
      walk, steps.platform, rank, strips->back,
      StripsOfRank::Traffic{FactorChannel::strips_back, static_cast<std::size_t>(ColumnStrips::most_strips),
                            low_strip_chunk, true});
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

// What the computation has left to do beside its steps is done first.
Program MovesOfRank::end() {
  co_await walk_.work(rank_, 0);
  if (!moved_) co_return;
  co_await walk_.wait(rank_, [this] { return !arriving_->open(); });
  leaving_->finish();
  co_await walk_.wait(rank_, [this] { return !leaving_->open(); });
  co_await walk_.work(rank_, 0);
}

}  // namespace het
