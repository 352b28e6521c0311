#include "src/model/factor/algorithm.hpp"

#include "src/distribution/panels/panel_ends.hpp"

namespace het {
namespace {

using Solve = FactorAlgorithm::Solve;
using Message = FactorAlgorithm::Message;
using LookAhead = FactorAlgorithm::LookAhead;

// A column's message is a candidate's row and the row it replaces. The pivot search and the division go through
// vectors; the panel is factored in a copy.
constexpr FactorAlgorithm our_lu{.look_ahead = LookAhead::one_panel,
                                 .panel_rate = &KernelRates::recursive_panel,
                                 .vector_work = 1,
                                 .panel_copies = 2,
                                 .direct = true,
                                 .rounds_per_column = 1,
                                 .elements_per_round = 2,
                                 .solve = Solve::weighted,
                                 .piece = widest_piece,
                                 .narrowest = narrowest_lu_piece,
                                 .makes_room = true,
                                 .copied = 2,
                                 .jumps = 1,
                                 .swapped_at_end = true,
                                 .message = Message::rows_and_top,
                                 .route = lu_route};

// A panel forms T beside its reflectors: half as much again; a round of messages for each column, and one for each leaf.
// Of a column each element is worked on twice before the round and once behind it. Messages have 1.0 w to 1.4 w elements in
// the mean, in panels of 128 to 16 columns. Both products with V run over the rows of the panel.
constexpr FactorAlgorithm our_qr{.look_ahead = LookAhead::one_panel,
                                 .update_work = 2,
                                 .over_panel_rows = true,
                                 .panel_work = 1.5,
                                 .panel_rate = &KernelRates::recursive_panel,
                                 .vector_work = 3,
                                 .direct = true,
                                 .rounds_per_column = 1 + 1.0 / leaf_width,
                                 .elements_per_round = 1.3,
                                 .solve_rate = &KernelRates::product,
                                 .solve = Solve::shared,
                                 .sync = ColumnSync::within,
                                 .piece = widest_piece,
                                 .exchanged = 2,
                                 .copied = 2,
                                 .message = Message::rows_and_triangle,
                                 .route = qr_route};

// Squares on the diagonal are 12 to 24 columns wide. Slices are taken to be as long as with one or two panels ahead.
const FactorAlgorithm our_cholesky{.look_ahead = LookAhead::window,
                                   .triangle = true,
                                   .stair = 16,
                                   .panel_rate = &KernelRates::right_solve,
                                   .diagonal_first = true,
                                   .diagonal_work = 1.0 / 6,
                                   .direct = true,
                                   .rounds_per_panel = 1,
                                   .solve_work = 0,
                                   .solve = Solve::everywhere,
                                   .sync = ColumnSync::none,
                                   .exchanged = 0,
                                   .message = Message::rows_of_round,
                                   .transposed = true,
                                   .route = cholesky_route,
                                   .slice_seconds = cholesky_slice_seconds(1.5)};

// Per column a combined maximum, an interchange and a broadcast; rows are interchanged one by one.
constexpr FactorAlgorithm reference_lu{.widest_k = pblas_logical_block,
                                       .rounds_per_column = 4,
                                       .rounds_per_panel = 1,
                                       .jumps = 1,
                                       .swapped = 1,
                                       .rounds_per_swap = 1};

// Per column the norm and the product with the columns to its right, both summed and sent back. The update is
// local products with k = nb.
constexpr FactorAlgorithm reference_qr{.update_work = 2,
                                       .over_panel_rows = true,
                                       .panel_work = 1.5,
                                       .rounds_per_column = 4,
                                       .rounds_per_panel = 1,
                                       .solve_rate = &KernelRates::product,
                                       .exchanged = 2,
                                       .copied = 2};

constexpr FactorAlgorithm reference_cholesky{.triangle = true,
                                             .widest_k = pblas_logical_block,
                                             .panel_rate = &KernelRates::right_solve,
                                             .rounds_per_panel = 2,
                                             .solve_work = 0};

const FactorAlgorithm& by_kind(RoutineKind kind, const FactorAlgorithm& lu, const FactorAlgorithm& qr,
                               const FactorAlgorithm& cholesky) {
  return kind == RoutineKind::qr ? qr : kind == RoutineKind::cholesky ? cholesky : lu;
}

}  // namespace

const FactorAlgorithm& our_algorithm(RoutineKind kind) { return by_kind(kind, our_lu, our_qr, our_cholesky); }

const FactorAlgorithm& reference_algorithm(RoutineKind kind) {
  return by_kind(kind, reference_lu, reference_qr, reference_cholesky);
}

}  // namespace het
