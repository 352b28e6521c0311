#pragma once
// Matrix entries that depend on (i, j, seed) alone, so that they are equal on each grid and can be made
// again.
#include <complex>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace het::testing {

template <class T>
struct RealPart {
  using type = T;
};
template <class T>
struct RealPart<std::complex<T>> {
  using type = T;
};
template <class T>
using Real = typename RealPart<T>::type;

template <class T>
inline constexpr bool is_complex = !std::is_same_v<T, Real<T>>;

// The finaliser of SplitMix64: each bit of x reaches each bit of the result.
inline std::uint64_t mix(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15U;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31);
}

inline std::uint64_t counter(std::int64_t i, std::int64_t j, std::uint64_t seed) {
  return mix(mix(seed ^ (static_cast<std::uint64_t>(i) << 32)) ^ static_cast<std::uint64_t>(j));
}

// Uniform in [-1, 1), real and imaginary part each, with as many bits as the precision holds below 1.
template <class T>
T entry(std::int64_t i, std::int64_t j, std::uint64_t seed) {
  using R = Real<T>;
  constexpr int digits = std::numeric_limits<R>::digits - 1;
  const auto uniform = [](std::uint64_t word) {
    return static_cast<R>(word >> (63 - digits)) / static_cast<R>(std::uint64_t{1} << digits) - R(1);
  };
  const std::uint64_t bits = counter(i, j, seed);
  if constexpr (is_complex<T>)
    return T(uniform(bits), uniform(mix(bits)));
  else
    return uniform(bits);
}

// A whole number in [-3, 3] (times 1 + i): sums of a few thousand products of them are exact in every
// precision.
template <class T>
T whole_entry(std::int64_t i, std::int64_t j, std::uint64_t seed) {
  const std::uint64_t bits = counter(i, j, seed);
  const auto whole = [](std::uint64_t word) { return Real<T>(static_cast<int>(word % 7) - 3); };
  if constexpr (is_complex<T>)
    return T(whole(bits & 0xffffffff), whole(bits >> 32));
  else
    return whole(bits & 0xffffffff);
}

}  // namespace het::testing
