#include "src/driver/factor/factor_job.hpp"

#include "src/bindings/tags.hpp"

namespace het {

static_assert(tags::move_in + ColumnStrips::most_strips <= tags::move_in_end);

template <Scalar T>
FactorJob<T>::FactorJob(Context& context, const Choice& choice, const FactorTarget<T>& target)
    : context_(context),
      target_(target),
      options_{.panel_width = choice.panel_width,
               .half_speed_k = context.speeds(precision_of<T>).kernels.rates.half_speed_k,
               .half_speed_narrow = context.speeds(precision_of<T>).kernels.rates.half_speed_narrow,
               .shared_solve = choice.shared_solve,
               .moves = this},
      columns_(target.n) {
  if (choice.way != Way::moved) return;
  own_.emplace(context.comm(), choice, target.m, target.n);
  back_.emplace(context.comm(), strips(false), *own_, caller(), entering(), Priority::low);
}

template <Scalar T>
FactorProblem<T> FactorJob<T>::problem() const {
  if (own_) return {target_.m, target_.n, {own_->part(), own_->local()}};
  return original();
}

// A part of sub(A) on its way to the own layout or back.
template <Scalar T>
Strip FactorJob<T>::strip(bool in, const StripPart& part) const {
  const auto [i, j, m, n, ready] = part;
  const MatrixPart theirs =
      adjoint() ? argument().part(context_.placement(), j, i) : argument().part(context_.placement(), i, j);
  const MatrixPart ours = own_->part(i, j);
  if (!in) return {ours, theirs, m, n, ready};
  return adjoint() ? Strip{theirs, ours, n, m, ready} : Strip{theirs, ours, m, n, ready};
}

template <Scalar T>
std::vector<Strip> FactorJob<T>::strips(bool in) const {
  const bool triangle = target_.triangle != Triangle::none;
  const auto parts = in ? strips_in : strips_back;
  std::vector<Strip> strips;
  for (const StripPart& part : parts(columns_, target_.m, triangle)) strips.push_back(strip(in, part));
  return strips;
}

template <Scalar T>
Extent FactorJob<T>::move_in() {
  if (!own_) return 0;
  const Arrival<T> arrival = entering();
  arriving_.emplace(context_.comm(), strips(true), caller(), own_->local(), arrival,
                    StripTraffic{tags::move_in, strips_arriving(columns_, own_->part().distribution->cols,
                                                                arrival.in_buffers())});
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
  if (arriving_ && columns_.all_here(arriving_->over())) back_->release(col);
}

template <Scalar T>
std::size_t FactorJob<T>::progress(JointLook& look) {
  return (arriving_ ? arriving_->progress(look) : 0) + (back_ ? back_->progress(look) : 0);
}

template <Scalar T>
Extent FactorJob<T>::move_out() {
  Requests sharing = share(results());
  const Extent bytes = own_ ? arriving_->bytes_sent() + back_->finish() : 0;
  sharing.finish();
  deliver();
  return bytes;
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
