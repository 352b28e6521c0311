#include "src/driver/factor/factor_job.hpp"

#include <algorithm>
#include <limits>

#include "src/bindings/tags.hpp"

namespace het {
namespace {

// What leaves may be the rows right of a strip's diagonal block besides its columns.
static_assert(tags::move_in + ColumnStrips::most_strips <= tags::move_in_end &&
              tags::move_out + 2 * ColumnStrips::most_strips <= tags::move_out_end);

constexpr Extent everything = std::numeric_limits<Extent>::max();

}  // namespace

template <Scalar T>
FactorJob<T>::FactorJob(Context& context, const Choice& choice, const FactorTarget<T>& target)
    : context_(context),
      a_(target.argument),
      local_(target.local),
      m_(target.m),
      n_(target.n),
      panel_width_(choice.panel_width),
      shared_solve_(choice.shared_solve),
      triangle_(target.triangle),
      columns_(n_) {
  if (choice.way == Way::moved) own_.emplace(context.comm(), choice, m_, n_);
}

template <Scalar T>
FactorProblem<T> FactorJob<T>::problem() const {
  if (own_) return {m_, n_, {own_->part(), own_->local()}};
  return original();
}

// The m x n elements of sub(A) from (i, j) on, on their way to the own layout or back.
template <Scalar T>
Strip FactorJob<T>::strip(bool in, Extent i, Extent j, Extent m, Extent n) const {
  const bool transposed = triangle_ == Triangle::upper;
  const MatrixPart theirs{&a_->distribution, &context_.placement(), a_->i + (transposed ? j : i),
                          a_->j + (transposed ? i : j)};
  const MatrixPart ours = own_->part(i, j);
  if (!in) return {ours, theirs, m, n};
  return transposed ? Strip{theirs, ours, n, m} : Strip{theirs, ours, m, n};
}

// Columns, of a triangle from the strip's diagonal block down.
template <Scalar T>
std::vector<Strip> FactorJob<T>::strips_in() const {
  std::vector<Strip> strips;
  for (Extent s = 0; s < columns_.count(); ++s) {
    const Extent begin = columns_.begin(s), top = triangle_ == Triangle::none ? 0 : begin;
    strips.push_back(strip(true, top, begin, m_ - top, columns_.end(s) - begin));
  }
  return strips;
}

// A strip's columns from its diagonal block down, and its rows right of that: final when its steps are over.
template <Scalar T>
std::vector<Strip> FactorJob<T>::strips_out() const {
  std::vector<Strip> strips;
  const auto add = [&](Extent i, Extent j, Extent m, Extent n, Extent ready) {
    if (m <= 0 || n <= 0) return;
    strips.push_back(strip(false, i, j, m, n));
    strips.back().ready = ready;
  };
  const Extent size = std::min(m_, n_);
  for (Extent s = 0; s < columns_.count(); ++s) {
    const Extent begin = columns_.begin(s), end = columns_.end(s), over = std::min(end, size);
    if (triangle_ == Triangle::none) add(begin, end, over - begin, n_ - end, over);
    add(begin, begin, m_ - begin, end - begin, over);
  }
  return strips;
}

template <Scalar T>
Extent FactorJob<T>::move_in() {
  if (!own_) return 0;
  arriving_.emplace(
      context_.comm(), strips_in(), LocalArray<const T>{local_, a_->lld}, own_->local(), entering(),
      StripTraffic{tags::move_in, strips_arriving(columns_, own_->part().distribution->cols, buffered())});
  arriving_->release_all();
  arriving_->wait(1);
  return 0;
}

// A process outside the grid is through with its part of every step: what comes back is welcome at once.
template <Scalar T>
double FactorJob<T>::finish_arriving() {
  if (!arriving_) return 0;
  const double begin = MPI_Wtime();
  arriving_->finish();
  const double seconds = booked(Activity::move_in, begin, MPI_Wtime());
  if (!own_->placement()[context_.comm().rank()].on_grid()) done(everything);
  return seconds;
}

template <Scalar T>
Extent FactorJob<T>::here() const {
  if (!arriving_ || !arriving_->open()) return everything;
  return columns_.begin(static_cast<Extent>(arriving_->over()));
}

// The caller's arrays are overwritten when nothing of them is missing elsewhere.
template <Scalar T>
void FactorJob<T>::done(Extent col) {
  if (!arriving_ || arriving_->open()) return;
  if (!leaving_) {
    leaving_.emplace(context_.comm(), strips_out(), own_->read_only(), LocalArray<T>{local_, a_->lld},
                     entering(), StripTraffic{tags::move_out, strips_leaving(buffered()), Priority::low});
  }
  leaving_->release(col);
}

template <Scalar T>
std::size_t FactorJob<T>::progress() {
  return (arriving_ ? arriving_->progress() : 0) + (leaving_ ? leaving_->progress() : 0);
}

template <Scalar T>
Extent FactorJob<T>::move_out() {
  if (!own_) {
    deliver();
    return 0;
  }
  done(everything);
  leaving_->finish();
  deliver();
  return arriving_->bytes_sent() + leaving_->bytes_sent();
}

#define HET_INSTANTIATE(LETTER, TYPE) template class FactorJob<TYPE>;
HET_FOR_EACH_PRECISION(HET_INSTANTIATE)
#undef HET_INSTANTIATE

}  // namespace het
