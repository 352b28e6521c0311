#include "src/model/factor/walk/lu/lu_program.hpp"

#include <algorithm>
#include <cmath>

#include "src/distribution/panels/column_pieces.hpp"
#include "src/distribution/panels/panel_ends.hpp"
#include "src/model/factor/walk/channels.hpp"
#include "src/model/factor/walk/share_the_rest.hpp"

namespace het {
LuProgram::LuProgram(Walk& walk, const FactorSteps& steps, int i, int j, MovesOfRank& moves)
    : walk_(walk),
      steps_(steps),
      i_(i),
      j_(j),
      rank_(steps.rank(i, j)),
      moves_(moves),
      shares_solve_(steps.shares_solve()),
      rounds_(walk, steps, i, j, LuChannel::pivots) {
  for (std::size_t s = 0; s < lu_panels_alive; ++s) slots_.emplace_back(walk, rank_);
}

Program LuProgram::run() {
  const std::size_t count = steps_.audience.panels(j_);
  const auto is_here = [this](Extent col) { return [this, col] { return moves_.columns_here() >= col; }; };
  if (count > 0) {
    co_await walk_.wait(rank_, is_here(steps_.panels[0].end));
    co_await open(0);
  }
  for (std::size_t k = 0; k < count; ++k) {
    co_await walk_.wait(rank_, [this, k] { return broadcast(k).arrived(); });
    slicing_.step_work = product_seconds(k, static_cast<double>(steps_.panels.cols_left(k + 1, j_)));
    if (k + 1 < count && !mine(k + 1)) co_await open(k + 1);
    start_exchange(k, columns_here());
    swaps(k).prepared = 0;
    for (std::size_t piece = 0; piece < swaps(k).pieces.size(); ++piece) {
      co_await walk_.wait(rank_, [this, k, piece] {
        start_exchange(k, columns_here());
        return swaps(k).started > piece;
      });
      co_await update(k, piece);
      if (piece == 0 && mine(k + 1)) co_await open(k + 1);
      if (k + 1 < count && broadcast(k + 1).arrived() && swaps(k).all_started())
        start_exchange(k + 1, swaps(k).pieces[piece].end);
    }
    if (k == 0) co_await walk_.wait(rank_, is_here(steps_.shape.n));
    swaps(k) = {};
    moves_.done(steps_.panels[k].end);
  }
  co_await walk_.wait(rank_, is_here(steps_.shape.n));
  moves_.done(steps_.shape.k);
  co_await walk_.wait_blindly(rank_, [this] {
    return std::ranges::all_of(slots_, [](const RingMessage& each) { return each.finished(); });
  });
  co_await share_the_rest(walk_, steps_, i_, j_, LuChannel::rest, sizeof(Extent), sizeof(Extent));
}

Extent LuProgram::columns_here() const {
  const Extent here = std::min(moves_.columns_here(), steps_.shape.n);
  return steps_.matrix.distribution.cols.local_begin(GlobalIndex(here), ProcessCoord(j_)).value();
}

// Of all rows that are left, and of the rows of the diagonal block.
double LuProgram::part_of_rows(std::size_t k, int i) const {
  Extent all = 0;
  for (int row = 0; row < steps_.panels.p(); ++row) all += steps_.panels.rows_left(k, row);
  return static_cast<double>(steps_.panels.rows_left(k, i)) / static_cast<double>(all);
}
double LuProgram::part_of_block(std::size_t k, int i) const {
  return static_cast<double>(steps_.panels.rows_left(k, i) - steps_.panels.rows_left(k + 1, i)) /
         static_cast<double>(steps_.panels[k].width());
}
double LuProgram::solved_part(const Piece& piece, int i) const {
  return piece.shared ? steps_.panels.solve_part(i) : 1;
}

double LuProgram::product_seconds(std::size_t k, double columns) const {
  return steps_.cycle_time(i_, j_) * steps_[k].rates.element * columns *
         static_cast<double>(steps_.panels.rows_left(k + 1, i_));
}

// Whether others wait for what this rank passes on, or for columns or rows of U from it.
bool LuProgram::is_awaited() const {
  const auto owes = [](const RowSwaps& all) {
    return std::any_of(all.pieces.begin(), all.pieces.begin() + static_cast<std::ptrdiff_t>(all.started),
                       [](const Piece& piece) { return piece.shared && !piece.solved; });
  };
  return moves_.columns_here() < steps_.shape.n || std::ranges::any_of(slots_, &RingMessage::passing_on) ||
         std::ranges::any_of(swaps_, owes);
}

// Factors panel k if it is on this process column, and sends it or begins to receive it.
Program LuProgram::open(std::size_t k) {
  co_await walk_.wait_blindly(rank_, [this, k] { return broadcast(k).finished(); });
  if (mine(k)) co_await factor(k);
  broadcast(k).start(steps_.line(i_, steps_.audience.ring(k)),
                     LuChannel::panels + static_cast<int>(k % lu_panels_alive),
                     steps_[k].panel_bytes[static_cast<std::size_t>(i_)]);
}

// A round of messages for each column, in which all say to all others their candidate's row and the row that makes room.
Program LuProgram::factor(std::size_t k) {
  const Extent columns = steps_.panels[k].width(), together = rounds_.together();
  const auto width = static_cast<double>(columns);
  const double part = steps_[k].panel_seconds[static_cast<std::size_t>(i_)] / width,
               bytes = lu_candidate_bytes + 2 * width * steps_.element_bytes();
  const bool fills = k > 0 && fills_waits(k - 1);
  double shortest = std::numeric_limits<double>::infinity();
  for (Extent column = 0; column < columns; column += together) {
    const double rounds = static_cast<double>(std::min(together, columns - column)),
                 empty_rounds = (rounds - 1) * rounds_.empty_round();
    co_await walk_.work(rank_, rounds * part);
    if (!rounds_.any()) continue;
    const double begin = walk_.now();
    rounds_.start(rounds * bytes);
    if (fills) {
      co_await fill_waits(k - 1, empty_rounds);
    } else {
      co_await walk_.wait_blindly(rank_, [this] { return rounds_.over(); });
      co_await walk_.work(rank_, empty_rounds);
    }
    shortest = std::min(shortest, (walk_.now() - begin) / rounds);
  }
  if (!rounds_.any()) co_return;
  if (!fills) last_panel_.round = shortest;
  last_panel_.seconds = width * (part + last_panel_.round);
}

// With the update by panel k, in the pieces behind the next one.
Program LuProgram::fill_waits(std::size_t k, double empty_rounds) {
  const double most = prepare(k), tile = WaitFilling{}.tile(last_panel_);
  const double done = co_await walk_.work_until(rank_, most, tile, [this] { return rounds_.over(); });
  co_await walk_.work(rank_, empty_rounds);
  if (most > 0) swaps(k).pieces[swaps(k).prepared - 1].left -= std::min(done + empty_rounds, most);
}

// By the panel that was factored here before.
bool LuProgram::fills_waits(std::size_t k) const {
  const double behind = static_cast<double>(steps_.panels.cols_left(k + 2, j_));
  return WaitFilling{}.pays(last_panel_, product_seconds(k, behind) * slicing_.seconds_per_unit);
}

// Of the first piece that is not done; of which the rows of U have come, or none: lays it out, which takes as long as it is
// copied, and solved for where others have not done so.
double LuProgram::prepare(std::size_t k) {
  RowSwaps& all = swaps(k);
  if (all.prepared > 0 && all.pieces[all.prepared - 1].left > 0) return all.pieces[all.prepared - 1].left;
  if (all.prepared == all.pieces.size() || all.started <= all.prepared || !all.pieces[all.prepared].done())
    return 0;
  Piece& piece = all.pieces[all.prepared++];
  const auto& rates = steps_[k].rates;
  walk_.work_more(rank_, steps_.cycle_time(i_, j_) * piece.columns() *
                             (rates.column / 2 + (piece.shared ? 0 : rates.solve)));
  return piece.left = product_seconds(k, piece.columns());
}

// A(k+1:m, piece) -= L(k+1:m, k) U(k, piece), or what of it is not done.
Program LuProgram::update(std::size_t k, std::size_t number) {
  RowSwaps& all = swaps(k);
  if (number >= all.prepared) {
    co_await walk_.wait(rank_, [&all, number] { return all.pieces[number].done(); });
    prepare(k);
    co_await walk_.work(rank_, 0);
  }
  if (number + 1 == all.prepared) co_await multiply(k, all.pieces[number]);
}

// What is left of a piece's product, with a look after each slice.
Program LuProgram::multiply(std::size_t k, Piece& piece) {
  const double column = product_seconds(k, 1);
  if (column > 0)
    for (Extent left = static_cast<Extent>(std::ceil(piece.left / column)); left > 0;) {
      slicing_.awaited = is_awaited();
      const Extent slice = slicing_.next(left, column);
      const double seconds = std::min(static_cast<double>(slice) * column, piece.left);
      co_await walk_.work(rank_, seconds, seconds);
      slicing_.seconds_per_unit = 1;  // known from the first slice on
      piece.left -= seconds;
      left -= slice;
    }
  piece.left = 0;
}

// The next panel's columns, if they are here, then equal pieces.
void LuProgram::plan(std::size_t k) {
  RowSwaps& all = swaps(k);
  all.planned = true;
  const int p = steps_.panels.p();
  const Extent next_width = mine(k + 1) ? steps_.panels[k + 1].width() : 0,
               arriving = k == 0 && moves_.columns_arrive() ? first_lu_pieces(p) : 0;
  Extent begin = steps_.cols_before(k + 1, j_);
  for (const Extent end : lu_piece_ends(begin, next_width, steps_.all_cols(j_), widest_piece, p, arriving)) {
    Piece& piece = all.pieces.emplace_back();
    piece.first = begin, piece.end = end;
    piece.shared = shares_solve_ && all.pieces.size() > 1 && worth_sharing_solve(end - begin, p);
    begin = end;
  }
}

void LuProgram::start_exchange(std::size_t k, Extent updated_to) {
  RowSwaps& all = swaps(k);
  if (!all.planned) plan(k);
  while (!all.all_started() && all.pieces[all.started].end <= updated_to) {
    Piece& piece = all.pieces[all.started++];
    walk_.work_more(rank_, steps_.cycle_time(i_, j_) * steps_[k].rates.column / 2 * piece.columns());
    start_piece(k, piece);
  }
}

// Of all rows of U in a piece.
double LuProgram::bytes_of(std::size_t k, const Piece& piece) const {
  return piece.columns() * static_cast<double>(steps_.panels[k].width()) * steps_.element_bytes();
}

// Parts are what is expected: less than half an element is no message.
bool LuProgram::is_sent(double bytes) const { return bytes > 0.5 * steps_.element_bytes(); }

// Pivot rows go to those who solve with them, and what they displace to where they were; U to all others.
void LuProgram::start_piece(std::size_t k, Piece& piece) {
  const int p = steps_.panels.p();
  const double all = bytes_of(k, piece);
  const int channel = LuChannel::solved + static_cast<int>(k % 2);
  const auto pivot_rows = [&](int from, int to) {
    return all * part_of_rows(k, from) * solved_part(piece, to);
  };
  const auto displaced = [&](int from, int to) { return all * part_of_block(k, from) * part_of_rows(k, to); };
  for (int step = 1; step < p; ++step) {
    const int peer = (i_ + step) % p, from = steps_.rank(peer, j_);
    if (is_sent(pivot_rows(peer, i_)))
      walk_.receive(rank_, from, LuChannel::rows, piece.pivots, [this, k] { solve_if_ready(k); });
    if (is_sent(displaced(peer, i_))) walk_.receive(rank_, from, LuChannel::rows, piece.others);
    if (piece.shared && is_sent(solved_part(piece, peer) * all))
      walk_.receive(rank_, from, channel, piece.others);
  }
  for (int step = 1; step < p; ++step) {
    const int peer = (i_ + step) % p, to = steps_.rank(peer, j_);
    if (is_sent(pivot_rows(i_, peer)))
      walk_.send(rank_, to, LuChannel::rows, pivot_rows(i_, peer), 1, piece.others);
    if (is_sent(displaced(i_, peer)))
      walk_.send(rank_, to, LuChannel::rows, displaced(i_, peer), 1, piece.others);
  }
  solve_if_ready(k);
}

// In the order of the pieces, this rank's part of U where the solve is shared.
void LuProgram::solve_if_ready(std::size_t k) {
  RowSwaps& all = swaps(k);
  const int p = steps_.panels.p();
  for (std::size_t number = 0; number < all.started; ++number) {
    Piece& piece = all.pieces[number];
    if (!piece.shared || piece.solved) continue;
    if (!piece.pivots.none()) return;
    piece.solved = true;
    ++piece.others.messages;  // until it is solved
    const double mine = solved_part(piece, i_), bytes = mine * bytes_of(k, piece);
    walk_.work_more(rank_, steps_.cycle_time(i_, j_) * steps_[k].rates.solve * mine * piece.columns(),
                    [this, k, p, bytes, &piece] {
                      --piece.others.messages;
                      for (int step = 1; step < p && is_sent(bytes); ++step)
                        walk_.send(rank_, steps_.rank((i_ + step) % p, j_),
                                   LuChannel::solved + static_cast<int>(k % 2), bytes, 1, piece.others);
                    });
  }
}

}  // namespace het
