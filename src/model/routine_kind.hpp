#pragma once
#include <array>
#include <optional>
#include <string_view>

#include "src/base/index.hpp"

namespace het {

// The routines whose layout is chosen by the model.
enum class RoutineKind { gemm, lu, qr, cholesky };

inline constexpr std::array all_routine_kinds{RoutineKind::gemm, RoutineKind::lu, RoutineKind::qr,
                                              RoutineKind::cholesky};

// ScaLAPACK's name of the family, without "p" and the letter of the precision: what HETSCALAPACK_ROUTINES and
// reports say.
constexpr std::string_view family_name(RoutineKind kind) {
  constexpr std::array<std::string_view, 4> names{"gemm", "getrf", "geqrf", "potrf"};
  return names[static_cast<std::size_t>(kind)];
}

// "gemm", "lu", "qr", "cholesky": what people type.
constexpr std::string_view short_name(RoutineKind kind) {
  constexpr std::array<std::string_view, 4> names{"gemm", "lu", "qr", "cholesky"};
  return names[static_cast<std::size_t>(kind)];
}

// Either name; none for any other text.
constexpr std::optional<RoutineKind> routine_kind_named(std::string_view name) {
  for (const RoutineKind kind : all_routine_kinds)
    if (name == family_name(kind) || name == short_name(kind)) return kind;
  return std::nullopt;
}

// A factorization works on a matrix that shrinks, in place: the order of its blocks matters, and what is moved
// to a layout of ours comes from the caller and goes back. A product only brings back C.
constexpr bool is_factorization(RoutineKind kind) { return kind != RoutineKind::gemm; }

// ScaLAPACK's own products, in whatever routine: PBLAS cuts their inner dimension into logical blocks of so many
// columns, whatever nb.
inline constexpr Extent pblas_logical_block = 32;

}  // namespace het
