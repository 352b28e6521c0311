#pragma once
#include <utility>
#include <vector>

#include "src/bindings/tags.hpp"
#include "src/driver/matrix/own_matrix.hpp"
#include "src/redistribute/strip_exchange.hpp"

namespace het {

// What leaves may be the rows right of a strip's diagonal block besides its columns.
static_assert(tags::move_out + 2 * ColumnStrips::most_strips <= tags::move_out_end);

// The move of a result from the library's own matrix to the caller's, in strips that leave as soon as their columns are
// computed. No memory and no communication before the first release().
template <Scalar T>
class MoveBack {
 public:
  // `strips` from `ours` to `theirs`, which they enter as `arrival` says; comm, `ours` and what the strips refer to must
  // outlive the object.
  MoveBack(const Communicator& comm, std::vector<Strip> strips, const OwnMatrix<T>& ours,
           LocalArray<T> theirs, Arrival<T> arrival, Priority priority = Priority::high)
      : buffered_(arrival.in_buffers()),
        leaving_(comm, std::move(strips), ours.read_only(), theirs, arrival,
                 {tags::move_out, strips_leaving(buffered_), priority}) {}

  // Bytes of the buffers that it takes on the way.
  Extent later_bytes() const {
    return buffered_ ? StripExchange<T>::buffer_bytes(strips_leaving(buffered_)) : 0;
  }
  // This process is through with the columns below `col`, and those of the caller's may be overwritten.
  void release(Extent col) { leaving_.release(col); }
  std::size_t progress(JointLook& look) { return leaving_.progress(look); }
  // Releases the rest, and waits until all is at home. Returns the bytes that this process sent.
  Extent finish() {
    leaving_.release_all();
    leaving_.finish();
    return leaving_.bytes_sent();
  }

 private:
  bool buffered_;
  StripExchange<T> leaving_;
};

}  // namespace het
