#pragma once
// The library's list of the four precisions. It serves explicit instantiation, prototypes and exported shims; everything else
// is a template that knows no letters, but for BLAS's routines whose names follow other rules for complex types (bindings).
#include <complex>
#include <concepts>
#include <cstdint>
#include <limits>
#include <string_view>
#include <type_traits>

// X(letter, type) for s, d, c, z.
#define HET_FOR_EACH_PRECISION(X) \
  X(s, float)                     \
  X(d, double)                    \
  X(c, std::complex<float>)       \
  X(z, std::complex<double>)

namespace het {

// One of them, where it is known only when the program runs: its place in the list.
#define HET_NAME(LETTER, TYPE) LETTER,
enum class Precision { HET_FOR_EACH_PRECISION(HET_NAME) };
#undef HET_NAME
#define HET_COUNT(LETTER, TYPE) +1
inline constexpr std::size_t precisions = HET_FOR_EACH_PRECISION(HET_COUNT);
#undef HET_COUNT
#define HET_LETTER(LETTER, TYPE) #LETTER
inline constexpr std::string_view precision_letters = HET_FOR_EACH_PRECISION(HET_LETTER);
#undef HET_LETTER

template <class T>
struct PrecisionTraits;

#define HET_TRAITS(LETTER, TYPE)                              \
  template <>                                                 \
  struct PrecisionTraits<TYPE> {                              \
    static constexpr char letter = (#LETTER)[0];              \
    static constexpr Precision precision = Precision::LETTER; \
  };
HET_FOR_EACH_PRECISION(HET_TRAITS)
#undef HET_TRAITS

template <class T>
concept Scalar = requires {
  PrecisionTraits<T>::letter;
};

template <class T>
struct RealOf {
  using type = T;
};
template <class T>
struct RealOf<std::complex<T>> {
  using type = T;
};
// The real type of T's magnitude: double for double and std::complex<double>.
template <class T>
using Real = typename RealOf<T>::type;

template <class T>
inline constexpr bool is_complex = !std::is_same_v<T, Real<T>>;

// Real operations of one multiply-add in T: 2, or 8 for complex types.
template <Scalar T>
inline constexpr int flops_per_multiply_add = is_complex<T> ? 8 : 2;

template <Scalar T>
inline constexpr Precision precision_of = PrecisionTraits<T>::precision;

// What `f` makes of a null pointer to the type.
template <class F>
constexpr auto with_type_of(Precision precision, F f) {
  switch (precision) {
#define HET_CASE(LETTER, TYPE) \
  case Precision::LETTER:      \
    return f(static_cast<TYPE*>(nullptr));
    HET_FOR_EACH_PRECISION(HET_CASE)
#undef HET_CASE
  }
  return f(static_cast<double*>(nullptr));
}
constexpr char letter_of(Precision precision) {
  return with_type_of(precision, []<class T>(T*) { return PrecisionTraits<T>::letter; });
}

template <Scalar T>
constexpr T conjugate(const T& x) {
  if constexpr (is_complex<T>)
    return std::conj(x);
  else
    return x;
}

}  // namespace het
