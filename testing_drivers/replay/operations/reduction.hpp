#pragma once
#include "testing_drivers/replay/operations/driver_problem.hpp"

namespace het::testing {

// A generalized eigenproblem made a standard one: B = L L^H by P?POTRF, C = L^-1 A L^-H by P?SYGST (P?HEGST), lower
// triangles.
//   residual  |L (C (L^H w)) - A w| / (|A|_F n u), w of random signs
template <class T>
class Reduction : public DriverProblem<T> {
 public:
  Reduction(const Case& one, const ProcessGrid& grid)
      : DriverProblem<T>(one, grid, is_complex<T> ? "hegst" : "sygst", true),
        of_b_(MatrixKind::random, one.size.n, one.size.n, true, 2),
        b_(grid, this->a_.layout()) {}

  void reset() override {
    DriverProblem<T>::reset();
    b_.fill([this](int i, int j) { return of_b_(i, j); });
  }
  void run(int context) override {
    const int type = 1, n = this->case_.size.n;
    const int* const one = &this->first_;
    const auto da = this->a_.descriptor(context), db = b_.descriptor(context);
    Real<T> scale = 1;
    ppotrf("L", &n, b_.data(), one, one, db.data(), &this->info_);
    if (this->info_ != 0) return;
    psygst(&type, "L", &n, this->a_.data(), one, one, da.data(), b_.data(), one, one, db.data(), &scale,
           &this->info_);
  }
  bool surroundings_intact() const override {
    return DriverProblem<T>::surroundings_intact() && b_.pads_intact();
  }

 protected:
  double residual() override {
    const int n = this->case_.size.n;
    const auto part = [&](const DistributedMatrix<T>& x, char trans, const auto& vector, int least_below) {
      return this->times(x, trans, n, n, vector,
                         [=](int i, int j, const T& stored) { return i - j >= least_below ? stored : T(0); });
    };
    const auto w = random_signs<T>(n, 1);
    const auto right = part(b_, 'C', w, 0);
    auto middle = part(this->a_, 'N', right, 0);
    const auto above = part(this->a_, 'C', right, 1);
    for (std::size_t at = 0; at < middle.size(); ++at) middle[at] += above[at];
    return this->ratio(part(b_, 'N', middle, 0), this->a_times(w), this->norm_of_a());
  }

 private:
  TestMatrix<T> of_b_;
  DistributedMatrix<T> b_;
};

}  // namespace het::testing
