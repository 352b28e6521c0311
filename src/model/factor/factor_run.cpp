#include "src/model/factor/factor_run.hpp"

#include <algorithm>

namespace het {

using LookAhead = FactorAlgorithm::LookAhead;

FactorRun::FactorRun(const FactorAlgorithm& algorithm, const Distribution& matrix, const Panels& panels,
                     StepCosts& costs, const MovedMatrix& moved)
    : algorithm_(algorithm),
      panels_(panels),
      costs_(costs),
      moved_(moved),
      audience_(matrix.cols, panels.all(), algorithm.message.route),
      processes_(static_cast<std::size_t>(panels.p() * panels.q())),
      links_(processes_.size()),
      ready_(static_cast<std::size_t>(panels.p())) {
  if (algorithm.message.transposed) diagonal_.emplace(panels, matrix.rows);
}

double FactorRun::run() {
  if (panels_.count() == 0) return 0;
  costs_.advance_to(0);
  begin();  // P_0
  for (;; ++step_) {
    send();                                                   // A
    for (int j = 0; j < panels_.q(); ++j) update_columns(j);  // S, F
    share_moves();
    balanced_ += costs_.balanced_update();
    if (last()) return end();
    factor_next();  // P_(s+1)
  }
}

// Panels follow what comes on the links.
void FactorRun::begin() {
  if (moved_.moves())
    for (std::size_t k = 0; k < links_.size(); ++k) {
      Link& link = links_[costs_.shared_medium() ? 0 : k];
      link.out = link.in = moved_.link(k);
    }
  const int j = panels_[0].col;
  const double here = moved_.here(panels_[0].end) + costs_.diagonal_block();
  for (int i = 0; i < panels_.p(); ++i)
    process(i, j).free = ready(i) =
        here + (algorithm_.exchange.sync == ColumnSync::none
                    ? (panels_.p() - 1) * costs_.factor_message() + costs_.panel_part(i)
                    : costs_.factor_panel());
}

void FactorRun::send() {
  const std::vector<int> places = audience_.ring(step_);
  for (Process& each : processes_) each.arrived_before = each.arrived;
  for (int i = 0; i < panels_.p(); ++i) send_along_row(i, places);
  for (int j = 0; j < panels_.q(); ++j) send_down(j);
}

// From process to process.
void FactorRun::send_along_row(int i, const std::vector<int>& places) {
  double time = process(i, places.front()).arrived = ready(i);
  for (std::size_t place = 1; place < places.size(); ++place) {
    const int from = places[place - 1], to = places[place];
    const double message = costs_.panel_message(i, from, to);
    Link &source = link(i, from), &target = link(i, to);
    const double through = std::max({time, source.out, target.in,
                                     algorithm_.message.transposed ? process(i, to).arrived_before : 0}) +
                           message;
    source.out = target.in = through;
    time = process(i, to).arrived = through + costs_.latency_along(i, from, to);
  }
}

// When the links of process column j have carried, behind what they carry already, what begins at `begun` and takes so long.
double FactorRun::carry_down(int j, double begun, double seconds) {
  if (panels_.p() == 1 || seconds <= 0) return begun + seconds;
  for (int i = 0; i < panels_.p(); ++i) begun = std::max({begun, link(i, j).out, link(i, j).in});
  for (int i = 0; i < panels_.p(); ++i) {
    Link& mine = link(i, j);
    mine.out = mine.in = begun + seconds;
  }
  return begun + seconds;
}

// Where a panel goes down the process columns as well, its rows for the next panel's columns go ahead, from the process row of
// the next diagonal block on.
void FactorRun::send_down(int j) {
  if (!algorithm_.message.transposed) return;
  const int p = panels_.p();
  for (int i = 0; i < p; ++i)
    process(i, j).may_turn = std::max(process(i, j).arrived, process(i, j).arrived_before);
  if (p > 1 && costs_.has_next_panel(j)) {
    const int root = panels_.diagonal_row(step_ + 1);
    const double hop = costs_.latency_down(j) + costs_.transposed(j, costs_.next_panel_width());
    for (int hops = 1; hops < p; ++hops) {
      double& may_turn = process((root + hops) % p, j).may_turn;
      may_turn = std::max(may_turn, ready(root) + hops * hop);
    }
  }
  for (int row = 0; row < p; ++row)
    if (const Extent columns = (*diagonal_)(step_ + 1, row, j); columns > 0 && p > 1)
      send_round(row, j, costs_.transposed(j, static_cast<double>(columns)));
}

// From the panel's process in that row to all others of process column j, one after the other.
void FactorRun::send_round(int row, int j, double seconds) {
  const double hop = costs_.latency_down(j) + seconds,
               there = occupy(link(row, panels_[step_].col).out, ready(row), seconds) - seconds;
  for (int hops = 1; hops < panels_.p(); ++hops) {
    const int i = (row + hops) % panels_.p();
    Link& mine = link(i, j);
    const double in = occupy(mine.in, ready(row), seconds) + costs_.latency_down(j);
    process(i, j).arrived = std::max({process(i, j).arrived, in, there + hops * hop});
    if (hops + 1 == panels_.p()) break;
    occupy(mine.out, ready(row), seconds);
  }
}

// A link carries something from `time` on, behind what it carries already. Returns until when.
double FactorRun::occupy(double& link, double time, double seconds) {
  return link = std::max(link, time) + seconds;
}

void FactorRun::update_columns(int j) {
  switch (algorithm_.exchange.sync) {
    case ColumnSync::before:
      return update_with_rows_before(j);
    case ColumnSync::within:
      return update_with_sums_within(j);
    case ColumnSync::none:
      return update_apart(j);
  }
}

// Rows are exchanged piece by piece, each as soon as the step before is through with it.
void FactorRun::update_with_rows_before(int j) {
  const int pieces = costs_.update_pieces(j);
  const double all = costs_.trailing_columns(j);
  double begun = 0, done = 0;
  for (int i = 0; i < panels_.p(); ++i) {
    if (!in_use(i)) continue;
    const Process& mine = process(i, j);
    begun = std::max({begun, mine.arrived, mine.first_piece});
    done = std::max({done, mine.arrived, mine.free});
  }
  const double each = costs_.exchange(j, all / pieces), over = carry_down(j, begun, costs_.exchange(j, all)),
               first = std::max(over - costs_.exchange(j, all) + each, over - std::max(done - begun, 0.0));
  done = std::max(done + each, over);
  for (int i = 0; i < panels_.p(); ++i) {
    Process& mine = process(i, j);
    const double piece = costs_.update(i, j) / pieces;
    mine.start = std::max({mine.free + costs_.own(i, j), mine.arrived, first});
    mine.first_piece = mine.start + piece;
    mine.free = std::max(mine.start + costs_.update(i, j), done + piece);
  }
}

// Sums are exchanged between the two halves of the work on each piece; for those of the last one all wait.
void FactorRun::update_with_sums_within(int j) {
  const int pieces = costs_.update_pieces(j);
  const double all = costs_.trailing_columns(j), part = 0.5 / pieces;
  double started = 0, summed = 0;
  for (int i = 0; i < panels_.p(); ++i) {
    if (!in_use(i)) continue;
    Process& mine = process(i, j);
    mine.start = std::max(mine.free + costs_.own(i, j), mine.arrived);
    started = std::max(started, mine.start);
    summed = std::max(summed, mine.start + (1 - part) * costs_.update(i, j));
  }
  if (panels_.p() > 1)
    summed =
        std::max(carry_down(j, started, costs_.exchange(j, all)), summed + costs_.exchange(j, all / pieces));
  for (int i = 0; i < panels_.p(); ++i) {
    Process& mine = process(i, j);
    const double update = costs_.update(i, j);
    mine.free = std::max(mine.start + update, summed + part * update);
  }
}

// Each process by itself.
void FactorRun::update_apart(int j) {
  for (int i = 0; i < panels_.p(); ++i) {
    Process& mine = process(i, j);
    mine.start = std::max(mine.free + costs_.own(i, j), mine.arrived);
    mine.free = mine.start + costs_.update(i, j);
  }
}

void FactorRun::factor_next() {
  const int j = panels_[step_ + 1].col;
  if (algorithm_.exchange.sync == ColumnSync::none)
    factor_apart(j);
  else
    factor_together(j);
}

// The columns of the next panel first, then the panel, then the rest.
void FactorRun::factor_together(int j) {
  double updated = moved_.here(panels_[step_ + 1].end);
  const bool ahead = algorithm_.look_ahead != LookAhead::none;
  for (int i = 0; i < panels_.p(); ++i)
    if (in_use(i))
      updated =
          std::max(updated, ahead ? process(i, j).start + costs_.next_panel_update(i) : process(i, j).free);
  if (ahead && algorithm_.exchange.sync == ColumnSync::within && panels_.p() > 1)
    updated += costs_.exchange(j, costs_.next_panel_width());
  for (int i = 0; i < panels_.p(); ++i) {
    const double rest = ahead ? costs_.update(i, j) - costs_.next_panel_update(i) : 0;
    double& free = process(i, j).free;
    free = std::max(free, updated + rest);
  }
  costs_.advance_to(step_ + 1);
  // Messages of its rounds take turns with what the links of the column carry, while they carry it.
  const double rounds = costs_.rounds_on_links(), waited = carry_down(j, updated, rounds) - rounds - updated;
  updated += std::min(waited, rounds);
  for (int i = 0; i < panels_.p(); ++i) {
    ready(i) = updated + costs_.factor_panel();
    process(i, j).free += costs_.factor_panel();
  }
}

// Each process brings its rows up to date when it has what it needs of the panel before, and waits for the factor of the
// block on the diagonal.
void FactorRun::factor_apart(int j) {
  double factor = moved_.here(panels_[step_ + 1].end);
  const double here = factor;
  for (int i = 0; i < panels_.p(); ++i) {
    const double begins = std::max(process(i, j).may_turn, here);
    // It turns to them from the update that it is at when a slice of that is over; what it has not begun to subtract elsewhere
    // it subtracts from these as well.
    const double update = costs_.update(i, j), busy = std::max(process(i, j).free - update - begins, 0.0),
                 behind = update > 0 ? std::max(busy / update - 1, 0.0) : 0;
    ready(i) =
        begins + std::min(busy, costs_.update_slice(i, j) / 2) + (1 + behind) * costs_.next_panel_update(i);
    if (panels_.rows_left(step_ + 1, i) > panels_.rows_left(step_ + 2, i))
      factor = std::max(factor, ready(i));
  }
  costs_.advance_to(step_ + 1);
  factor += costs_.diagonal_block();
  const int p = panels_.p(), root = panels_.diagonal_row(step_ + 1);
  const double message = costs_.factor_message();
  link(root, j).out += (p - 1) * message;
  for (int i = 0; i < p; ++i) {
    const int messages = i == root ? p - 1 : (i - root + p) % p;
    double& free = process(i, j).free;
    free = std::max(free, ready(i)) + costs_.panel_part(i);
    ready(i) = std::max(ready(i), factor + messages * message + (i == root ? 0 : costs_.latency_down(j))) +
               costs_.panel_part(i);
  }
}

// The first step's update takes columns as they come, its last piece when all are there. What a panel makes final leaves behind
// it: of n columns left, w of which it has, the part 1 - (1 - w / n)^2. Copies on either way are a process's own time.
void FactorRun::share_moves() {
  if (!moved_.moves()) return;
  const auto all = static_cast<double>(panels_[panels_.count() - 1].end);
  const double before = 1 - static_cast<double>(panels_[step_].begin) / all,
               after = 1 - static_cast<double>(panels_[step_].end) / all;
  for (int i = 0; i < panels_.p(); ++i)
    for (int j = 0; j < panels_.q(); ++j) {
      const std::size_t k = at(i, j);
      Process& mine = process(i, j);
      if (step_ == 0)
        mine.free = std::max(mine.free + moved_.own_of_way_in(k),
                             moved_.all_here() + costs_.update(i, j) / costs_.update_pieces(j));
      mine.free += (before - after) * moved_.own_of_way_back(k);
      const double leaves = (before * before - after * after) * moved_.link(k);
      if (k > 0 && costs_.shared_medium()) continue;
      occupy(link(i, j).out, mine.start, leaves);
      occupy(link(i, j).in, mine.start, leaves);
    }
}

// Of all processes the last, when the matrix is back.
double FactorRun::end() const {
  double over = 0;
  for (const Process& each : processes_) over = std::max(over, each.free);
  if (!moved_.moves()) return over;
  for (const Link& each : links_) over = std::max({over, each.out, each.in});
  return over + moved_.last_strip();
}

}  // namespace het
