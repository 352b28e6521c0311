#include "src/algorithm/factor/lu/rows/left_interchange.hpp"

#include <algorithm>
#include <numeric>

#include "src/bindings/charge.hpp"
#include "src/bindings/tags.hpp"

namespace het {
template <Scalar T>
LeftInterchange<T>::LeftInterchange(const Communicator& comm, const FactorProblem<T>& problem,
                                    const std::vector<Panel>& panels)
    : a_(comm, problem.a, problem.m, problem.n), column_(ProcessLine::column_of(a_.grid())), panels_(panels) {
  if (!a_.grid().inside()) return;
  from_.resize(static_cast<std::size_t>(a_.m()));
  std::iota(from_.begin(), from_.end(), Extent{0});
  to_ = from_;
  const auto p = static_cast<std::size_t>(column_.size());
  std::vector<Extent> count(p, 0);
  for (Extent i = 0; i < a_.m(); ++i) {
    owner_.push_back(a_.row_owner(i));
    local_.push_back(count[static_cast<std::size_t>(owner_.back())]++);
  }
  for (int step = 1; step < column_.size(); ++step)
    others_.push_back(static_cast<std::size_t>((column_.me + step) % column_.size()));
  const Extent rows = a_.local_row(a_.m());
  Extent width = 0;
  for (const Panel& panel : panels_) width = std::max(width, local_width(panel));
  staying_ = Buffer<T>(rows);
  for (Moving& moving : moving_) {
    for (RowLists* lists : {&moving.to, &moving.from}) {
      lists->rows = Buffer<Extent>(rows);
      lists->begin.resize(p + 1);
    }
    moving.out = Buffer<T>(others_.empty() ? 0 : rows * width);
    moving.in = Buffer<T>(others_.empty() ? 0 : rows * width);
    moving.arriving.resize(p);
    moving.requests.resize(2 * p);
  }
}

template <Scalar T>
Extent LeftInterchange<T>::run(const std::vector<Extent>& pivots) {
  if (!a_.grid().inside()) return 0;
  Moving *now = &moving_[0], *before = &moving_[1];
  for (auto panel = panels_.rbegin(); panel != panels_.rend(); ++panel) {
    now->width = local_width(*panel);
    if (now->width > 0) {
      now->jl = a_.local_col(panel->begin);
      list(panel->end, *now);
      start(*now);
      place(*before);
      std::swap(now, before);
    }
    compose(*panel, pivots);
  }
  place(*before);
  return bytes_sent_;
}

// The panel's interchanges come before those composed so far.
template <Scalar T>
void LeftInterchange<T>::compose(const Panel& later, const std::vector<Extent>& pivots) {
  for (Extent k = later.end - 1; k >= later.begin; --k) {
    const auto one = static_cast<std::size_t>(k), other = static_cast<std::size_t>(pivots[one]);
    std::swap(to_[one], to_[other]);
    from_[static_cast<std::size_t>(to_[one])] = k;
    from_[static_cast<std::size_t>(to_[other])] = pivots[one];
  }
}

// Both sides list the rows in the order of their new places: counted, then entered from the last one on.
template <Scalar T>
void LeftInterchange<T>::list(Extent later, Moving& moving) const {
  const auto place = [](std::vector<Extent>& of_row, int row) -> Extent& {
    return of_row[static_cast<std::size_t>(row)];
  };
  std::vector<Extent>&to = moving.to.begin, &from = moving.from.begin;
  std::ranges::fill(to, 0);
  std::ranges::fill(from, 0);
  const auto first = static_cast<std::size_t>(later);
  for (std::size_t i = first; i < from_.size(); ++i) {
    const auto old = static_cast<std::size_t>(from_[i]);
    if (old == i) continue;
    if (owner_[old] == column_.me) ++place(to, owner_[i]);
    if (owner_[i] == column_.me) ++place(from, owner_[old]);
  }
  std::partial_sum(to.begin(), to.end(), to.begin());
  std::partial_sum(from.begin(), from.end(), from.begin());
  for (std::size_t i = from_.size(); i-- > first;) {
    const auto old = static_cast<std::size_t>(from_[i]);
    if (old == i) continue;
    if (owner_[old] == column_.me) moving.to.rows.data()[--place(to, owner_[i])] = local_[old];
    if (owner_[i] == column_.me) moving.from.rows.data()[--place(from, owner_[old])] = local_[i];
  }
}

template <Scalar T>
void LeftInterchange<T>::start(Moving& moving) {
  T* in = moving.in.data();
  for (const std::size_t i : others_) {
    const Extent coming = std::ssize(moving.from.of(i)) * moving.width;
    moving.arriving[i] = in;
    if (coming > 0)
      check_mpi(MPI_Irecv(in, message_bytes(coming * Extent{sizeof(T)}), MPI_BYTE, column_.ranks[i],
                          tags::lu_left_interchange, a_.grid().comm().get(), &moving.requests[i]),
                "MPI_Irecv");
    in += coming;
  }
  pack(moving);
  const T* out = moving.out.data();
  for (const std::size_t i : others_) {
    const Extent leaving = std::ssize(moving.to.of(i)) * moving.width;
    if (leaving > 0)
      check_mpi(MPI_Isend(out, message_bytes(leaving * Extent{sizeof(T)}), MPI_BYTE, column_.ranks[i],
                          tags::lu_left_interchange, a_.grid().comm().get(),
                          &moving.requests[moving.arriving.size() + i]),
                "MPI_Isend");
    bytes_sent_ += leaving * Extent{sizeof(T)};
    out += leaving;
  }
}

// Column by column, so that each comes into the cache once: rows for others, then those that stay on this rank.
template <Scalar T>
void LeftInterchange<T>::pack(const Moving& moving) const {
  charge::copy(moving.to.begin.back() * moving.width * Extent{sizeof(T)});
  const auto me = static_cast<std::size_t>(column_.me);
  for (Extent j = 0; j < moving.width; ++j) {
    T* const column = a_.at(0, moving.jl + j);
    T* out = moving.out.data();
    for (const std::size_t i : others_) {
      const auto leaving = moving.to.of(i);
      T* at = out + j * std::ssize(leaving);
      for (const Extent row : leaving) *at++ = column[row];
      out += std::ssize(leaving) * moving.width;
    }
    T* at = staying_.data();
    for (const Extent row : moving.to.of(me)) *at++ = column[row];
    at = staying_.data();
    for (const Extent row : moving.from.of(me)) column[row] = *at++;
  }
}

template <Scalar T>
void LeftInterchange<T>::place(Moving& moving) const {
  if (moving.width == 0) return;
  moving.requests.finish();
  Extent count = 0;
  for (const std::size_t i : others_) {
    const auto coming = moving.from.of(i);
    const T* arrived = moving.arriving[i];
    for (Extent j = 0; j < moving.width; ++j)
      for (const Extent row : coming) *a_.at(row, moving.jl + j) = *arrived++;
    count += std::ssize(coming);
  }
  charge::copy(count * moving.width * Extent{sizeof(T)});
}

#define HET_INSTANTIATE(LETTER, TYPE) template class LeftInterchange<TYPE>;
HET_FOR_EACH_PRECISION(HET_INSTANTIATE)
#undef HET_INSTANTIATE

}  // namespace het
