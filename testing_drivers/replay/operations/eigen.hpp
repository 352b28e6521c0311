#pragma once
#include "testing_drivers/replay/operations/driver_problem.hpp"

namespace het::testing {

// A = Z diag(lambda) Z^H by P?SYEVD (P?HEEVD).
//   residual  the greater one of |Z (lambda (Z^H w)) - A w| / (|A|_F n u) and |Z (Z^H w) - w| / (|w| n u), w of random
//             signs
template <class T>
class Eigen : public DriverProblem<T> {
 public:
  Eigen(const Case& one, const ProcessGrid& grid)
      : DriverProblem<T>(one, grid, is_complex<T> ? "heevd" : "syevd", true),
        z_(grid, this->a_.layout()),
        values_(static_cast<std::size_t>(one.size.n)),
        work_(1),
        rwork_(1),
        iwork_(1) {
    run(grid.context());
    lwork_ = roomy(work_, static_cast<double>(std::real(work_[0])));
    lrwork_ = roomy(rwork_, rwork_[0]);
    liwork_ = roomy(iwork_, iwork_[0]);
  }

  void run(int context) override {
    const auto da = this->a_.descriptor(context), dz = z_.descriptor(context);
    const int* const one = &this->first_;
    psyevd("V", "L", &this->case_.size.n, this->a_.data(), one, one, da.data(), values_.data(), z_.data(),
           one, one, dz.data(), work_.data(), &lwork_, rwork_.data(), &lrwork_, iwork_.data(), &liwork_,
           &this->info_);
  }
  bool surroundings_intact() const override {
    return DriverProblem<T>::surroundings_intact() && z_.pads_intact();
  }

 protected:
  double residual() override {
    const int n = this->case_.size.n;
    const auto w = random_signs<T>(n, 1);
    auto y = this->times(z_, 'C', n, n, w, this->stored());
    const auto same = this->times(z_, 'N', n, n, y, this->stored());
    for (std::size_t at = 0; at < y.size(); ++at) y[at] *= values_[at];
    return std::max(
        this->ratio(this->times(z_, 'N', n, n, y, this->stored()), this->a_times(w), this->norm_of_a()),
        this->ratio(same, w, this->norm(w)));
  }

 private:
  // More than the query says: where a dimension has few blocks it leaves out what P?ORMTR and P?LASRT need, and then
  // some processes return from within while others wait. The size of the array then.
  template <class V>
  int roomy(std::vector<V>& work, double asked) const {
    const auto nb = static_cast<std::size_t>(this->case_.nb),
               n = static_cast<std::size_t>(this->case_.size.n);
    work.resize(static_cast<std::size_t>(std::max(1.0, asked)) + 3 * nb * (n + nb));
    return static_cast<int>(work.size());
  }

  DistributedMatrix<T> z_;
  std::vector<Real<T>> values_;
  std::vector<T> work_;
  std::vector<Real<T>> rwork_;
  std::vector<int> iwork_;
  int lwork_ = -1, lrwork_ = -1, liwork_ = -1;
};

}  // namespace het::testing
