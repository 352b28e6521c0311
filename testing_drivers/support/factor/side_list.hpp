#pragma once
// A list with one value for each row (or column) of a distributed matrix, held by the processes that hold the row, and
// the same on all of them: IPIV, TAU. Guard pads around it.
#include <mpi.h>

#include <cstring>
#include <optional>
#include <vector>

#include "testing_drivers/support/matrix.hpp"

namespace het::testing {

template <class V>
class SideList {
 public:
  // `axis`: how the matrix's rows (or columns) are dealt; `tail`: further elements that a routine may write.
  SideList(const CyclicAxis& axis, int tail)
      : axis_(axis), storage_(2 * kPad + static_cast<std::size_t>(axis.local_size() + tail)) {
    reset();
  }

  V* data() { return storage_.data() + kPad; }
  const V* data() const { return storage_.data() + kPad; }
  // Every byte the pattern of the pads.
  void reset() { std::memset(static_cast<void*>(storage_.data()), kGuard, storage_.size() * sizeof(V)); }

  bool pads_intact() const {
    const auto intact = [](const V* from) {
      const auto* bytes = reinterpret_cast<const unsigned char*>(from);
      return std::all_of(bytes, bytes + kPad * sizeof(V), [](unsigned char byte) { return byte == kGuard; });
    };
    return intact(storage_.data()) && intact(storage_.data() + storage_.size() - kPad);
  }

  // The values of rows first .. first+count-1 (0-based), if all processes that hold one hold the same bytes.
  // Collective over comm, whose processes make up the grid.
  std::optional<std::vector<V>> gathered(MPI_Comm comm, int first, int count) const {
    std::vector<V> all(static_cast<std::size_t>(count)), ones(all.size());
    std::memset(static_cast<void*>(all.data()), 0, all.size() * sizeof(V));
    std::memset(static_cast<void*>(ones.data()), 0xff, ones.size() * sizeof(V));
    for (int l = 0; l < axis_.local_size(); ++l)
      if (const int at = axis_.global_index(l) - first; at >= 0 && at < count)
        all[static_cast<std::size_t>(at)] = ones[static_cast<std::size_t>(at)] = data()[l];
    const int bytes = static_cast<int>(all.size() * sizeof(V));
    // The union and the intersection of all copies' bits are the same when all copies are.
    MPI_Allreduce(MPI_IN_PLACE, all.data(), bytes, MPI_BYTE, MPI_BOR, comm);
    MPI_Allreduce(MPI_IN_PLACE, ones.data(), bytes, MPI_BYTE, MPI_BAND, comm);
    if (std::memcmp(all.data(), ones.data(), all.size() * sizeof(V)) != 0) return std::nullopt;
    return all;
  }

 private:
  static constexpr std::size_t kPad = 16;
  static constexpr unsigned char kGuard = 0xa5;

  CyclicAxis axis_;
  std::vector<V> storage_;
};

}  // namespace het::testing
