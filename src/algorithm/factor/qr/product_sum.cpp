#include "src/algorithm/factor/qr/product_sum.hpp"

#include "src/bindings/blas.hpp"
#include "src/bindings/charge.hpp"
#include "src/bindings/tags.hpp"

namespace het {
template <Scalar T>
ProductSum<T>::ProductSum(const Communicator& comm, const ProcessLine& column, Extent rows, Extent width)
    : comm_(&comm), line_(column), product_(rows * width) {
  if (line_.size() == 1) return;
  outgoing_ = Buffer<T>(rows * width);
  incoming_ = Buffer<T>((rows + line_.size()) * width);
  requests_.resize(static_cast<std::size_t>(2 * line_.size()));
}

template <Scalar T>
void ProductSum<T>::resize(Extent rows, Extent width) {
  rows_ = rows;
  width_ = width;
}

template <Scalar T>
void ProductSum<T>::pack(int rank, T* packed) const {
  charge::copy(count(rank) * width_ * Extent{sizeof(T)});
  for (Extent j = 0; j < width_; ++j)
    std::copy_n(data() + begin(rank) + j * ld(), count(rank), packed + j * count(rank));
}

template <Scalar T>
void ProductSum<T>::unpack(int rank, const T* packed) const {
  charge::copy(count(rank) * width_ * Extent{sizeof(T)});
  for (Extent j = 0; j < width_; ++j)
    std::copy_n(packed + j * count(rank), count(rank), data() + begin(rank) + j * ld());
}

template <Scalar T>
template <class Send, class Receive>
void ProductSum<T>::exchange(int tag, Send send, Receive receive) {
  for (int step = 1; step < line_.size(); ++step) {
    const int to = (line_.me + step) % line_.size(), from = (line_.me + line_.size() - step) % line_.size();
    const std::span<T> out = send(to), in = receive(from);
    const auto slot = static_cast<std::size_t>(2 * step);
    if (!in.empty())
      check_mpi(MPI_Irecv(in.data(), message_bytes(static_cast<Extent>(in.size_bytes())), MPI_BYTE,
                          line_.ranks[static_cast<std::size_t>(from)], tag, comm_->get(), &requests_[slot]),
                "MPI_Irecv");
    if (out.empty()) continue;
    check_mpi(MPI_Isend(out.data(), message_bytes(static_cast<Extent>(out.size_bytes())), MPI_BYTE,
                        line_.ranks[static_cast<std::size_t>(to)], tag, comm_->get(), &requests_[slot + 1]),
              "MPI_Isend");
    bytes_sent_ += static_cast<Extent>(out.size_bytes());
  }
}

template <Scalar T>
void ProductSum<T>::wait(const Idle& idle) {
  if (line_.size() == 1) return;
  for (requests_.completed(!idle); !requests_.idle(); requests_.completed(!idle))
    if (idle) idle();
}

template <Scalar T>
void ProductSum<T>::scatter() {
  if (line_.size() == 1) return;
  for (int rank = 0; rank < line_.size(); ++rank) pack(rank, outgoing(rank));
  const Extent mine = count(line_.me) * width_;
  exchange(
      tags::qr_parts,
      [&](int to) { return std::span<T>(outgoing(to), static_cast<std::size_t>(count(to) * width_)); },
      [&](int from) { return std::span<T>(incoming(from), static_cast<std::size_t>(mine)); });
}

template <Scalar T>
void ProductSum<T>::combine(const T* t, Extent ldt) {
  if (line_.size() == 1) {
    blas::trmm('R', 'U', 'N', 'N', rows_, width_, T(1), t, ldt, data(), ld());
    return;
  }
  const Extent mine = count(line_.me), elements = mine * width_;
  T* sum = incoming(line_.me);
  charge::level2(static_cast<double>(flops_per_multiply_add<T> * elements * (line_.size() - 1)));
  std::copy_n(outgoing(line_.me), elements, sum);
  for (int rank = 0; rank < line_.size(); ++rank)
    if (rank != line_.me) std::transform(sum, sum + elements, incoming(rank), sum, std::plus<T>());
  blas::trmm('R', 'U', 'N', 'N', mine, width_, T(1), t, ldt, sum, std::max<Extent>(mine, 1));
  unpack(line_.me, sum);
  exchange(
      tags::qr_sums, [&](int) { return std::span<T>(sum, static_cast<std::size_t>(elements)); },
      [&](int from) { return std::span<T>(incoming(from), static_cast<std::size_t>(count(from) * width_)); });
}

template <Scalar T>
void ProductSum<T>::finish() {
  if (line_.size() == 1) return;
  for (int rank = 0; rank < line_.size(); ++rank)
    if (rank != line_.me) unpack(rank, incoming(rank));
}

#define HET_INSTANTIATE(LETTER, TYPE) template class ProductSum<TYPE>;
HET_FOR_EACH_PRECISION(HET_INSTANTIATE)
#undef HET_INSTANTIATE

}  // namespace het
