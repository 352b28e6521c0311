#pragma once
#include <cstdint>

#include "src/base/index.hpp"
#include "src/base/precision.hpp"

namespace het::test {

// Uniform in [-1, 1], without ties, the same on every grid.
template <Scalar T>
T random_entry(Extent i, Extent j) {
  auto state = static_cast<std::uint64_t>(i * 2654435761 + j * 40503 + 17);
  const auto next = [&] {
    state = (state ^ (state >> 31)) * 0x9E3779B97F4A7C15u + 0x632BE59BD9B4E019u;
    const auto mixed = (state ^ (state >> 29)) * 0xBF58476D1CE4E5B9u;
    return static_cast<Real<T>>(static_cast<double>(mixed >> 11) / static_cast<double>(1LL << 52) - 1);
  };
  next();
  const auto re = next();
  if constexpr (is_complex<T>)
    return T(re, next());
  else
    return re;
}

}  // namespace het::test
