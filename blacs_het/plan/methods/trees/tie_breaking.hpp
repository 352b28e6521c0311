#pragma once
// Numbers with an infinitely small part, so that no two products of cycle-times are equal.
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace het {

// value * (1 + shift * epsilon), positive.
struct Level {
  double value = 1;
  std::int64_t shift = 0;
};
inline Level operator*(Level a, Level b) { return {a.value * b.value, a.shift + b.shift}; }
inline Level inverse(Level a) { return {1 / a.value, -a.shift}; }
inline bool operator<(Level a, Level b) {
  if (std::abs(a.value - b.value) > 1e-12 * std::abs(a.value)) return a.value < b.value;
  return a.shift < b.shift;
}
inline double value_of(Level a) { return a.value; }

// Numbers without structure (splitmix64): the same on every machine.
inline std::uint64_t scrambled(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}
// Fixed 40-bit shifts: different sums of them differ.
inline std::int64_t shift_of(std::size_t place) {
  return static_cast<std::int64_t>(scrambled((place + 1) * 0x9e3779b97f4a7c15ULL) >> 24);
}

}  // namespace het
