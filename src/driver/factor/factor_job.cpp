#include "src/driver/factor/factor_job.hpp"

#include "src/bindings/tags.hpp"

namespace het {
namespace {

// What leaves may be the rows right of a strip's diagonal block besides its columns.
static_assert(tags::move_in + ColumnStrips::most_strips <= tags::move_in_end &&
              tags::move_out + 2 * ColumnStrips::most_strips <= tags::move_out_end);

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

// A part of sub(A) on its way to the own layout or back.
template <Scalar T>
Strip FactorJob<T>::strip(bool in, const StripPart& part) const {
  const auto [i, j, m, n, ready] = part;
  const bool transposed = triangle_ == Triangle::upper;
  const MatrixPart theirs{&a_->distribution, &context_.placement(), a_->i + (transposed ? j : i),
                          a_->j + (transposed ? i : j)};
  const MatrixPart ours = own_->part(i, j);
  if (!in) return {ours, theirs, m, n, ready};
  return transposed ? Strip{theirs, ours, n, m, ready} : Strip{theirs, ours, m, n, ready};
}

template <Scalar T>
std::vector<Strip> FactorJob<T>::strips(bool in) const {
  const bool triangle = triangle_ != Triangle::none;
  std::vector<Strip> strips;
  for (const StripPart& part : in ? strips_in(columns_, m_, triangle) : strips_back(columns_, m_, triangle))
    strips.push_back(strip(in, part));
  return strips;
}

template <Scalar T>
Extent FactorJob<T>::move_in() {
  if (!own_) return 0;
  arriving_.emplace(
      context_.comm(), strips(true), LocalArray<const T>{local_, a_->lld}, own_->local(), entering(),
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
  if (!own_->placement()[context_.comm().rank()].on_grid()) done(unbounded);
  return seconds;
}

template <Scalar T>
Extent FactorJob<T>::columns_here() const {
  return arriving_ ? columns_.columns_here(arriving_->over()) : unbounded;
}

// The caller's arrays are overwritten when nothing of them is missing elsewhere.
template <Scalar T>
void FactorJob<T>::done(Extent col) {
  if (!arriving_ || !columns_.all_here(arriving_->over())) return;
  if (!leaving_) {
    leaving_.emplace(context_.comm(), strips(false), own_->read_only(), LocalArray<T>{local_, a_->lld},
                     entering(), StripTraffic{tags::move_out, strips_leaving(buffered()), Priority::low});
  }
  leaving_->release(col);
}

template <Scalar T>
std::size_t FactorJob<T>::progress(JointLook& look) {
  return (arriving_ ? arriving_->progress(look) : 0) + (leaving_ ? leaving_->progress(look) : 0);
}

template <Scalar T>
Extent FactorJob<T>::move_out() {
  Requests sharing = share(results());
  if (own_) {
    done(unbounded);
    leaving_->finish();
  }
  sharing.finish();
  deliver();
  return own_ ? arriving_->bytes_sent() + leaving_->bytes_sent() : 0;
}

// From those on the layout to the others.
template <Scalar T>
Requests FactorJob<T>::share(std::span<std::byte> results) const {
  Requests sharing;
  if (!own_) return sharing;
  const Communicator& comm = context_.comm();
  const int me = comm.rank(), bytes = message_bytes(std::ssize(results));
  const auto next = [&sharing] {
    sharing.resize(sharing.size() + 1);
    return &sharing[sharing.size() - 1];
  };
  const std::vector<int> tellers = own_->placement().tellers();
  for (int rank = 0; rank < comm.size(); ++rank) {
    const int teller = tellers[static_cast<std::size_t>(rank)];
    if (teller == rank) continue;
    if (rank == me)
      check_mpi(MPI_Irecv(results.data(), bytes, MPI_BYTE, teller, tags::results, comm.get(), next()),
                "MPI_Irecv");
    else if (teller == me)
      check_mpi(MPI_Isend(results.data(), bytes, MPI_BYTE, rank, tags::results, comm.get(), next()),
                "MPI_Isend");
  }
  return sharing;
}

#define HET_INSTANTIATE(LETTER, TYPE) template class FactorJob<TYPE>;
HET_FOR_EACH_PRECISION(HET_INSTANTIATE)
#undef HET_INSTANTIATE

}  // namespace het
