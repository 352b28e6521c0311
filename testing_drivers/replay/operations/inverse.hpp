#pragma once
#include "testing_drivers/replay/operations/driver_problem.hpp"

namespace het::testing {

// X = A^-1 by P?GETRF and P?GETRI.
//   residual  |A (X w) - w| / (|A|_F |X|_F n u), w of random signs
template <class T>
class Inverse : public DriverProblem<T> {
 public:
  Inverse(const Case& one, const ProcessGrid& grid)
      : DriverProblem<T>(one, grid, "getri", false),
        ipiv_(static_cast<std::size_t>(this->a_.rows().local_size() + one.nb)),
        work_(1),
        iwork_(1) {
    lwork_ = liwork_ = -1;
    invert(grid.context());
    lwork_ = std::max(1, static_cast<int>(std::real(work_[0])));
    liwork_ = iwork_[0] + one.size.n + one.nb;
    work_.resize(static_cast<std::size_t>(lwork_));
    iwork_.resize(static_cast<std::size_t>(liwork_));
  }

  void run(int context) override {
    const int n = this->case_.size.n;
    const auto desc = this->a_.descriptor(context);
    pgetrf(&n, &n, this->a_.data(), &this->first_, &this->first_, desc.data(), ipiv_.data(), &this->info_);
    if (this->info_ == 0) invert(context);
  }

 protected:
  double residual() override {
    const int n = this->case_.size.n;
    const auto w = random_signs<T>(n, 1);
    const auto x = this->times(this->a_, 'N', n, n, w, this->stored());
    return this->ratio(this->a_times(x), w,
                       this->norm_of_a() * this->frobenius(this->a_, n, n, this->stored()));
  }

 private:
  void invert(int context) {
    const auto desc = this->a_.descriptor(context);
    pgetri(&this->case_.size.n, this->a_.data(), &this->first_, &this->first_, desc.data(), ipiv_.data(),
           work_.data(), &lwork_, iwork_.data(), &liwork_, &this->info_);
  }

  std::vector<int> ipiv_;
  std::vector<T> work_;
  std::vector<int> iwork_;
  int lwork_ = 0, liwork_ = 0;
};

}  // namespace het::testing
