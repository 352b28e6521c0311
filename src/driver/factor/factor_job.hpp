#pragma once
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "src/algorithm/factor/factor.hpp"
#include "src/driver/factor/factor_argument.hpp"
#include "src/driver/matrix/own_matrix.hpp"
#include "src/driver/routine.hpp"
#include "src/redistribute/strip_exchange.hpp"

namespace het {

// The matrix of a factorization, where it is or on the chosen layout, and its moves, which go on during the first steps
// and from the first ones on. Of an upper triangle the layout of ours holds the conjugate transpose: there is one
// Cholesky, of the lower triangle.
template <Scalar T>
class FactorJob : public Job, private Moves {
 public:
  FactorJob(Context& context, const Choice& choice, const FactorTarget<T>& target);

  Extent later_bytes() const override {
    return buffered() ? StripExchange<T>::buffer_bytes(strips_leaving(true)) : 0;
  }
  Extent move_in() override;
  Extent move_out() override;

 protected:
  // What the routine returns beside the matrix, as long on every process; only those on the layout have it. Stays until
  // deliver().
  virtual std::span<std::byte> results() = 0;
  // The same to the caller, on every process.
  virtual void deliver() = 0;
  // What to factor, and how.
  FactorProblem<T> problem() const;
  // The caller's matrix, where it is.
  FactorProblem<T> original() const {
    return {m_, n_, {{&a_->distribution, &context_.placement(), a_->i, a_->j}, {local_, a_->lld}}};
  }
  FactorOptions options() {
    return {.panel_width = panel_width_,
            .slicing = {},
            .half_speed_k = context_.speeds(precision_of<T>).kernels.rates.half_speed_k,
            .shared_solve = shared_solve_,
            .moves = this};
  }
  // Runs a kernel that was made with them. Then this process owes nothing to others.
  template <class Kernel>
  ComputeStatistics run(Kernel& kernel) {
    ComputeStatistics done = kernel.run();
    done.move_in += finish_arriving();
    return done;
  }
  bool moved() const { return own_.has_value(); }
  const MatrixArgument& argument() const { return *a_; }
  Context& context() const { return context_; }

 private:
  Requests share(std::span<std::byte> results) const;
  double finish_arriving();
  bool buffered() const { return own_ && triangle_ == Triangle::upper; }
  bool columns_arrive() const override { return own_.has_value(); }
  Extent columns_here() const override;
  void done(Extent col) override;
  std::size_t progress(JointLook& look) override;

  Arrival<T> entering() const {
    const bool adjoint = triangle_ == Triangle::upper;
    return {.conjugate = adjoint, .transposed = adjoint};
  }
  std::vector<Strip> strips(bool in) const;
  Strip strip(bool in, const StripPart& part) const;

  Context& context_;
  std::shared_ptr<const MatrixArgument> a_;
  T* local_;
  Extent m_, n_, panel_width_;
  bool shared_solve_;
  Triangle triangle_;
  const ColumnStrips columns_;
  std::optional<OwnMatrix<T>> own_;
  std::optional<StripExchange<T>> arriving_, leaving_;
};

}  // namespace het
