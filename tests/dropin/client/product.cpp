#include "tests/dropin/client/client.hpp"

namespace het::testing {
namespace {

constexpr int kBehind = 3;  // rows and columns behind each sub-matrix

template <class T>
T conjugated(const T& x) {
  if constexpr (is_complex<T>)
    return std::conj(x);
  else
    return x;
}

// Entry (i, j) of op(sub(X)), 0-based within it.
template <class T>
T op_entry(char trans, int offset, int i, int j, std::uint64_t seed) {
  if (trans == 'N') return whole_entry<T>(offset + i, offset + j, seed);
  const T x = whole_entry<T>(offset + j, offset + i, seed);
  return trans == 'C' ? conjugated(x) : x;
}

MatrixLayout layout_for(const ProductCase& one, char trans, int op_rows, int op_cols, int extra) {
  if (trans != 'N') std::swap(op_rows, op_cols);
  const int around = one.offset + kBehind;
  return {op_rows + around, op_cols + around, one.mb + extra, one.nb + extra, one.rsrc, one.csrc};
}

// C(i, j) after the call: alpha sum_l op(A)(i, l) op(B)(l, j) + beta C0(i, j) inside, C0 outside.
template <class T>
T expected_entry(const ProductCase& one, int i, int j) {
  const T before = whole_entry<T>(i, j, one.seed + 2);
  const int row = i - one.offset, col = j - one.offset;
  if (row < 0 || col < 0 || row >= one.m || col >= one.n) return before;
  T sum{};
  if (one.alpha != 0)
    for (int l = 0; l < one.k; ++l)
      sum += op_entry<T>(one.trans_a, one.offset, row, l, one.seed) *
             op_entry<T>(one.trans_b, one.offset, l, col, one.seed + 1);
  const T kept = one.beta == 0 ? T{} : T(static_cast<Real<T>>(one.beta)) * before;
  return T(static_cast<Real<T>>(one.alpha)) * sum + kept;
}

}  // namespace

template <class T>
bool product_is_exact(const ProcessGrid& grid, const ProductCase& one) {
  if (!grid.inside()) return true;
  const T nan(std::numeric_limits<Real<T>>::quiet_NaN());
  DistributedMatrix<T> a(grid, layout_for(one, one.trans_a, one.m, one.k, one.ragged ? 1 : 0));
  DistributedMatrix<T> b(grid, layout_for(one, one.trans_b, one.k, one.n, one.ragged ? 2 : 0));
  DistributedMatrix<T> c(grid, layout_for(one, 'N', one.m, one.n, 0));
  const auto in_c = [&](int i, int j) {
    return i >= one.offset && j >= one.offset && i < one.offset + one.m && j < one.offset + one.n;
  };
  const auto a_entry = [&](int i, int j) { return one.poison_ab ? nan : whole_entry<T>(i, j, one.seed); };
  const auto b_entry = [&](int i, int j) { return one.poison_ab ? nan : whole_entry<T>(i, j, one.seed + 1); };
  a.fill(a_entry);
  b.fill(b_entry);
  c.fill([&](int i, int j) { return one.poison_c && in_c(i, j) ? nan : whole_entry<T>(i, j, one.seed + 2); });

  const T alpha(static_cast<Real<T>>(one.alpha)), beta(static_cast<Real<T>>(one.beta));
  const int first = one.offset + 1;
  const auto da = a.descriptor(), db = b.descriptor(), dc = c.descriptor();
  pgemm(&one.trans_a, &one.trans_b, &one.m, &one.n, &one.k, &alpha, a.data(), &first, &first, da.data(),
        b.data(), &first, &first, db.data(), &beta, c.data(), &first, &first, dc.data());

  return c.equals([&](int i, int j) { return expected_entry<T>(one, i, j); }) && a.equals(a_entry) &&
         b.equals(b_entry) && a.pads_intact() && b.pads_intact() && c.pads_intact();
}

#define HET_INSTANTIATE(L, T) template bool product_is_exact<T>(const ProcessGrid&, const ProductCase&);
HET_DRIVER_PRECISIONS(HET_INSTANTIATE)
#undef HET_INSTANTIATE

// Products of several shapes in all precisions.
bool products_on(const ProcessGrid& grid) {
  const ProductCase plain{}, ragged{.m = 33,
                                    .n = 41,
                                    .k = 50,
                                    .trans_a = 'T',
                                    .mb = 3,
                                    .nb = 5,
                                    .ragged = true,
                                    .offset = 4,
                                    .alpha = 2,
                                    .beta = -1};
  bool right = true;
  for (const ProductCase& one : {plain, ragged}) {
    right = product_is_exact<float>(grid, one) && right;
    right = product_is_exact<double>(grid, one) && right;
    right = product_is_exact<std::complex<float>>(grid, one) && right;
    right = product_is_exact<std::complex<double>>(grid, one) && right;
  }
  return right;
}

}  // namespace het::testing
