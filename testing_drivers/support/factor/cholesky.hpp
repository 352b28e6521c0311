#pragma once
#include "testing_drivers/support/factor/factorization.hpp"

namespace het::testing {

// P?POTRF: A = L L^H or U^H U from one triangle of A, the other NaN; checked with P?POTRS.
template <class T>
class Cholesky : public Factorization<T> {
 public:
  using typename Factorization<T>::Vector;

  Cholesky(const ProcessGrid& grid, const FactorCase& one) : Factorization<T>(grid, one, true) {}

 protected:
  int call(int context) override {
    const auto desc = this->a_.descriptor(context);
    int info = 0;
    ppotrf(&this->one_.uplo, &this->one_.n, this->a_.data(), &this->first_, &this->first_, desc.data(),
           &info);
    return info;
  }

  // L (L^H w) or U^H (U w).
  std::optional<Vector> factors_times(const Vector& w) override {
    const char inner = lower() ? 'C' : 'N', outer = lower() ? 'N' : 'C';
    return triangle_times(outer, triangle_times(inner, w));
  }

  bool solve(DistributedMatrix<T>& b) override {
    const int one = 1;
    int info = 0;
    const auto desca = this->a_.descriptor(), descb = b.descriptor();
    ppotrs(&this->one_.uplo, &this->one_.n, &one, this->a_.data(), &this->first_, &this->first_, desca.data(),
           b.data(), &this->first_, &one, descb.data(), &info);
    return info == 0;
  }

  bool referenced(int i, int j) const override { return lower() ? i >= j : i <= j; }

 private:
  bool lower() const { return this->one_.uplo == 'L'; }
  Vector triangle_times(char trans, const Vector& x) const {
    const int n = this->one_.n;
    return this->times(trans, n, n, x,
                       [this](int i, int j, const T& stored) { return referenced(i, j) ? stored : T(0); });
  }
};

}  // namespace het::testing
