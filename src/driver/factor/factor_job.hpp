#pragma once
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "src/algorithm/factor/factor.hpp"
#include "src/driver/factor/factor_argument.hpp"
#include "src/driver/matrix/move_back.hpp"
#include "src/driver/routine.hpp"

namespace het {

// The matrix of a factorization, where it is or on the chosen layout, and its moves, which go on during the first steps
// and from the first ones on. Of an upper triangle the layout of ours holds the conjugate transpose: there is one
// Cholesky, of the lower triangle.
template <Scalar T>
class FactorJob : public Job, private Moves {
 public:
  FactorJob(Context& context, const Choice& choice, const FactorTarget<T>& target);

  Extent later_bytes() const override { return back_ ? back_->later_bytes() : 0; }
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
  const FactorOptions& options() const { return options_; }
  // The caller's matrix, where it is.
  FactorProblem<T> original() const {
    return {target_.m, target_.n, {argument().part(context_.placement()), caller()}};
  }
  // Runs a kernel that was made with them. Then this process owes nothing to others.
  template <class Kernel>
  ComputeStatistics run(Kernel& kernel) {
    ComputeStatistics done = kernel.run();
    done.move_in += finish_arriving();
    return done;
  }
  bool moved() const { return own_.has_value(); }
  const MatrixArgument& argument() const { return *target_.argument; }
  Context& context() const { return context_; }

 private:
  Requests share(std::span<std::byte> results) const;
  double finish_arriving();
  bool columns_arrive() const override { return own_.has_value(); }
  Extent columns_here() const override;
  void done(Extent col) override;
  std::size_t progress(JointLook& look) override;

  bool adjoint() const { return target_.triangle == Triangle::upper; }
  Arrival<T> entering() const { return {.conjugate = adjoint(), .transposed = adjoint()}; }
  LocalArray<T> caller() const { return {target_.local, argument().lld}; }
  std::vector<Strip> strips(bool in) const;
  Strip strip(bool in, const StripPart& part) const;

  Context& context_;
  const FactorTarget<T> target_;
  const FactorOptions options_;
  const ColumnStrips columns_;
  std::optional<OwnMatrix<T>> own_;
  std::optional<StripExchange<T>> arriving_;
  std::optional<MoveBack<T>> back_;
};

}  // namespace het
