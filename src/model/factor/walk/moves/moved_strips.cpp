#include "src/model/factor/walk/moves/moved_strips.hpp"

#include <algorithm>

#include "src/distribution/overlap.hpp"

namespace het {
namespace {

// The elements of a part on their way from one layout to another.
StripMessages strip_of(const StripPart& part, Extent element_bytes, const Placed& from, const Placed& to) {
  StripMessages strip{part.ready, {}};
  const auto overlap = [](const AxisMap& before, const AxisMap& after, Extent begin, Extent length) {
    return AxisOverlap({&before, GlobalIndex(begin)}, {&after, GlobalIndex(begin)}, length);
  };
  const AxisOverlap rows = overlap(from.distribution.rows, to.distribution.rows, part.i, part.m),
                    cols = overlap(from.distribution.cols, to.distribution.cols, part.j, part.n);
  for (int source = 0; source < from.placement.ranks(); ++source)
    for (int target = 0; target < to.placement.ranks(); ++target) {
      const auto s = from.placement[source], t = to.placement[target];
      if (!s.on_grid() || !t.on_grid()) continue;
      const Extent elements = rows.volume(ProcessCoord(s.row), ProcessCoord(t.row)) *
                              cols.volume(ProcessCoord(s.col), ProcessCoord(t.col));
      if (elements > 0)
        strip.parts.push_back({source, target, static_cast<double>(elements * element_bytes)});
    }
  return strip;
}

}  // namespace

MovedStrips::MovedStrips(const CallShape& shape, const Placed& caller, const Placed& matrix)
    : columns(shape.n), under_way_in(strips_arriving(columns, matrix.distribution.cols, false)) {
  const bool triangle = shape.kind == RoutineKind::cholesky;
  for (const StripPart& part : strips_in(columns, shape.m, triangle))
    in.push_back(strip_of(part, shape.element_bytes, caller, matrix));
  for (const StripPart& part : strips_back(columns, shape.m, triangle))
    back.push_back(strip_of(part, shape.element_bytes, matrix, caller));
}

StripProgram::StripProgram(Walk& walk, const Platform& platform, int rank,
                           const std::vector<StripMessages>& strips, Traffic traffic)
    : walk_(walk),
      platform_(platform),
      rank_(rank),
      queue_(strips),
      traffic_(traffic),
      in_chunks_(traffic.one_by_one) {}

double StripProgram::copies(double bytes) const {
  return bytes * platform_.seconds_per_copied_byte * platform_.cycle_time(rank_);
}

// Of a part of so many bytes.
int StripProgram::chunks(double bytes) const {
  return static_cast<int>(ceil_div(static_cast<Extent>(bytes), traffic_.chunk_bytes));
}

void StripProgram::release(Extent columns) {
  columns_ = std::max(columns_, columns);
  look();
}

void StripProgram::finish() {
  traffic_.one_by_one = false;
  release(unbounded);
}

bool StripProgram::has_room() const {
  const auto sends_one_by_one = [](const UnderWay& strip) { return strip.one_by_one && !strip.sent(); };
  const auto is_mine = [&](const auto& part) { return part.from == rank_ && part.to != rank_; };
  return strip_has_room({under_way_.size(), std::ranges::count_if(under_way_, sends_one_by_one)},
                        traffic_.under_way, traffic_.one_by_one,
                        [&] { return std::ranges::none_of(queue_[begun_].parts, is_mine); });
}

void StripProgram::look() {
  for (;;) {
    for (; !under_way_.empty() && under_way_.front().over(); ++over_) under_way_.pop_front();
    if (begun_ == queue_.size() || queue_[begun_].ready > columns_ || !has_room()) return;
    begin();
  }
}

void StripProgram::begin() {
  const std::size_t strip = begun_++;
  UnderWay& mine = under_way_.emplace_back();
  mine.one_by_one = traffic_.one_by_one;
  const int ranks = static_cast<int>(platform_.cycle_times.size()),
            channel = traffic_.channel + static_cast<int>(strip);
  for (const auto& part : queue_[strip].parts) {
    if (part.from == rank_ && part.to == rank_) {
      walk_.work_more(rank_, copies(part.bytes));
    } else if (part.from == rank_) {
      const int parts = in_chunks_ ? chunks(part.bytes) : 1;
      for (int piece = 0; piece < parts; ++piece) mine.sends.push_back({rank_, part.to, part.bytes / parts});
    } else if (part.to == rank_) {
      const int parts = in_chunks_ ? chunks(part.bytes) : 1;
      for (int piece = 0; piece < parts; ++piece)
        walk_.receive(rank_, part.from, channel, mine.coming, [this, bytes = part.bytes / parts] {
          walk_.work_more(rank_, copies(bytes));
          look();
        });
    }
  }
  std::ranges::stable_sort(mine.sends, {},
                           [&](const auto& part) { return (part.to - rank_ + ranks) % ranks; });
  post(strip);
}

// All that this rank sends of a strip, or the next one.
void StripProgram::post(std::size_t strip) {
  if (strip < over_) return;
  UnderWay& mine = under_way_[strip - over_];
  const int channel = traffic_.channel + static_cast<int>(strip);
  while (mine.posted < mine.sends.size()) {
    const StripMessages::Part& part = mine.sends[mine.posted++];
    const bool one = mine.one_by_one;
    ++mine.leaving.messages;  // until it is copied
    walk_.work_more(rank_, copies(part.bytes), [this, strip, part, channel, one, &mine] {
      --mine.leaving.messages;
      const int pieces = in_chunks_ ? 1 : chunks(part.bytes);
      walk_.send(rank_, part.to, channel, part.bytes, pieces, mine.leaving,
                 one ? Walk::Leaves::when_taken : Walk::Leaves::when_posted_if_short, [this, strip, one] {
                   if (one) post(strip);
                   look();
                 });
      look();
    });
    if (one) return;
  }
}

}  // namespace het
