#pragma once
// The sub-matrix that is factored, and all that a factorization of it must leave alone.
#include <cstring>
#include <limits>

#include "testing_drivers/support/factor/test_matrix.hpp"
#include "testing_drivers/support/matrix.hpp"
#include "testing_drivers/support/vector_products.hpp"
#include "tests/dropin/client/factor/lapack.hpp"

namespace het::testing {

// What is special about row and column `at` of the sub-matrix.
enum class Special { nothing, zero_column, negative_diagonal, not_a_number, infinite };

struct SubMatrixCase {
  int m = 45, n = 41, mb = 4, nb = 4;
  int i0 = 0, j0 = 0;  // rows and columns of the array before the sub-matrix
  int rsrc = 0, csrc = 0;
  Special special = Special::nothing;
  int at = 0;

  bool finite() const { return special != Special::not_a_number && special != Special::infinite; }
};

// Which entries of the sub-matrix are referenced: all of them, or one triangle of a definite matrix.
enum class Part : char { all = 'A', lower = 'L', upper = 'U' };

template <class T>
class SubMatrix {
 public:
  SubMatrix(const ProcessGrid& grid, const SubMatrixCase& one, Part part)
      : one_(one),
        part_(part),
        window_{one.i0, one.j0, one.m, one.n},
        entries_(MatrixKind::random, one.m, one.n, part != Part::all, kSeed),
        a_(grid, {one.i0 + one.m + kBehind, one.j0 + one.n + kBehind, one.mb, one.nb, one.rsrc, one.csrc}) {
    a_.fill([this](int i, int j) { return initial(i, j); });
  }

  DistributedMatrix<T>& array() { return a_; }
  // Entry (i, j) of the sub-matrix before the call; of the other triangle what it is by symmetry.
  T operator()(int i, int j) const {
    switch (one_.special) {
      case Special::zero_column:
        return j == one_.at ? T(0) : usual(i, j);
      case Special::negative_diagonal:
        return i == one_.at && j == one_.at ? T(-1) : usual(i, j);
      case Special::not_a_number:
      case Special::infinite:
        return i == one_.at && j == one_.at ? T(oddity()) : usual(i, j);
      default:
        return usual(i, j);
    }
  }
  FullMatrix<T> full() const {
    return {one_.m, one_.n, [this](int i, int j) { return (*this)(i, j); }};
  }

  // Everything that is not referenced has its bits, pads included.
  bool surroundings_intact() const {
    bool same = true;
    a_.for_each([&](int i, int j, const T& x) {
      const T before = initial(i, j);
      same = same && (referenced(i, j) || std::memcmp(&x, &before, sizeof(T)) == 0);
    });
    return same && a_.pads_intact();
  }
  // The referenced entries are those of `factors`, within rounding.
  bool close_to(const FullMatrix<T>& factors) const {
    long double largest = 0, worst = 0;
    for (const T& x : factors.values) largest = std::max<long double>(largest, std::abs(x));
    a_.for_each([&](int i, int j, const T& x) {
      if (!referenced(i, j)) return;
      const long double error = std::abs(x - factors(i - one_.i0, j - one_.j0));
      if (!(error <= worst)) worst = error;
    });
    return worst <= tolerance() * largest;
  }
  // What the growth of roundings in a factorization of this size leaves, relative to the largest entry.
  long double tolerance() const {
    return 100 * std::max(one_.m, one_.n) * static_cast<long double>(std::numeric_limits<Real<T>>::epsilon());
  }

 private:
  static constexpr int kBehind = 3;  // rows and columns behind the sub-matrix
  static constexpr std::uint64_t kSeed = 11, kSeedAround = 12;

  // Each column has a pivot that stands out, in a row of its own while m is no multiple of 257: of two entries that
  // differ in their last bits one library's rounding takes the first, another's the second.
  T usual(int i, int j) const {
    constexpr int apart = 257;
    constexpr Real<T> clear = 16;
    const bool pivot = part_ == Part::all && j < one_.m && i == (apart * j + 5) % one_.m;
    return entries_(i, j) + (pivot ? T(clear) : T(0));
  }
  Real<T> oddity() const {
    using Limits = std::numeric_limits<Real<T>>;
    return one_.special == Special::infinite ? Limits::infinity() : Limits::quiet_NaN();
  }
  bool referenced(int i, int j) const {
    if (!window_.holds(i, j)) return false;
    const int below = (i - one_.i0) - (j - one_.j0);
    return part_ == Part::all || (part_ == Part::lower ? below >= 0 : below <= 0);
  }
  // An entry that must not be read is NaN: it spoils what reads it.
  T initial(int i, int j) const {
    if (!window_.holds(i, j)) return entry<T>(i, j, kSeedAround);
    if (!referenced(i, j)) return T(std::numeric_limits<Real<T>>::quiet_NaN());
    return (*this)(i - one_.i0, j - one_.j0);
  }

  SubMatrixCase one_;
  Part part_;
  Window window_;
  TestMatrix<T> entries_;
  DistributedMatrix<T> a_;
};

}  // namespace het::testing
