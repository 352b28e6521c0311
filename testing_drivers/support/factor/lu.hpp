#pragma once
#include "testing_drivers/support/factor/factorization.hpp"

namespace het::testing {

// P?GETRF: A = P L U with row interchanges; checked with P?GETRS.
template <class T>
class Lu : public Factorization<T> {
 public:
  using typename Factorization<T>::Vector;

  Lu(const ProcessGrid& grid, const FactorCase& one)
      : Factorization<T>(grid, one, false), ipiv_(this->a_.rows(), one.nb) {}

  void reset() override {
    Factorization<T>::reset();
    ipiv_.reset();
  }
  bool surroundings_intact() const override {
    return Factorization<T>::surroundings_intact() && ipiv_.pads_intact();
  }
  SideList<int>& pivots() { return ipiv_; }

 protected:
  int call(int context) override {
    const auto desc = this->a_.descriptor(context);
    int info = 0;
    pgetrf(&this->one_.m, &this->one_.n, this->a_.data(), &this->first_, &this->first_, desc.data(),
           ipiv_.data(), &info);
    return info;
  }

  // P (L (U w)). IPIV must be the same on every process column, each pivot below its row, no multiplier above 1.
  std::optional<Vector> factors_times(const Vector& w) override {
    const int m = this->one_.m, n = this->one_.n, k = std::min(m, n);
    const auto pivots = ipiv_.gathered(this->grid_.comm(), this->one_.offset, k);
    if (!pivots || largest_multiplier(k) > kLargest) return std::nullopt;
    const Vector uw =
        this->times('N', k, n, w, [](int i, int j, const T& stored) { return i <= j ? stored : T(0); });
    Vector z = this->times('N', m, k, uw,
                           [](int i, int j, const T& stored) { return i > j ? stored : T(i == j ? 1 : 0); });
    for (int i = k - 1; i >= 0; --i) {
      const int with = (*pivots)[static_cast<std::size_t>(i)] - this->first_;
      if (with < i || with >= m) return std::nullopt;
      std::swap(z[static_cast<std::size_t>(i)], z[static_cast<std::size_t>(with)]);
    }
    return z;
  }

  bool solve(DistributedMatrix<T>& b) override {
    if (this->one_.m != this->one_.n) return false;
    const int one = 1;
    int info = 0;
    const auto desca = this->a_.descriptor(), descb = b.descriptor();
    pgetrs("N", &this->one_.n, &one, this->a_.data(), &this->first_, &this->first_, desca.data(),
           ipiv_.data(), b.data(), &this->first_, &one, descb.data(), &info);
    return info == 0;
  }

 private:
  // A complex pivot is the largest in |re| + |im|.
  static constexpr double kLargest = is_complex<T> ? 1.4143 : 1.0001;

  double largest_multiplier(int k) const {
    double largest = 0;
    const Window lower{this->window_.i0, this->window_.j0, this->one_.m, k};
    this->a_.for_each([&](int i, int j, const T& stored) {
      if (lower.holds(i, j) && i > j && !(std::abs(stored) <= largest)) largest = std::abs(stored);
    });
    MPI_Allreduce(MPI_IN_PLACE, &largest, 1, MPI_DOUBLE, MPI_MAX, this->grid_.comm());
    return largest;
  }

  SideList<int> ipiv_;
};

}  // namespace het::testing
