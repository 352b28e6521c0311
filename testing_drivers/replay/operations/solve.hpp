#pragma once
#include "testing_drivers/replay/operations/driver_problem.hpp"

namespace het::testing {

// A X = B by P?GESV, P?POSV or, in the sense of least squares, P?GELS; B of k columns, the j-th of which is j A s with
// random signs s, so that tall systems have a solution too.
//   residual  |A x - b| / (|A|_F |x| max(m, n) u), x and b being the sums of all columns
template <class T>
class Solve : public DriverProblem<T> {
 public:
  enum class Kind { gesv, posv, gels };

  Solve(const Case& one, const ProcessGrid& grid, Kind kind)
      : DriverProblem<T>(one, grid, names[static_cast<int>(kind)], kind == Kind::posv),
        kind_(kind),
        b_(grid, {one.size.m, one.size.k, one.nb, one.nb, 0, 0}),
        right_(this->a_times(random_signs<T>(one.size.n, 1))),
        ipiv_(static_cast<std::size_t>(this->a_.rows().local_size() + one.nb)),
        work_(1) {
    if (kind_ != Kind::gels) return;
    lwork_ = -1;
    run(grid.context());
    lwork_ = std::max(1, static_cast<int>(std::real(work_[0])));
    work_.resize(static_cast<std::size_t>(lwork_));
  }

  void reset() override {
    DriverProblem<T>::reset();
    b_.fill([this](int i, int j) {
      return static_cast<T>(static_cast<long double>(j + 1) * right_[static_cast<std::size_t>(i)]);
    });
  }
  void run(int context) override {
    const auto [m, n, sides] = this->case_.size;
    const auto da = this->a_.descriptor(context), db = b_.descriptor(context);
    T *const a = this->a_.data(), *const b = b_.data();
    const int* const one = &this->first_;
    if (kind_ == Kind::gesv)
      pgesv(&n, &sides, a, one, one, da.data(), ipiv_.data(), b, one, one, db.data(), &this->info_);
    else if (kind_ == Kind::posv)
      pposv("L", &n, &sides, a, one, one, da.data(), b, one, one, db.data(), &this->info_);
    else
      pgels("N", &m, &n, &sides, a, one, one, da.data(), b, one, one, db.data(), work_.data(), &lwork_,
            &this->info_);
  }
  bool surroundings_intact() const override {
    return DriverProblem<T>::surroundings_intact() && b_.pads_intact();
  }

 protected:
  double residual() override {
    const auto [m, n, sides] = this->case_.size;
    typename DriverProblem<T>::Vector b = right_;
    for (auto& value : b) value *= sides * (sides + 1.0L) / 2;
    const typename DriverProblem<T>::Vector ones(static_cast<std::size_t>(sides), 1);
    const auto x = this->times(b_, 'N', n, sides, ones, this->stored());
    return this->ratio(this->a_times(x), b, this->norm_of_a() * this->norm(x));
  }

 private:
  static constexpr const char* names[] = {"gesv", "posv", "gels"};

  Kind kind_;
  DistributedMatrix<T> b_;
  typename DriverProblem<T>::Vector right_;
  std::vector<int> ipiv_;
  std::vector<T> work_;
  int lwork_ = 1;
};

}  // namespace het::testing
