#pragma once
// LU, QR and Cholesky of a sub-matrix: the ScaLAPACK call, LAPACK's, and what is beside the factors.
#include "testing_drivers/support/factor/side_list.hpp"
#include "tests/dropin/client/client.hpp"
#include "tests/dropin/client/factor/sub_matrix.hpp"

namespace het::testing {

// A list beside the factors (IPIV, TAU) after the call: `close(mine, k)` for the value of the k-th row or column of the
// sub-matrix, which has `count` of them and starts at `first`; nothing else written, or, with `scratch_behind`, at
// least nothing before them.
template <class V, class Close>
bool side_list_right(const SideList<V>& list, const CyclicAxis& axis, int tail, int first, int count,
                     bool scratch_behind, Close&& close) {
  const SideList<V> untouched(axis, tail);
  bool right = list.pads_intact();
  for (int l = 0; l < axis.local_size() + tail; ++l) {
    const int k = l < axis.local_size() ? axis.global_index(l) - first : count;
    if (k >= 0 && k < count)
      right = right && close(list.data()[l], k);
    else if (k < 0 || !scratch_behind)
      right = right && std::memcmp(&list.data()[l], untouched.data(), sizeof(V)) == 0;
  }
  return right;
}

template <class T>
class LuCall {
 public:
  static constexpr const char* name = "getrf";
  static constexpr Part part = Part::all;
  LuCall(const SubMatrixCase& one, const DistributedMatrix<T>& a)
      : one_(one), rows_(a.rows()), ipiv_(rows_, one.mb) {}

  int call(DistributedMatrix<T>& a) {
    const int ia = one_.i0 + 1, ja = one_.j0 + 1;
    const auto desc = a.descriptor();
    int info = -1;
    pgetrf(&one_.m, &one_.n, a.data(), &ia, &ja, desc.data(), ipiv_.data(), &info);
    return info;
  }
  int lapack(FullMatrix<T>& full) { return getrf(full, expected_); }
  // IPIV holds rows of the whole array. What lies behind is scratch to ScaLAPACK, and nothing to the library.
  bool side_right() const {
    return side_list_right(
        ipiv_, rows_, one_.mb, one_.i0, static_cast<int>(expected_.size()), !library_took_it(),
        [&](int mine, int k) { return mine == one_.i0 + expected_[static_cast<std::size_t>(k)]; });
  }
  bool goes_on_after(int) const { return true; }  // a zero pivot ends nothing

 private:
  SubMatrixCase one_;
  CyclicAxis rows_;
  SideList<int> ipiv_;
  std::vector<int> expected_;
};

template <class T>
class QrCall {
 public:
  static constexpr const char* name = "geqrf";
  static constexpr Part part = Part::all;
  QrCall(const SubMatrixCase& one, const DistributedMatrix<T>& a)
      : one_(one), cols_(a.cols()), tau_(cols_, 0) {}

  int call(DistributedMatrix<T>& a) {
    const int ia = one_.i0 + 1, ja = one_.j0 + 1, query = -1;
    const auto desc = a.descriptor();
    int info = -1;
    T size = 0;
    pgeqrf(&one_.m, &one_.n, a.data(), &ia, &ja, desc.data(), tau_.data(), &size, &query, &info);
    const int lwork = static_cast<int>(std::real(size));
    std::vector<T> work(static_cast<std::size_t>(lwork));
    pgeqrf(&one_.m, &one_.n, a.data(), &ia, &ja, desc.data(), tau_.data(), work.data(), &lwork, &info);
    workspace_right_ = work[0] == size;
    return info;
  }
  int lapack(FullMatrix<T>& full) { return geqrf(full, expected_); }
  // |tau| <= 2
  bool side_right() const {
    const auto rounding = 200 * std::max(one_.m, one_.n) * std::numeric_limits<Real<T>>::epsilon();
    return workspace_right_ &&
           side_list_right(tau_, cols_, 0, one_.j0, static_cast<int>(expected_.size()), false,
                           [&](const T& mine, int k) {
                             return std::abs(mine - expected_[static_cast<std::size_t>(k)]) <= rounding;
                           });
  }
  bool goes_on_after(int) const { return true; }

 private:
  SubMatrixCase one_;
  CyclicAxis cols_;
  SideList<T> tau_;
  std::vector<T> expected_;
  bool workspace_right_ = false;
};

template <class T, char uplo>
class CholeskyCall {
 public:
  static constexpr const char* name = uplo == 'U' ? "potrf, upper" : "potrf, lower";
  static constexpr Part part{uplo};
  CholeskyCall(const SubMatrixCase& one, const DistributedMatrix<T>&) : one_(one) {}

  int call(DistributedMatrix<T>& a) {
    const int ia = one_.i0 + 1, ja = one_.j0 + 1;
    const auto desc = a.descriptor();
    const char triangle = uplo;
    int info = -1;
    ppotrf(&triangle, &one_.n, a.data(), &ia, &ja, desc.data(), &info);
    return info;
  }
  int lapack(FullMatrix<T>& full) { return potrf(full, uplo); }
  bool side_right() const { return true; }
  bool goes_on_after(int info) const { return info == 0; }  // otherwise A is partly updated

 private:
  SubMatrixCase one_;
};

template <class T>
using LowerCholeskyCall = CholeskyCall<T, 'L'>;
template <class T>
using UpperCholeskyCall = CholeskyCall<T, 'U'>;

}  // namespace het::testing
