#pragma once
#include <algorithm>
#include <utility>
#include <vector>

#include "src/distribution/distribution.hpp"

namespace het::test {

// Owners of n columns: half of them are on the first process column, half on the last one, none between.
inline std::vector<int> two_halves(Extent n, int q) {
  std::vector<int> owners(static_cast<std::size_t>(n), 0);
  std::fill(owners.begin() + n / 2, owners.end(), q - 1);
  return owners;
}

// A p x q distribution of an m x n matrix: block-cyclic in columns of nb when `kind` is even; when it is odd uneven in both
// dimensions, with columns by their owners.
inline Distribution some_distribution(Extent m, Extent n, int p, int q, int kind, std::vector<int> owners,
                                      Extent nb = 4) {
  if (kind % 2 == 0) return block_cyclic(m, n, 3 + kind % 3, nb, p, q, p - 1, kind % q);
  std::vector<int> rows;
  for (int b = 0; b < 3 * p; ++b) rows.push_back(b % 3 == 0 ? b / 3 : 0);
  return {AxisMap(m, 2, 1, std::move(rows), p), AxisMap(n, 1, 1, std::move(owners), q)};
}

}  // namespace het::test
