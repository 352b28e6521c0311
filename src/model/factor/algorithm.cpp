#include "src/model/factor/algorithm.hpp"

#include <limits>

namespace het {
namespace {

constexpr Extent whole_panel = std::numeric_limits<Extent>::max();
// PBLAS cuts the inner dimension of its products into logical blocks, whatever nb.
constexpr Extent logical_block = 32;

constexpr FactorAlgorithm our_lu{.lookahead = true,
                                 .triangle = false,
                                 .update_work = 1,
                                 .widest_k = whole_panel,
                                 .panel_work = 0.5,
                                 .panel_rate = &KernelRates::recursive_panel,
                                 .messages_per_column = 1,
                                 .messages_per_panel = 1,
                                 .solve_work = 0.5,
                                 .solve_everywhere = true,
                                 .exchanged = 1,
                                 .swapped = 1,
                                 .messages_per_swap = 0};

// A panel forms T beside its reflectors: half as much again. Both products with V run over the rows of the panel.
constexpr FactorAlgorithm our_qr{.lookahead = true,
                                 .triangle = false,
                                 .update_work = 2,
                                 .widest_k = whole_panel,
                                 .panel_work = 1.5,
                                 .panel_rate = &KernelRates::recursive_panel,
                                 .messages_per_column = 1,
                                 .messages_per_panel = 1,
                                 .solve_work = 0.5,
                                 .solve_everywhere = true,
                                 .exchanged = 2,
                                 .swapped = 0,
                                 .messages_per_swap = 0};

constexpr FactorAlgorithm our_cholesky{.lookahead = true,
                                       .triangle = true,
                                       .update_work = 1,
                                       .widest_k = whole_panel,
                                       .panel_work = 0.5,
                                       .panel_rate = &KernelRates::triangular_solve,
                                       .messages_per_column = 0,
                                       .messages_per_panel = 1,
                                       .solve_work = 0,
                                       .solve_everywhere = true,
                                       .exchanged = 1,
                                       .swapped = 0,
                                       .messages_per_swap = 0};

// The same without what makes ours quicker.
constexpr FactorAlgorithm plain(FactorAlgorithm algorithm) {
  algorithm.lookahead = false;
  algorithm.solve_everywhere = false;
  return algorithm;
}

// Per column a combined maximum, an interchange and a broadcast; rows are interchanged one by one.
constexpr FactorAlgorithm reference_lu = [] {
  FactorAlgorithm algorithm = plain(our_lu);
  algorithm.widest_k = logical_block;
  algorithm.panel_rate = &KernelRates::plain_panel;
  algorithm.messages_per_column = 4;
  algorithm.messages_per_swap = 1;
  return algorithm;
}();

// Per column the norm and the product with the columns to its right, both summed and sent back. The update is
// local products with k = nb.
constexpr FactorAlgorithm reference_qr = [] {
  FactorAlgorithm algorithm = plain(our_qr);
  algorithm.panel_rate = &KernelRates::plain_panel;
  algorithm.messages_per_column = 4;
  return algorithm;
}();

constexpr FactorAlgorithm reference_cholesky = [] {
  FactorAlgorithm algorithm = plain(our_cholesky);
  algorithm.widest_k = logical_block;
  algorithm.messages_per_panel = 2;
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
