#pragma once
// A distributed matrix with known entries for the MPI tests: padded storage whose guards and unused parts are
// poisoned.
#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "src/base/precision.hpp"
#include "src/distribution/distribution.hpp"

namespace het::test {

// Entry (i, j) of the matrix named by `seed`: the same on every grid, small integers so that sums are exact.
template <Scalar T>
T entry(Extent i, Extent j, int seed) {
  const auto mix = static_cast<std::uint64_t>(i * 1000003 + j * 7919 + seed * 104729) * 0x9E3779B97F4A7C15u;
  const auto re = static_cast<Real<T>>(static_cast<int>(mix >> 40 & 15) - 7);
  if constexpr (is_complex<T>)
    return T(re, static_cast<Real<T>>(static_cast<int>(mix >> 50 & 15) - 7));
  else
    return re;
}

template <Scalar T>
T poison() {
  return T(std::numeric_limits<Real<T>>::quiet_NaN());
}
template <Scalar T>
bool is_poison(const T& x) {
  return x != x;
}

template <Scalar T>
class Distributed {
 public:
  // Storage with `pad` spare rows under every column and as many guards before and after, all poisoned.
  Distributed(Distribution distribution, Placement placement, int rank, Extent pad = 3)
      : distribution_(std::move(distribution)),
        placement_(std::move(placement)),
        at_(placement_[rank]),
        pad_(pad) {
    rows_ = at_.on_grid() ? distribution_.rows.local_size(ProcessCoord(at_.row)) : 0;
    cols_ = at_.on_grid() ? distribution_.cols.local_size(ProcessCoord(at_.col)) : 0;
    storage_.assign(static_cast<std::size_t>(lld() * cols_ + 2 * pad_), poison<T>());
  }
  Extent lld() const { return rows_ + pad_; }
  T* data() { return storage_.data() + pad_; }
  const Distribution& distribution() const { return distribution_; }
  const Placement& placement() const { return placement_; }

  // f(i, j, element) for every element this rank owns.
  template <class F>
  void for_each(F f) {
    for (Extent jl = 0; jl < cols_; ++jl)
      for (Extent il = 0; il < rows_; ++il)
        f(distribution_.rows.global_index(LocalIndex(il), ProcessCoord(at_.row)).value(),
          distribution_.cols.global_index(LocalIndex(jl), ProcessCoord(at_.col)).value(),
          data()[il + jl * lld()]);
  }
  void fill(int seed) {
    for_each([&](Extent i, Extent j, T& x) { x = entry<T>(i, j, seed); });
  }
  void expect_guards_untouched() const {
    for (Extent e = 0; e < pad_; ++e) {
      ASSERT_TRUE(is_poison(storage_[static_cast<std::size_t>(e)]));
      ASSERT_TRUE(is_poison(storage_[storage_.size() - 1 - static_cast<std::size_t>(e)]));
    }
    for (Extent jl = 0; jl < cols_; ++jl)
      for (Extent e = 0; e < pad_; ++e)
        ASSERT_TRUE(is_poison(storage_[static_cast<std::size_t>(pad_ + jl * lld() + rows_ + e)]));
  }

 private:
  Distribution distribution_;
  Placement placement_;
  Placement::Coord at_;
  Extent pad_, rows_, cols_;
  std::vector<T> storage_;
};

// Every p x q with p q <= ranks, as a test's list of grids.
inline std::vector<std::pair<int, int>> grids_within(int ranks) {
  std::vector<std::pair<int, int>> grids;
  for (int p = 1; p <= ranks; ++p)
    for (int q = 1; p * q <= ranks; ++q) grids.emplace_back(p, q);
  return grids;
}

// p x q on the first ranks but in reversed order: no rank where it would be by default.
inline Placement reversed(int p, int q, int ranks) {
  Placement placement;
  placement.of_rank.resize(static_cast<std::size_t>(ranks));
  for (int k = 0; k < p * q; ++k) placement.of_rank[static_cast<std::size_t>(p * q - 1 - k)] = {k / q, k % q};
  return placement;
}
inline Placement in_order(int p, int q, int ranks) {
  Placement placement = Placement::row_major(p, q);
  placement.of_rank.resize(static_cast<std::size_t>(ranks));
  return placement;
}

using Precisions = testing::Types<float, double, std::complex<float>, std::complex<double>>;

}  // namespace het::test
