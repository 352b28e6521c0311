#include "src/model/factor/walk/qr/qr_program.hpp"

#include <algorithm>

#include "src/distribution/panels/column_pieces.hpp"
#include "src/model/factor/walk/channels.hpp"
#include "src/model/factor/walk/share_the_rest.hpp"

namespace het {

QrProgram::QrProgram(Walk& walk, const FactorSteps& steps, int i, int j, MovesOfRank& moves)
    : walk_(walk),
      steps_(steps),
      i_(i),
      j_(j),
      rank_(steps.rank(i, j)),
      moves_(moves),
      work_(steps.platform, steps.shape, rank_),
      panel_(walk, steps, i, j, work_),
      update_(walk, steps, i, j, work_, [this] { look(); }) {
  for (std::size_t slot = 0; slot < 2 * most_panels_in_group; ++slot) broadcasts_.emplace_back(walk, rank_);
}

Program QrProgram::run() {
  co_await receive(0);
  for (std::size_t i = 0; i < group(0).panels.size(); ++i)
    if (const Panel& panel = group(0).panels[i]; mine(panel)) {
      co_await await(panel.end);
      co_await factor(0, i);
    }
  for (std::size_t g = 0; g < steps_.groups.size(); ++g) {
    co_await wait(g, group(g).panels.size());
    co_await step(g);
    if (g == 0) co_await await(steps_.shape.n);
    moves_.done(group(g).end());
  }
  co_await walk_.wait_blindly(rank_, [this] {
    return std::ranges::all_of(broadcasts_, [](const RingMessage& each) { return each.finished(); });
  });
  co_await share_the_rest(walk_, steps_, i_, j_, QrChannel::rest, steps_.element_bytes(), 0);
}

Extent QrProgram::local_col(Extent col) const {
  return steps_.matrix.distribution.cols.local_begin(GlobalIndex(col), ProcessCoord(j_)).value();
}

// The reflectors of group g to all columns right of it, with group g+1 factored meanwhile. A part of the
// others is done while panels of another process column are on their way.
Program QrProgram::step(std::size_t g) {
  const Extent begin = group(g).begin(), width = group(g).width(), behind = local_col(group(g).end()),
               end = steps_.all_cols(j_);
  update_.set_step(begin, width, end - behind);
  if (g + 1 == steps_.groups.size()) {
    co_await apply_arriving(g, behind, end);
    co_return;
  }
  const PanelGroup& next = group(g + 1);
  co_await receive(g + 1);
  const Extent rest = local_col(next.end());
  Extent done = rest;
  for (std::size_t i = 0; i < next.panels.size(); ++i) {
    const Panel& panel = next.panels[i];
    if (!mine(panel)) continue;
    if (const Extent part = next.rest_updated_before(i, rest, end); part > done) {
      co_await apply_arriving(g, done, part);
      done = part;
    }
    co_await await(panel.end);
    co_await update_.apply(begin, width, local_col(panel.begin), local_col(panel.end));
    co_await factor(g + 1, i);
  }
  co_await apply_arriving(g, done, end);
}

// Panel i of group g, which is mine.
Program QrProgram::factor(std::size_t g, std::size_t i) {
  const Panel& panel = group(g).panels[i];
  const Extent begin = group(g).begin();
  co_await wait(g, i);
  if (i > 0) co_await update_.apply(begin, panel.begin - begin, local_col(panel.begin), local_col(panel.end));
  co_await panel_.factor(panel, group(g));
  look();
  start(g, i);
}

Program QrProgram::apply_arriving(std::size_t g, Extent begin, Extent end) {
  const AxisMap& cols = steps_.matrix.distribution.cols;
  for (const Extent piece_end : qr_piece_ends(begin, end, g == 0 && moves_.columns_arrive())) {
    if (g == 0) co_await await(cols.global_index(LocalIndex(piece_end - 1), ProcessCoord(j_)).value() + 1);
    co_await update_.apply(group(g).begin(), group(g).width(), begin, piece_end);
    begin = piece_end;
  }
}

// Panel i of group g with its columns of T, from its process column to those who need it.
void QrProgram::start(std::size_t g, std::size_t i) {
  const PanelGroup& all = group(g);
  const Extent rows = steps_.panels.rows_left(all.first, i_) + all.width();
  const auto slot = static_cast<int>(g % 2 * most_panels_in_group + i);
  broadcast(g, i).start(steps_.line(i_, steps_.audience.ring(all.first + i)), QrChannel::panels + slot,
                        static_cast<double>(rows * all.panels[i].width()) * steps_.element_bytes());
}

Program QrProgram::receive(std::size_t g) {
  co_await walk_.wait_blindly(rank_, [this, g] {
    for (std::size_t i = 0; i < most_panels_in_group; ++i)
      if (!broadcast(g, i).finished()) return false;
    return true;
  });
  for (std::size_t i = 0; i < group(g).panels.size(); ++i)
    if (!mine(group(g).panels[i])) start(g, i);
}

// For the first `count` panels of group g.
Program QrProgram::wait(std::size_t g, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    if (broadcast(g, i).arrived()) continue;
    co_await walk_.wait(rank_, [this, g, i] { return broadcast(g, i).arrived(); });
    look();
  }
}

// For the columns below `col`.
Program QrProgram::await(Extent col) {
  if (moves_.columns_here() >= col) co_return;
  co_await walk_.wait(rank_, [this, col] { return moves_.columns_here() >= col; });
  look();
}

// Whether others wait for something is known at looks.
void QrProgram::look() {
  update_.set_awaited(moves_.columns_here() < steps_.shape.n ||
                      std::ranges::any_of(broadcasts_, [](const auto& each) { return each.passing_on(); }));
}

}  // namespace het
