#pragma once
#include "testing_drivers/support/factor/factorization.hpp"

namespace het::testing {

// P?GEQRF: A = Q R by Householder reflectors; checked with P?ORMQR (P?UNMQR) and P?TRTRS.
template <class T>
class Qr : public Factorization<T> {
 public:
  using typename Factorization<T>::Vector;

  Qr(const ProcessGrid& grid, const FactorCase& one)
      : Factorization<T>(grid, one, false), tau_(this->a_.cols(), 0) {}

  void reset() override {
    Factorization<T>::reset();
    tau_.reset();
  }
  bool surroundings_intact() const override {
    return Factorization<T>::surroundings_intact() && tau_.pads_intact();
  }
  SideList<T>& taus() { return tau_; }

 protected:
  int call(int context) override {
    const auto desc = this->a_.descriptor(context);
    return with_workspace([&](T* work, const int* lwork, int* info) {
      pgeqrf(&this->one_.m, &this->one_.n, this->a_.data(), &this->first_, &this->first_, desc.data(),
             tau_.data(), work, lwork, info);
    });
  }

  // Q (R w). TAU must be the same on every process row, and Q unitary: Q^H (Q s) = s.
  std::optional<Vector> factors_times(const Vector& w) override {
    const int m = this->one_.m, n = this->one_.n, k = std::min(m, n);
    if (!tau_.gathered(this->grid_.comm(), this->one_.offset, k)) return std::nullopt;
    Vector z =
        this->times('N', k, n, w, [](int i, int j, const T& stored) { return i <= j ? stored : T(0); });
    auto c = this->column(z);
    if (!apply_q('N', c)) return std::nullopt;

    const Vector signs = random_signs<T>(m, 3);
    auto s = this->column(signs);
    if (!apply_q('N', s) || !apply_q('C', s)) return std::nullopt;
    const auto lost = this->norm(this->difference(this->entries_of(s, m), signs));
    if (!(lost <= kUnitary * this->allowance() * this->norm(signs))) return std::nullopt;
    return this->entries_of(c, m);
  }

  bool solves() const override { return this->one_.m >= this->one_.n; }
  // R^-1 (Q^H b)
  bool solve(DistributedMatrix<T>& b) override {
    if (!apply_q('C', b)) return false;
    const int one = 1;
    int info = 0;
    const auto desca = this->a_.descriptor(), descb = b.descriptor();
    ptrtrs("U", "N", "N", &this->one_.n, &one, this->a_.data(), &this->first_, &this->first_, desca.data(),
           b.data(), &this->first_, &one, descb.data(), &info);
    return info == 0;
  }

 private:
  // |Q^H Q s - s| / (|s| max(m, n) u): the testers' threshold for what Q does to a matrix.
  static constexpr double kUnitary = 5;

  // c := Q c, or Q^H c for op 'C'; true when its INFO is 0.
  bool apply_q(char op, DistributedMatrix<T>& c) {
    const int k = std::min(this->one_.m, this->one_.n), one = 1;
    const char trans = !is_complex<T> && op == 'C' ? 'T' : op;
    const auto desca = this->a_.descriptor(), descc = c.descriptor();
    const int info = with_workspace([&](T* work, const int* lwork, int* result) {
      pormqr("L", &trans, &this->one_.m, &one, &k, this->a_.data(), &this->first_, &this->first_,
             desca.data(), tau_.data(), c.data(), &this->first_, &one, descc.data(), work, lwork, result);
    });
    return info == 0;
  }

  // Asks a routine for its workspace (LWORK = -1), then calls it with as much; its INFO.
  template <class Routine>
  static int with_workspace(Routine&& routine) {
    T size = 0;
    int query = -1, info = 0;
    routine(&size, &query, &info);
    if (info != 0) return info;
    const int lwork = std::max(1, static_cast<int>(std::real(size)));
    std::vector<T> work(static_cast<std::size_t>(lwork));
    routine(work.data(), &lwork, &info);
    return info;
  }

  SideList<T> tau_;
};

}  // namespace het::testing
