#include "src/model/factor/algorithm.hpp"

#include <limits>

#include "src/distribution/panels/column_pieces.hpp"

namespace het {
namespace {

constexpr Extent whole = std::numeric_limits<Extent>::max();
// PBLAS cuts the inner dimension of its products into logical blocks, whatever nb.
constexpr Extent logical_block = 32;

using Solve = FactorAlgorithm::Solve;
using Message = FactorAlgorithm::Message;
using LookAhead = FactorAlgorithm::LookAhead;

// A column's message is a candidate's row and the row it replaces. The pivot search and the division go through
// vectors; the panel is factored in a copy. The owner of the diagonal block sends its pivot rows, and as many that
// make room.
constexpr FactorAlgorithm our_lu{.look_ahead = LookAhead::one_panel,
                                 .triangle = false,
                                 .stair = 0,
                                 .update_work = 1,
                                 .widest_k = whole,
                                 .panel_work = 0.5,
                                 .panel_rate = &KernelRates::recursive_panel,
                                 .vector_work = 1,
                                 .panel_copies = 2,
                                 .diagonal_work = 0,
                                 .direct = true,
                                 .rounds_per_column = 1,
                                 .rounds_per_panel = 0,
                                 .elements_per_round = 2,
                                 .solve_work = 0.5,
                                 .solve_rate = &KernelRates::left_solve,
                                 .solve = Solve::weighted,
                                 .sync = ColumnSync::before,
                                 .piece = widest_piece,
                                 .exchanged = 2,
                                 .copied = 2,
                                 .jumps = 1,
                                 .swapped = 0,
                                 .rounds_per_swap = 0,
                                 .swapped_at_end = true,
                                 .message = Message::rows_and_top,
                                 .to_those_in_need = true,
                                 .transposed = false,
                                 .rows_final = true,
                                 .columns_final = true,
                                 .ring = RingOrder::next_and_biggest_first};

// A panel forms T beside its reflectors: half as much again. Both products with V run over the rows of the panel.
constexpr FactorAlgorithm our_qr{.look_ahead = LookAhead::one_panel,
                                 .triangle = false,
                                 .stair = 0,
                                 .update_work = 2,
                                 .widest_k = whole,
                                 .panel_work = 1.5,
                                 .panel_rate = &KernelRates::recursive_panel,
                                 .vector_work = 3,
                                 .panel_copies = 0,
                                 .diagonal_work = 0,
                                 .direct = true,
                                 .rounds_per_column = 1.125,
                                 .rounds_per_panel = 0,
                                 .elements_per_round = 1.3,
                                 .solve_work = 0.5,
                                 .solve_rate = &KernelRates::product,
                                 .solve = Solve::shared,
                                 .sync = ColumnSync::within,
                                 .piece = widest_piece,
                                 .exchanged = 2,
                                 .copied = 2,
                                 .jumps = 0,
                                 .swapped = 0,
                                 .rounds_per_swap = 0,
                                 .swapped_at_end = false,
                                 .message = Message::rows_and_triangle,
                                 .to_those_in_need = true,
                                 .transposed = false,
                                 .rows_final = true,
                                 .columns_final = true,
                                 .ring = RingOrder::next_and_biggest_first};

constexpr FactorAlgorithm our_cholesky{.look_ahead = LookAhead::window,
                                       .triangle = true,
                                       .stair = 16,
                                       .update_work = 1,
                                       .widest_k = whole,
                                       .panel_work = 0.5,
                                       .panel_rate = &KernelRates::right_solve,
                                       .vector_work = 0,
                                       .panel_copies = 0,
                                       .diagonal_work = 1.0 / 6,
                                       .direct = true,
                                       .rounds_per_column = 0,
                                       .rounds_per_panel = 1,
                                       .elements_per_round = 0,
                                       .solve_work = 0,
                                       .solve_rate = &KernelRates::left_solve,
                                       .solve = Solve::everywhere,
                                       .sync = ColumnSync::none,
                                       .piece = whole,
                                       .exchanged = 0,
                                       .copied = 1,
                                       .jumps = 0,
                                       .swapped = 0,
                                       .rounds_per_swap = 0,
                                       .swapped_at_end = false,
                                       .message = Message::rows_of_round,
                                       .to_those_in_need = false,
                                       .transposed = true,
                                       .rows_final = false,
                                       .columns_final = true,
                                       .ring = RingOrder::next_first,
                                       .slice_seconds = 5e-3};

// The same without what makes ours quicker.
constexpr FactorAlgorithm plain(FactorAlgorithm algorithm) {
  algorithm.look_ahead = LookAhead::none;
  algorithm.stair = 0;
  algorithm.vector_work = 0;
  algorithm.panel_copies = 0;
  algorithm.diagonal_work = 0;
  algorithm.direct = false;
  algorithm.elements_per_round = 0;
  algorithm.rounds_per_panel = 1;
  algorithm.solve = Solve::diagonal_row;
  algorithm.sync = ColumnSync::before;
  algorithm.piece = whole;
  algorithm.exchanged = 1;
  algorithm.copied = 1;
  algorithm.swapped_at_end = false;
  algorithm.message = Message::rows;
  algorithm.to_those_in_need = false;
  algorithm.transposed = false;
  algorithm.ring = RingOrder::of_grid;
  return algorithm;
}

// Per column a combined maximum, an interchange and a broadcast; rows are interchanged one by one.
constexpr FactorAlgorithm reference_lu = [] {
  FactorAlgorithm algorithm = plain(our_lu);
  algorithm.widest_k = logical_block;
  algorithm.panel_rate = &KernelRates::plain_panel;
  algorithm.rounds_per_column = 4;
  algorithm.swapped = 1;
  algorithm.rounds_per_swap = 1;
  return algorithm;
}();

// Per column the norm and the product with the columns to its right, both summed and sent back. The update is
// local products with k = nb.
constexpr FactorAlgorithm reference_qr = [] {
  FactorAlgorithm algorithm = plain(our_qr);
  algorithm.panel_rate = &KernelRates::plain_panel;
  algorithm.rounds_per_column = 4;
  algorithm.exchanged = 2;
  algorithm.copied = 2;
  return algorithm;
}();

constexpr FactorAlgorithm reference_cholesky = [] {
  FactorAlgorithm algorithm = plain(our_cholesky);
  algorithm.widest_k = logical_block;
  algorithm.rounds_per_panel = 2;
  return algorithm;
}();

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
