#pragma once
// A matrix product with its check as a problem of the sweep.
#include <fmt/format.h>

#include "testing_drivers/support/product_check.hpp"
#include "testing_drivers/support/scalapack.hpp"
#include "testing_drivers/xhet/sweep/runner.hpp"

namespace het::testing {

inline Operand stored_operand(char trans, int op_rows, int op_cols, int offset, std::uint64_t seed) {
  const bool flip = trans != 'N';
  return {{offset, offset, flip ? op_cols : op_rows, flip ? op_rows : op_cols}, trans, seed};
}

template <class T>
class GemmProblem : public Problem {
 public:
  using Product = void(HET_PGEMM_PARAMETERS(T));

  // `product` is the call that is tried; one.words has "trans".
  GemmProblem(const Case& one, const DriverOptions& options, const ProcessGrid& grid, Product* product)
      : product_(product),
        case_(one),
        alpha_(static_cast<Real<T>>(options.alpha)),
        beta_(static_cast<Real<T>>(options.beta)),
        first_(options.offset + 1),
        grid_(grid),
        op_a_(stored_operand(one.words.at("trans")[0], one.size.m, one.size.k, options.offset, kSeedA)),
        op_b_(stored_operand(one.words.at("trans")[1], one.size.k, one.size.n, options.offset, kSeedB)),
        op_c_(stored_operand('N', one.size.m, one.size.n, options.offset, kSeedC)),
        a_(grid, around(op_a_)),
        b_(grid, around(op_b_)),
        c_(grid, around(op_c_)) {
    a_.fill(made(kSeedA));
    b_.fill(made(kSeedB));
  }

  std::string routine() const override { return fmt::format("p{}gemm", case_.type); }
  double flops() const override {
    return (is_complex<T> ? 8.0 : 2.0) * case_.size.m * case_.size.n * case_.size.k;
  }
  void reset() override { c_.fill(made(kSeedC)); }
  void run(int context) override {
    const auto [m, n, k] = case_.size;
    const auto da = a_.descriptor(context), db = b_.descriptor(context), dc = c_.descriptor(context);
    product_(&op_a_.trans, &op_b_.trans, &m, &n, &k, &alpha_, a_.data(), &first_, &first_, da.data(),
             b_.data(), &first_, &first_, db.data(), &beta_, c_.data(), &first_, &first_, dc.data());
  }
  Findings check() override {
    return {product_residual<T>(grid_.comm(), {alpha_, beta_, case_.size.k, a_, b_, c_, op_a_, op_b_, op_c_}),
            std::nullopt, 0};
  }
  // A, B, the pads, and C outside the sub-matrix.
  bool surroundings_intact() const override {
    bool outside_same = true;
    c_.for_each([&](int i, int j, const T& x) {
      outside_same = outside_same && (op_c_.window.holds(i, j) || x == entry<T>(i, j, kSeedC));
    });
    return outside_same && a_.equals(made(kSeedA)) && b_.equals(made(kSeedB)) && a_.pads_intact() &&
           b_.pads_intact() && c_.pads_intact();
  }
  double threshold() const override { return 10; }

 private:
  static auto made(std::uint64_t seed) {
    return [seed](int i, int j) { return entry<T>(i, j, seed); };
  }
  // A matrix that holds the window with as much again behind it as before it.
  MatrixLayout around(const Operand& op) const {
    const Window& w = op.window;
    return {w.rows + 2 * w.i0, w.cols + 2 * w.j0, case_.nb, case_.nb, 0, 0};
  }

  static constexpr std::uint64_t kSeedA = 1, kSeedB = 2, kSeedC = 3;

  Product* product_;
  Case case_;
  T alpha_, beta_;
  int first_;
  const ProcessGrid& grid_;
  Operand op_a_, op_b_, op_c_;
  DistributedMatrix<T> a_, b_, c_;
};

}  // namespace het::testing
