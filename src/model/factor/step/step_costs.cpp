#include "src/model/factor/step/step_costs.hpp"

#include <algorithm>

#include "src/distribution/panels/column_pieces.hpp"
#include "src/distribution/panels/panel_ends.hpp"
#include "src/model/factor/step/solve_sharing.hpp"
#include "src/model/total_speed.hpp"

namespace het {

using SolveBy = FactorAlgorithm::Solve::By;

namespace {

TrailingElements elements_of(const FactorAlgorithm& algorithm, const Panels& panels,
                             const KernelRates& rates) {
  const auto slots = static_cast<std::size_t>(panels_in_window(panels.widest()));
  const bool window = algorithm.look_ahead == FactorAlgorithm::LookAhead::window;
  const TrailingElements::Triangle triangle{algorithm.update.stair, window ? 2 * slots : 0};  // SweepWindow
  return {panels, algorithm.update.triangle ? &triangle : nullptr, rates, algorithm.update.over_panel_rows};
}

}  // namespace

StepCosts::StepCosts(const Platform& platform, const CallShape& shape, const Placed& matrix,
                     const FactorAlgorithm& algorithm, const Panels& panels)
    : platform_(platform),
      algorithm_(algorithm),
      panels_(panels),
      flop_seconds_(shape.flops_per_multiply_add * platform.seconds_per_flop),
      element_bytes_(static_cast<double>(shape.element_bytes)),
      speed_(total_speed(platform, matrix.placement)),
      links_(platform, matrix.placement, panels.p(), panels.q()),
      trailing_(elements_of(algorithm, panels, platform.rates)),
      shares_solve_(solve_is_shared(platform, shape, panels.p(), panels.widest())),
      update_(place_of(panels.p(), 0, panels.q())) {
  for (const int rank : matrix.placement.by_place(panels.p(), panels.q()))
    cycle_times_.push_back(platform.cycle_time(rank));
}

// Of a column, / w^2.
double StepCosts::solve_seconds() const {
  const FactorAlgorithm::Solve& solve = algorithm_.solve;
  return solve.multiply_adds * flop_seconds_ / (platform_.rates.*solve.rate)(panels_[at_].width());
}

StepCosts::UpdateRates StepCosts::update_rates() const {
  const FactorAlgorithm::Update& update = algorithm_.update;
  const FactorAlgorithm::Exchange& exchange = algorithm_.exchange;
  const Extent width = panels_[at_].width();
  const auto w = static_cast<double>(width);
  const double solve = w * w * solve_seconds();
  const double copies = exchange.sync == ColumnSync::within && panels_.p() < 2 ? 0 : exchange.copied;
  return {
      update.multiply_adds * w * flop_seconds_ / platform_.rates.product(std::min(width, update.widest_k)),
      w * (copies * element_bytes_ * platform_.seconds_per_copied_byte +
           exchange.jumps / panels_.p() * platform_.seconds_per_jump),
      algorithm_.solve.by == SolveBy::diagonal_row ? 0 : solve};
}

// The next panel's columns are in a hurry, and narrow pieces are not worth further messages.
double StepCosts::columns_solved_apart(int j) const {
  if (algorithm_.solve.by != SolveBy::weighted_parts || !shares_solve_) return 0;
  const double later = trailing_columns(j) - (has_next_panel(j) ? next_panel_width() : 0);
  return worth_sharing_solve(later / update_pieces(j), panels_.p()) ? later : 0;
}

double StepCosts::solved_columns(int i, int j) const {
  const double all = trailing_columns(j), apart = columns_solved_apart(j);
  if (algorithm_.solve.by == SolveBy::equal_parts) return all / panels_.p();
  return all - apart + apart * panels_.solve_part(i);
}

double StepCosts::next_panel_width() const {
  return at_ + 1 < panels_.count() ? static_cast<double>(panels_[at_ + 1].width()) : 0;
}

double StepCosts::next_panel_update(int i) const {
  if (at_ + 1 == panels_.count() || panels_.rows_left(at_, i) == 0) return 0;
  const double solved = algorithm_.solve.by == SolveBy::equal_parts ? 1. / panels_.p() : 1;
  return cycle_time(i, panels_[at_ + 1].col) * (rates_.element * trailing_.of_next_panel(i) +
                                                next_panel_width() * (rates_.column + rates_.solve * solved));
}

double StepCosts::update_slice(int i, int j) const {
  const double column = cycle_time(i, j) * rates_.element * static_cast<double>(panels_.rows_left(at_, i));
  return std::min({update(i, j), algorithm_.update.slice_seconds, width() * column});
}

int StepCosts::update_pieces(int j) const {
  using LookAhead = FactorAlgorithm::LookAhead;
  if (algorithm_.look_ahead == LookAhead::none) return 1;
  const Extent behind = has_next_panel(j) ? panels_[at_ + 1].width() : 0,
               columns = panels_.cols_left(at_ + 1, j) - behind;
  const Extent pieces =
      algorithm_.look_ahead == LookAhead::window
          ? columns / panels_[at_].width()
          : column_pieces(columns, widest_piece, panels_.p(), algorithm_.update.narrowest_piece(panels_.p()));
  return static_cast<int>(std::max<Extent>(pieces, 1));
}

void StepCosts::advance_to(std::size_t s) {
  at_ = s;
  trailing_.advance_to(s);
  rates_ = update_rates();
  all_rows_ = 0;
  double elements = 0;
  for (int i = 0; i < panels_.p(); ++i) {
    all_rows_ += static_cast<double>(panels_.rows_left(s, i));
    for (int j = 0; j < panels_.q(); ++j) {
      const double mine = panels_.rows_left(s, i) > 0 ? trailing_(i, j) : 0;
      const double solved = panels_.rows_left(s, i) > 0 ? trailing_columns(j) : 0;
      elements += mine;
      update_[at(i, j)] = cycle_time(i, j) * (rates_.element * mine + rates_.column * solved +
                                              (solved > 0 ? rates_.solve * solved_columns(i, j) : 0));
    }
  }
  panel_row_ = panel_row_seconds();
  panel_ = factor_panel_seconds();
  diagonal_ = diagonal_block_seconds();
  balanced_ = rates_.element * elements / speed_;
}

}  // namespace het
