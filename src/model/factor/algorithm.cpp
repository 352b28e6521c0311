#include "src/model/factor/algorithm.hpp"

#include "src/distribution/panels/reflectors/panel_sums.hpp"

namespace het {
namespace {

using LookAhead = FactorAlgorithm::LookAhead;
using By = FactorAlgorithm::Solve::By;
using Of = FactorAlgorithm::Message::Of;

// A column's message is a candidate's row and the row it replaces. The pivot search and the division go through
// vectors; the panel is factored in a copy.
constexpr FactorAlgorithm our_lu{.look_ahead = LookAhead::one_panel,
                                 .panel = {.rate = &KernelRates::recursive_panel, .vectors = 1, .copied = 2},
                                 .rounds = {.direct = true, .per_column = 1, .rows = 2},
                                 .update = {.narrowest_piece = narrowest_lu_piece},
                                 .solve = {.by = By::weighted_parts},
                                 .exchange = {.pivot_rows = true, .copied = 2, .jumps = 1},
                                 .message = {.of = Of::rows_and_top, .route = lu_route}};

// A panel forms T beside its reflectors: half as much again; a round of messages for each column, and one for each leaf.
// Of a column each element is worked on twice before the round and once behind it; its message is for 0 to 7 others of the
// leaf. Those of the leaves (reflector_sum) have w^2 elements in all: each pair of columns of different leaves is in one
// element of V^H V and in one of A^H V, and each pair of one leaf in two of the former. Both products with V run over the rows
// of the panel.
constexpr double elements_of_a_column = (column_elements(0) + column_elements(leaf_width - 1)) / 2.0;
constexpr FactorAlgorithm our_qr{
    .look_ahead = LookAhead::one_panel,
    .panel = {.multiply_adds = 1.5, .rate = &KernelRates::recursive_panel, .vectors = 3},
    .rounds = {.direct = true, .per_column = 1, .elements = elements_of_a_column, .per_leaf = 1},
    .update = {.multiply_adds = 2, .over_panel_rows = true},
    .solve = {.rate = &KernelRates::product, .by = By::equal_parts},
    .exchange = {.sync = ColumnSync::within, .elements = 2, .copied = 2},
    .message = {.of = Of::rows_and_triangle, .route = qr_route}};

// Squares on the diagonal are 12 to 24 columns wide. Slices are taken to be as long as with one or two panels ahead. All that is
// solved for is in the panel.
const FactorAlgorithm our_cholesky{
    .look_ahead = LookAhead::window,
    .panel = {.rate = &KernelRates::right_solve, .diagonal_first = true, .diagonal = 1.0 / 6},
    .update = {.triangle = true, .stair = 16, .slice_seconds = cholesky_slice_seconds(1.5)},
    .solve = {.multiply_adds = 0},
    .exchange = {.sync = ColumnSync::none},
    .message = {.of = Of::rows_of_round, .transposed = true, .route = cholesky_route}};

// Per column a combined maximum, an interchange and a broadcast; rows are interchanged one by one.
constexpr FactorAlgorithm reference_lu{.rounds = {.per_column = 4, .per_panel = 1},
                                       .update = {.widest_k = pblas_logical_block},
                                       .exchange = {.jumps = 1, .swapped = 1, .rounds_per_swap = 1}};

// Per column the norm and the product with the columns to its right, both summed and sent back. The update is
// local products with k = nb.
constexpr FactorAlgorithm reference_qr{.panel = {.multiply_adds = 1.5},
                                       .rounds = {.per_column = 4, .per_panel = 1},
                                       .update = {.multiply_adds = 2, .over_panel_rows = true},
                                       .solve = {.rate = &KernelRates::product},
                                       .exchange = {.elements = 2, .copied = 2}};

constexpr FactorAlgorithm reference_cholesky{.panel = {.rate = &KernelRates::right_solve},
                                             .rounds = {.per_panel = 2},
                                             .update = {.triangle = true, .widest_k = pblas_logical_block},
                                             .solve = {.multiply_adds = 0}};

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
