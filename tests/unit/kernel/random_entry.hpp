#pragma once
#include <complex>
#include <random>

#include <gtest/gtest.h>

#include "src/base/precision.hpp"

namespace het::test {

using Precisions = ::testing::Types<float, double, std::complex<float>, std::complex<double>>;

// Whole numbers from -most to most, so that there are equal ones among them.
template <Scalar T>
T random_entry(std::mt19937& random, int most) {
  std::uniform_int_distribution<int> any(-most, most);
  const auto real = static_cast<Real<T>>(any(random));
  if constexpr (is_complex<T>) return T(real, static_cast<Real<T>>(any(random)));
  return real;
}

}  // namespace het::test
