#pragma once
// The drivers of factorizations: a factorization with its checks as a problem of the sweep.
#include <fmt/format.h>

#include "testing_drivers/support/factor/factorization.hpp"
#include "testing_drivers/xhet/sweep/runner.hpp"

namespace het::testing {

// What tells one factorization's driver from another's.
struct FactorRoutine {
  const char* name;    // "getrf", behind p and the type's letter
  double flops_of_lu;  // operations / those of LU of the same matrix
  double threshold;    // of ScaLAPACK's own testers
};

// Factor<T> is a Factorization<T>.
template <template <class> class Factor, class T>
class FactorProblem : public Problem {
 public:
  FactorProblem(const FactorRoutine& routine, const Case& one, const DriverOptions& options,
                const ProcessGrid& grid)
      : routine_(routine), case_(one), factor_(grid, factor_case(one, options)) {}

  std::string routine() const override { return fmt::format("p{}{}", case_.type, routine_.name); }
  // LU: 2 (m n k - (m + n) k^2 / 2 + k^3 / 3), k = min(m, n); each counts four times for complex numbers.
  double flops() const override {
    const double m = case_.size.m, n = case_.size.n, k = case_.size.k;
    return (is_complex<T> ? 8 : 2) * routine_.flops_of_lu * k * (m * n - (m + n) * k / 2 + k * k / 3);
  }
  void reset() override { factor_.reset(); }
  void run(int context) override { factor_.factor(context); }
  Findings check() override {
    const FactorResiduals found = factor_.residuals();
    return {found.factors, found.solve, found.info};
  }
  bool surroundings_intact() const override { return factor_.surroundings_intact(); }
  double threshold() const override { return routine_.threshold; }

 private:
  static FactorCase factor_case(const Case& one, const DriverOptions& options) {
    const auto uplo = one.words.find("uplo");
    return {.m = one.size.m,
            .n = one.size.n,
            .nb = one.nb,
            .offset = options.offset,
            .kind = matrix_kind(one.words.at("matrix")),
            .uplo = uplo == one.words.end() ? 'L' : uplo->second[0]};
  }

  FactorRoutine routine_;
  Case case_;
  Factor<T> factor_;
};

// --matrix out of the first `count` kinds.
inline WordOption matrix_option(std::size_t count) {
  const auto& kinds = matrix_kinds();
  return {"matrix",
          "MATRIX",
          "kinds of matrices",
          fmt::format("kinds out of {}", fmt::join(kinds.begin(), kinds.begin() + count, ",")),
          {kinds.begin(), kinds.begin() + count}};
}

// The whole driver.
template <template <class> class Factor>
int run_factor_driver(const DriverSpec& spec, const FactorRoutine& routine, int argc, char** argv) {
  return run_driver(spec, argc, argv,
                    [&](const Case& one, const DriverOptions& options, const ProcessGrid& grid) {
                      return with_type(one.type, [&](auto type) -> std::unique_ptr<Problem> {
                        using T = typename decltype(type)::type;
                        return std::make_unique<FactorProblem<Factor, T>>(routine, one, options, grid);
                      });
                    });
}

}  // namespace het::testing
