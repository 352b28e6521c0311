#include "src/driver/factor/factor_job.hpp"

#include "src/model/move_model.hpp"
#include "src/redistribute/redistribute.hpp"

namespace het {

template <Scalar T>
FactorJob<T>::FactorJob(Context& context, const Choice& choice, std::shared_ptr<const MatrixArgument> a,
                        T* local, Extent m, Extent n, Triangle triangle)
    : context_(context),
      a_(std::move(a)),
      local_(local),
      m_(m),
      n_(n),
      panel_width_(choice.panel_width),
      triangle_(triangle) {
  if (choice.way == Way::moved) own_.emplace(context.comm(), choice, m, n);
}

template <Scalar T>
FactorProblem<T> FactorJob<T>::problem() const {
  if (own_) return {m_, n_, {own_->part(), own_->local()}};
  return {m_, n_, {{&a_->distribution, &context_.placement(), a_->i, a_->j}, {local_, a_->lld}}};
}

// Own(i :, j0 : j1) := sub(A)(i :, j0 : j1), or the other way round, strip by strip; i = j0 of a triangle, else 0.
template <Scalar T>
Extent FactorJob<T>::move(bool in) const {
  if (!own_) return 0;
  const bool transposed = triangle_ == Triangle::upper;
  const Extent strips = triangle_ == Triangle::none ? 1 : std::min(triangle_strips, n_);
  const Arrival<T> arrival{T(0), transposed};
  Extent bytes = 0;
  for (Extent strip = 0; strip < strips; ++strip) {
    const Extent begin = n_ * strip / strips, end = n_ * (strip + 1) / strips;
    const Extent top = triangle_ == Triangle::none ? 0 : begin;
    const MatrixPart theirs{&a_->distribution, &context_.placement(), a_->i + (transposed ? begin : top),
                            a_->j + (transposed ? top : begin)};
    const MatrixPart ours = own_->part(top, begin);
    Extent rows = m_ - top, cols = end - begin;
    if (in) {
      if (transposed) std::swap(rows, cols);
      bytes += redistribute<T>(context_.comm(), theirs, {local_, a_->lld}, ours, own_->local(), rows, cols,
                               transposed, arrival);
    } else {
      bytes += redistribute<T>(context_.comm(), ours, own_->read_only(), theirs, {local_, a_->lld}, rows,
                               cols, transposed, arrival);
    }
  }
  return bytes;
}

#define HET_INSTANTIATE(LETTER, TYPE) template class FactorJob<TYPE>;
HET_FOR_EACH_PRECISION(HET_INSTANTIATE)
#undef HET_INSTANTIATE

}  // namespace het
